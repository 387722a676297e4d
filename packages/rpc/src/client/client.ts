import type { PathValues } from '../path-template.ts'
import { collector } from './batch.ts'
import { withOptions } from './options.ts'
import type { CallOptions, Transport } from './types.ts'

/** Standalone functions by member name. Groups and namespaces are nested tables. */
export interface ClientTable {
  readonly [name: string]: ClientTable | object
}

/** Members that every client has, in addition to its groups. */
export interface ClientBase<Client> {
  /** Returns a copy of the client that applies a signal, time limit or headers to every call. */
  with(options: CallOptions): Client
  /** Sends the calls made synchronously in the callback as one request per endpoint. */
  batch<T>(calls: (client: Client) => T | Promise<T>): Promise<T>
}

const transports = new WeakMap<object, Transport>()

/** Returns the transport of a client, group or namespace. */
export function transportOf(bound: object): Transport {
  const transport = transports.get(bound)
  if (!transport) throw new TypeError('Expected a client or one of its groups')
  return transport
}

/**
 * Returns a client with the functions in the table, bound to the transport. The type argument is the
 * interface of the client; generated code guarantees that it matches the table. Pass `at` if paths have
 * variables: it adds the member `at` to the client.
 */
export function buildClient<Client extends object>(
  table: ClientTable,
  transport: Transport,
  at?: (transport: Transport, values: PathValues) => Transport,
): Client {
  const copy = (other: Transport): Client => buildClient(table, other, at)
  const client = {
    with: (options: CallOptions) => copy(withOptions(transport, options)),
    async batch(calls: (client: Client) => unknown) {
      const { transport: collecting, flush } = collector(transport)
      try {
        return calls(copy(collecting))
      } finally {
        flush()
      }
    },
    ...(at && { at: (values: PathValues) => copy(at(transport, values)) }),
  }
  transports.set(client, transport)
  for (const [name, entry] of Object.entries(table)) {
    // The methods of a single document are members of the client. A method with the name of another client
    // member, such as `batch`, is only available in its group.
    if (!Object.hasOwn(client, name)) defineLazy(client, name, () => bind(entry, transport))
  }
  return client as object as Client
}

/** Binds the table of a group to a transport, as `buildClient` does for all groups. */
export function buildGroup<Group extends object>(table: ClientTable, transport: Transport): Group {
  return bind(table, transport) as Group
}

/**
 * Defines a member that is bound on first use, so that `with` and `batch` are cheap. Tests can replace the
 * member.
 */
function defineLazy(target: object, name: string, make: () => unknown): void {
  const set = (value: unknown): unknown => {
    Object.defineProperty(target, name, { value, writable: true })
    return value
  }
  const get = (): unknown => set(make())
  Object.defineProperty(target, name, { get, set, enumerable: true, configurable: true })
}

/**
 * Binds a function, or all functions of a group or namespace. Functions of paginated methods also have bound
 * members.
 */
function bind(entry: object, transport: Transport): object {
  const bound = typeof entry === 'function' ? bindFunction(entry, transport) : {}
  transports.set(bound, transport)
  for (const [name, member] of Object.entries(entry) as [string, object][]) {
    Object.assign(bound, { [name]: bind(member, transport) })
  }
  return bound
}

/** Binds the first param of a standalone function. The bound function keeps the name, for `console.log`. */
function bindFunction(standalone: Function, transport: Transport): object {
  const bound: object = standalone.bind(undefined, transport)
  return Object.defineProperty(bound, 'name', { value: standalone.name })
}

import { collector } from './batch.ts'
import { chain, withOptions } from './options.ts'
import type { CallOptions, Transport } from './types.ts'

/** Standalone functions by member name. Groups and namespaces are nested tables. */
export interface ClientTable {
  readonly [name: string]: ClientTable | object
}

/** Members that every client has, in addition to its groups. */
export interface ClientBase<Client> {
  /** Returns the client with a signal, time limit or headers for every call. */
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
 * Binds a table to a transport. The type argument is the interface of the table; generated code guarantees
 * that they match. Groups are bound on first use, so that `with` is cheap.
 */
export function buildClient<Client extends object>(
  table: ClientTable,
  transport: Transport,
): Client {
  return assemble(table, transport, (other) => buildClient(table, other)) as Client
}

/** Like `buildClient`, for documents whose methods are also available on other chains. */
export function buildChainClient<Client extends object>(
  table: ClientTable,
  transport: Transport,
): Client {
  const copy = (other: Transport): object => buildChainClient(table, other)
  return assemble(table, transport, copy, {
    chain: (idOrAlias: string) => copy(chain(transport, idOrAlias)),
  }) as Client
}

/**
 * Returns a client with `with`, `batch`, the groups of the table and the members of `more`. `copy` creates
 * the same client with another transport.
 */
function assemble(
  table: ClientTable,
  transport: Transport,
  copy: (transport: Transport) => object,
  more: object = {},
): object {
  const client = {
    with: (options: CallOptions) => copy(withOptions(transport, options)),
    batch: async (calls: (client: object) => unknown) => {
      const { transport: collecting, flush } = collector(transport)
      try {
        return calls(copy(collecting))
      } finally {
        flush()
      }
    },
    ...more,
  }
  transports.set(client, transport)
  for (const [name, group] of Object.entries(table)) {
    // The methods of a single document are members of the client. One with the name of another client member,
    // such as `batch`, is only available in its group.
    if (Object.hasOwn(client, name)) continue
    defineLazy(client, name, () => bind(group, transport))
  }
  return client
}

/** Binds the table of a group to a transport, as `buildClient` does for all groups. */
export function buildGroup<Group extends object>(table: ClientTable, transport: Transport): Group {
  return bind(table, transport) as Group
}

/** Defines a property that is computed on first use and that tests can replace. */
function defineLazy(target: object, name: string, make: () => unknown): void {
  const define = (property: PropertyDescriptor): void => {
    Object.defineProperty(target, name, { ...property, enumerable: true, configurable: true })
  }
  const set = (value: unknown): void => define({ value, writable: true })
  define({
    get() {
      const value = make()
      set(value)
      return value
    },
    set,
  })
}

/**
 * Binds an entry of a table (a group, a namespace or a function) together with its members. Paginated
 * functions have members, too.
 */
function bind(entry: object, transport: Transport): object {
  const bound =
    typeof entry === 'function'
      ? Object.defineProperty(
          (...args: unknown[]): unknown => entry(transport, ...args) as unknown,
          'name',
          {
            value: entry.name,
          },
        )
      : {}
  transports.set(bound, transport)
  for (const [name, member] of Object.entries(entry) as [string, object][]) {
    Object.assign(bound, { [name]: bind(member, transport) })
  }
  return bound
}

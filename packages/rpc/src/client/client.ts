import { collector } from './batch.ts'
import { onChain, withOptions } from './options.ts'
import type { CallOptions, Transport } from './types.ts'

/** Standalone functions by the names under which a client offers them; nested for groups and namespaces. */
export interface ClientTable {
  readonly [name: string]: ClientTable | object
}

/** What every client offers beside its groups. */
export interface ClientBase<Client> {
  /** The same client with a signal, a time limit or headers for every call. */
  with(options: CallOptions): Client
  /** Calls made synchronously in the callback go as one request per endpoint. */
  batch<T>(calls: (client: Client) => T | Promise<T>): Promise<T>
}

const transports = new WeakMap<object, Transport>()

/** The transport that a client, a group or a namespace of a client is bound to. */
export function transportOf(bound: object): Transport {
  const transport = transports.get(bound)
  if (!transport) throw new TypeError('This is no client and no group of one')
  return transport
}

/**
 * Binds a table to a transport. The caller names the interface that the table implements: that is
 * the one thing which generated code vouches for here.
 */
export function buildClient<Client extends object>(
  table: ClientTable,
  transport: Transport,
): Client {
  const client = bind(table, transport)
  Object.assign(client, {
    with: (options: CallOptions) => buildClient(table, withOptions(transport, options)),
    chain: (idOrAlias: string) => buildClient(table, onChain(transport, idOrAlias)),
    batch: async (calls: (client: object) => unknown) => {
      const { transport: collecting, flush } = collector(transport)
      try {
        return calls(buildClient(table, collecting))
      } finally {
        flush()
      }
    },
  })
  return client as Client
}

/** Binds the table of one group to a transport, as `buildClient` does for all. */
export function buildGroup<Group extends object>(table: ClientTable, transport: Transport): Group {
  return bind(table, transport) as Group
}

/**
 * An entry of a table with its members: groups, and functions, of which those that page have some too. Each is
 * bound when it is first used, so that `with` costs nothing for the others.
 */
function bind(entry: object, transport: Transport): object {
  const bound =
    typeof entry === 'function'
      ? (...args: unknown[]): unknown => entry(transport, ...args) as unknown
      : {}
  transports.set(bound, transport)
  for (const [name, member] of Object.entries(entry) as [string, object][]) {
    const define = (property: PropertyDescriptor): unknown =>
      Object.defineProperty(bound, name, { ...property, enumerable: true, configurable: true })
    define({
      get() {
        const value = bind(member, transport)
        define({ value })
        return value
      },
    })
  }
  return bound
}

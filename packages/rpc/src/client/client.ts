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

/** Groups are bound when they are first used, so that `with` costs nothing for the others. */
function bind(table: object, transport: Transport): object {
  const bound = {}
  transports.set(bound, transport)
  for (const [name, entry] of Object.entries(table) as [string, unknown][]) {
    if (typeof entry === 'function') define(bound, name, bindFunction(entry, transport))
    else if (typeof entry === 'object' && entry !== null)
      defineLazy(bound, name, () => bind(entry, transport))
  }
  return bound
}

/** A paged method carries `items` and `pages`, which take the transport as well. */
function bindFunction(call: Function, transport: Transport): object {
  const bound = (...args: unknown[]): unknown => call(transport, ...args) as unknown
  for (const [name, member] of Object.entries(call) as [string, unknown][]) {
    if (typeof member === 'function') define(bound, name, bindFunction(member, transport))
  }
  return bound
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true })
}

function defineLazy(target: object, name: string, make: () => object): void {
  const get = (): object => {
    const value = make()
    define(target, name, value)
    return value
  }
  Object.defineProperty(target, name, { get, enumerable: true, configurable: true })
}

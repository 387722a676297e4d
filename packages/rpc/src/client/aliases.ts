import type { GroupDescriptor } from '../descriptor.ts'
import type { Transport, TransportRequest } from './types.ts'

type Names = Readonly<Record<string, string>>

/** What a network calls the things that the documents name neutrally: each map goes from our name to theirs. */
export interface Aliases {
  /** Prefixes of method names, before the first `.`. */
  readonly namespaces?: Names
  /** Whole method names; they win over `namespaces`. */
  readonly methods?: Names
  /** Segments of paths, between two `/`. */
  readonly pathSegments?: Names
  /** Names of virtual machines, which occur in results as whole strings or as names of members. */
  readonly virtualMachines?: Names
  /** Names of assets, where params and results may hold them: in the members named. */
  readonly assets?: { readonly aliases: Names; readonly members: readonly string[] }
}

/**
 * Translates requests to the names of a node, and its responses back: the same client talks to another
 * network's nodes. Put it next to the network: `createClient({ transport: retry(aliased(http(url), overlay)) })`.
 */
export function aliased(transport: Transport, names: Aliases): Transport {
  const { aliases = {}, members = [] } = names.assets ?? {}
  const assets = new Map(Object.entries(aliases))
  const ours = inverted(aliases)
  const machines = inverted(names.virtualMachines ?? {})
  const out: Rename = (key, text) => (members.includes(key) ? assets.get(text) : undefined)
  const back: Rename = (key, text) =>
    (members.includes(key) ? ours.get(text) : undefined) ?? machines.get(text)
  const sent = (request: TransportRequest): TransportRequest => {
    const { path, method, params, batch, call, events } = request
    return {
      ...request,
      path: pathName(names, path),
      ...(method !== undefined && { method: methodName(names, method) }),
      ...(params !== undefined && { params: renamed(params, out) }),
      ...(batch && { batch: batch.map(sent) }),
      ...(call && { call: { ...call, group: groupNames(names, call.group) } }),
      ...(events && {
        events: {
          ...events,
          notification: methodName(names, events.notification),
          unsubscribe: methodName(names, events.unsubscribe),
          event: (payload) => events.event(renamed(payload, back)),
        },
      }),
    }
  }
  return async (request) => {
    const response = await transport(sent(request))
    return { ...response, message: renamed(response.message, back) }
  }
}

function inverted(names: Names): ReadonlyMap<string, string> {
  return new Map(Object.entries(names).map(([our, their]) => [their, our]))
}

function methodName({ methods = {}, namespaces = {} }: Aliases, wire: string): string {
  if (Object.hasOwn(methods, wire)) return methods[wire] ?? wire
  const dot = wire.indexOf('.')
  const prefix = wire.slice(0, dot)
  return dot > 0 && Object.hasOwn(namespaces, prefix)
    ? `${namespaces[prefix]}${wire.slice(dot)}`
    : wire
}

function pathName({ pathSegments = {} }: Aliases, path: string): string {
  const [way = '', ...query] = path.split('?')
  const segments = way
    .split('/')
    .map((one) => (Object.hasOwn(pathSegments, one) ? pathSegments[one] : one))
  return [segments.join('/'), ...query].join('?')
}

function groupNames(names: Aliases, group: GroupDescriptor): GroupDescriptor {
  const { wsPath, chainWsPath } = group
  return {
    ...group,
    ...(wsPath !== undefined && { wsPath: pathName(names, wsPath) }),
    ...(chainWsPath !== undefined && { chainWsPath: pathName(names, chainWsPath) }),
  }
}

/** Another name for a string of a message: a value, with the name of its member, or the name of a member itself. */
type Rename = (key: string, text: string) => string | undefined

/** A copy with other names. The items of a list have no name. */
function renamed(value: unknown, rename: Rename, key: string = ''): unknown {
  if (typeof value === 'string') return rename(key, value) ?? value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      rename('', name) ?? name,
      renamed(member, rename, name),
    ]),
  )
}

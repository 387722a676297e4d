import type { GroupDescriptor } from '../descriptor.ts'
import type { Transport, TransportRequest } from './types.ts'

type Names = Readonly<Record<string, string>>

/**
 * A network's names for elements that the documents name neutrally. Each map goes from the name in the
 * documents to the network's name.
 */
export interface Aliases {
  /** Prefixes of method names, before the first `.`. */
  readonly namespaces?: Names
  /** Whole method names; they take precedence over `namespaces`. */
  readonly methods?: Names
  /** Path segments, between two `/`. */
  readonly pathSegments?: Names
  /** Names of virtual machines, which occur in results as whole strings or as member names. */
  readonly virtualMachines?: Names
  /** Names of assets, replaced in params and results in the listed members only. */
  readonly assets?: { readonly aliases: Names; readonly members: readonly string[] }
}

/**
 * Translates requests to the names of a node and its responses back, so that the same client works with
 * another network's nodes. Make it the innermost transport: `createClient({ transport:
 * retry(aliased(http(url), overlay)) })`.
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
          ...(events.unsubscribe !== undefined && {
            unsubscribe: methodName(names, events.unsubscribe),
          }),
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

function methodName({ methods = {}, namespaces = {} }: Aliases, name: string): string {
  if (Object.hasOwn(methods, name)) return methods[name] ?? name
  const dot = name.indexOf('.')
  const prefix = name.slice(0, dot)
  return dot > 0 && Object.hasOwn(namespaces, prefix)
    ? `${namespaces[prefix]}${name.slice(dot)}`
    : name
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

/**
 * Returns the new name for a string of a message. `key` is the name of the member that holds the string; it
 * is empty for array items and for the member names themselves.
 */
type Rename = (key: string, text: string) => string | undefined

/** Returns a copy of a value with its names replaced. */
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

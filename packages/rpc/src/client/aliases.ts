import type { GroupDescriptor } from '../descriptor.ts'
import type { Transport, TransportRequest } from './types.ts'

type Names = Readonly<Record<string, string>>

/**
 * Names that a network uses instead of the neutral names in the documents. In each map, the keys are the
 * names in the documents, and the values are the names that the network uses.
 */
export interface Aliases {
  /** Prefixes of method names, before the first `.`. */
  readonly namespaces?: Names
  /** Whole method names. They take precedence over `namespaces`. */
  readonly methods?: Names
  /** Path segments between slashes. */
  readonly pathSegments?: Names
  /** Names of virtual machines. In results, a name is replaced if it is a whole string or a member name. */
  readonly virtualMachines?: Names
  /**
   * Names of assets. They are replaced in params and results, but only in the members listed in `members`.
   */
  readonly assets?: { readonly aliases: Names; readonly members: readonly string[] }
}

/**
 * Translates names in requests to the names that another network's servers use, and translates names in
 * responses back, so that the same client works with both networks. Make it the innermost transport:
 * `createClient({ transport: retry(aliased(http(url), overlay)) })`.
 */
export function aliased(transport: Transport, names: Aliases): Transport {
  const { aliases = {}, members = [] } = names.assets ?? {}
  const networkAssets = new Map(Object.entries(aliases))
  const neutralAssets = inverted(aliases)
  const neutralMachines = inverted(names.virtualMachines ?? {})
  const toNetwork: Rename = (key, text) =>
    members.includes(key) ? networkAssets.get(text) : undefined
  const toNeutral: Rename = (key, text) =>
    (members.includes(key) ? neutralAssets.get(text) : undefined) ?? neutralMachines.get(text)
  const translated = (request: TransportRequest): TransportRequest => {
    const { path, wsPath, method, params, batch, call, events } = request
    return {
      ...request,
      path: pathName(names, path),
      ...(wsPath !== undefined && { wsPath: pathName(names, wsPath) }),
      ...(method !== undefined && { method: methodName(names, method) }),
      ...(params !== undefined && { params: renamed(params, toNetwork) }),
      ...(batch && { batch: batch.map(translated) }),
      ...(call && { call: { ...call, group: groupNames(names, call.group) } }),
      ...(events && {
        events: {
          ...events,
          notification: methodName(names, events.notification),
          ...(events.unsubscribe !== undefined && {
            unsubscribe: methodName(names, events.unsubscribe),
          }),
          event: (payload) => events.event(renamed(payload, toNeutral)),
        },
      }),
    }
  }
  return async (request) => {
    const response = await transport(translated(request))
    return { ...response, message: renamed(response.message, toNeutral) }
  }
}

function inverted(names: Names): ReadonlyMap<string, string> {
  return new Map(Object.entries(names).map(([neutral, network]) => [network, neutral]))
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
  const [endpoint = '', ...query] = path.split('?')
  const segments = endpoint
    .split('/')
    .map((one) => (Object.hasOwn(pathSegments, one) ? pathSegments[one] : one))
  return [segments.join('/'), ...query].join('?')
}

function groupNames(names: Aliases, group: GroupDescriptor): GroupDescriptor {
  const { wsPath } = group
  return wsPath === undefined ? group : { ...group, wsPath: pathName(names, wsPath) }
}

/**
 * Returns the new name for a string in a message, or undefined to keep the string. `key` is the name of the
 * member whose value is the string. It is empty for array items and for member names.
 */
type Rename = (key: string, text: string) => string | undefined

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

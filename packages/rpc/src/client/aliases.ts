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
  /** Names of virtual machines, which stand in results as whole texts or as names of members. */
  readonly virtualMachines?: Names
  /** Names of assets, where params and results may hold them: in the members named. */
  readonly assets?: { readonly aliases: Names; readonly members: readonly string[] }
}

/**
 * Speaks to a node in its own names, and answers in ours: the same client talks to another network's
 * nodes. Put it next to the network: `createClient({ transport: retry(aliased(http(url), overlay)) })`.
 */
export function aliased(transport: Transport, names: Aliases): Transport {
  const { aliases = {}, members = [] } = names.assets ?? {}
  const ours = inverted(aliases)
  const machines = inverted(names.virtualMachines ?? {})
  const bodyOf = ({ body, batch, call }: TransportRequest): string | undefined => {
    if (batch) return `[${batch.map((one) => bodyOf(one) ?? '').join()}]`
    const wire = JSON.stringify(call?.name ?? '')
    // The method stands before the params, which may hold anything.
    const named = body?.replace(`"method":${wire}`, () => `"method":${methodText(call?.name)}`)
    return (
      named &&
      renamed(named, (key, text) =>
        members.includes(key) && Object.hasOwn(aliases, text) ? aliases[text] : undefined,
      )
    )
  }
  const methodText = (wire: string = ''): string => JSON.stringify(methodName(names, wire))
  const back: Rename = (key, text) =>
    members.includes(key) && Object.hasOwn(ours, text) ? ours[text] : machines[text]
  return async (request) => {
    const { path, call, events } = request
    const body = bodyOf(request)
    const { message: _parsed, ...response } = await transport({
      ...request,
      path: pathName(names, path),
      ...(body !== undefined && { body }),
      ...(call && { call: { ...call, group: groupNames(names, call.group) } }),
      ...(events && {
        events: {
          ...events,
          notification: methodName(names, events.notification),
          unsubscribe: methodName(names, events.unsubscribe),
          // Long integers are texts by now, so that nothing is lost on the way through text.
          event: (payload) => events.event(renamedValue(payload, back)),
        },
      }),
    })
    return { ...response, body: renamed(response.body, back) }
  }
}

function inverted(names: Names): Names {
  const pairs = Object.entries(names).map(([our, their]) => [their, our])
  // Without a prototype, so that `constructor` is no name of anything.
  return Object.assign(Object.create(null) as object, Object.fromEntries(pairs)) as Names
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

/** What a text of JSON is to be instead: a value, with the name of its member, or a name itself. */
type Rename = (key: string, text: string) => string | undefined

/** The same in a value, whose long integers are texts by now, so that none is lost on the way through JSON. */
function renamedValue(value: unknown, rename: Rename): unknown {
  return value === undefined ? value : JSON.parse(renamed(JSON.stringify(value), rename))
}

/** Renames in JSON text: numbers keep their digits, and all else its form. */
function renamed(json: string, rename: Rename): string {
  let out = ''
  let copied = 0
  let key = ''
  for (let start = json.indexOf('"'); start >= 0;) {
    const end = endOf(json, start)
    const text = json.slice(start + 1, end)
    const isKey = /^\s*:/.test(json.slice(end + 1, end + 16))
    const other = rename(isKey ? '' : key, text)
    if (other !== undefined) {
      out += json.slice(copied, start) + JSON.stringify(other)
      copied = end + 1
    }
    // The items of a list have no name.
    key = isKey ? text : ''
    start = json.indexOf('"', end + 1)
  }
  return out + json.slice(copied)
}

/** Where a text ends that begins at a quote. */
function endOf(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (end >= 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end < 0 ? json.length : end
}

function isEscaped(json: string, at: number): boolean {
  let before = at
  while (json[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}

import { isDeepStrictEqual } from 'node:util'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import type { Group, Method } from '../types.ts'
import type { JsonObject } from '../../json/types.ts'
import type { GroupDraft } from '../document/group.ts'
import { childNamespaces } from './namespaces.ts'
import { type ConfiguredGroups, configuredKey, keyOf } from './group-names.ts'

/** Returns the members of a client that do not come from documents. */
function clientMembers(groups: readonly GroupDraft[]): readonly string[] {
  const haveVariables = groups.some(({ route }) => route.at !== undefined)
  return ['with', 'batch', ...(haveVariables ? ['at'] : [])]
}

/**
 * Returns the shortcuts of each group: group members that are also direct members of the client, so
 * that calls need not name the group.
 *
 * A group named `''` has shortcuts to all its members. If neither the configuration nor `x-group`
 * names any group, all groups have shortcuts, provided that they share an endpoint.
 *
 * A shortcut is omitted and reported if its name is already a member of the client. A shortcut is
 * omitted without a report if several groups at the same endpoint have a member of that name.
 */
export function shortcutsOf(
  documents: readonly { readonly file: string; readonly json: JsonObject }[],
  groups: readonly GroupDraft[],
  configured: ConfiguredGroups = {},
): { readonly shortcuts: readonly (readonly string[])[]; readonly findings: readonly Finding[] } {
  const named = documents.map(
    (document) => configuredKey(document, configured) ?? keyOf(document.json),
  )
  const isNameless = named.every((name) => name === undefined)
  const isShort = named.map((name) => name === '' || (isNameless && haveOneEndpoint(groups)))
  const taken = new Set(clientMembers(groups))
  const all = groups.flatMap(membersOfGroup)
  const shared = new Set(isNameless ? all.filter((name, index) => all.indexOf(name) !== index) : [])
  const findings: Finding[] = []
  const shortcuts = groups.map((group, index) => {
    if (isShort[index] !== true) return []
    const others = new Set(groups.flatMap(({ key }, other) => (other === index ? [] : [key])))
    const members = membersOfGroup(group).filter((name) => !shared.has(name))
    const free = members.filter((name) => !taken.has(name) && !others.has(name))
    for (const name of members) {
      if (free.includes(name)) taken.add(name)
      else findings.push(takenName(group, name))
    }
    return free
  })
  return { shortcuts, findings }
}

/** Whether all groups have the same endpoint. True for a single group. */
function haveOneEndpoint(groups: readonly GroupDraft[]): boolean {
  const endpoints = groups.map(({ route, servers }) => {
    const { path, at, wsPath, wsAt } = route
    return { path, at, wsPath, wsAt, servers }
  })
  return endpoints.every((endpoint) => isDeepStrictEqual(endpoint, endpoints[0]))
}

/** Returns the top-level names of a group in a client. */
export function membersOfGroup({
  methods,
  namespaces,
}: {
  readonly methods: readonly Pick<
    Method,
    'member' | 'namespace' | 'params' | 'subscription' | 'rest'
  >[]
  readonly namespaces: Group['namespaces']
}): readonly string[] {
  const top = methods.filter(({ namespace }) => namespace === '')
  return [
    ...top.map(({ member }) => member),
    ...childNamespaces(namespaces)('').map(({ member }) => member),
    ...(methods.some(({ subscription: one, params }) => one?.single ?? (one && params.length > 0))
      ? ['subscribe']
      : []),
    ...(methods.some(({ rest }) => rest.length > 0) ? ['get'] : []),
  ]
}

function takenName({ file, key }: GroupDraft, name: string): Finding {
  return {
    code: 'RL311',
    message: `Clients already have a member \`${name}\`; use \`${key}.${name}\` for this document.`,
    place: { file, pointer: '' },
  }
}

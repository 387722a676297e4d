import { type Api, clientGroups, type Group, reversed } from 'rpcloom/model'

/** The groups that the site shows. What clients implement is in groups of its own. */
export interface ShownGroups {
  readonly groups: readonly Group[]
  readonly implemented: ImplementedByClients
}

/** The groups that clients implement, by their keys on the site. */
export type ImplementedByClients = ReadonlyMap<string, ClientGroup>

export interface ClientGroup {
  /** Names from all handlers of a peer, or from `ctx.client`, to those of the group. */
  readonly path: readonly string[]
  /** Slug of the group in the packages. */
  readonly slug: string
}

/** Adds a group for the methods of each document that clients implement. */
export function shownGroups({ groups }: Pick<Api, 'groups'>): ShownGroups {
  const isAlone = clientGroups({ groups }).length === 1
  const implemented = new Map<string, ClientGroup>()
  const keys = new Set(groups.map(({ key }) => key))
  const shown = groups.flatMap((group): readonly Group[] => {
    if (group.clientMethods.length === 0) return [group]
    let key = `${group.key}Client`
    while (keys.has(key)) key += '_'
    keys.add(key)
    implemented.set(key, { path: isAlone ? [] : [group.key], slug: group.slug })
    const client: Group = {
      ...reversed(group),
      key,
      slug: `${group.slug}-client`,
      title: `${group.title}: client`,
      // A method that both sides implement has a page in each group.
      methods: group.clientMethods.map((method) => ({ ...method })),
      shortcuts: [],
      featured: [],
      errors: [],
      terms: [],
    }
    return group.methods.length === 0 ? [client] : [group, client]
  })
  return { groups: shown, implemented }
}

import { type Api, clientGroups, type Group, reversed } from 'rpcloom/model'

/** The groups that the site shows. What clients implement is in groups of its own. */
export interface ShownGroups {
  readonly groups: readonly Group[]
  /** Names from the handlers of a peer to those of a group, by the key of a group that clients implement. */
  readonly handlerPaths: ReadonlyMap<string, readonly string[]>
}

/** Adds a group for the methods of each document that clients implement. */
export function shownGroups({ groups }: Pick<Api, 'groups'>): ShownGroups {
  const isAlone = clientGroups({ groups }).length === 1
  const handlerPaths = new Map<string, readonly string[]>()
  const keys = new Set(groups.map(({ key }) => key))
  const shown = groups.flatMap((group): readonly Group[] => {
    if (group.clientMethods.length === 0) return [group]
    let key = `${group.key}Client`
    while (keys.has(key)) key += '_'
    keys.add(key)
    handlerPaths.set(key, isAlone ? [] : [group.key])
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
  return { groups: shown, handlerPaths }
}

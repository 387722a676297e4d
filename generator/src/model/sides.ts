import type { Api, Group } from './types.ts'

/** Returns the methods of both sides. A method that both sides implement is returned once. */
export function everyMethod<Method>({
  methods,
  clientMethods,
}: {
  readonly methods: readonly Method[]
  readonly clientMethods: readonly Method[]
}): readonly Method[] {
  const own = new Set(methods)
  return [...methods, ...clientMethods.filter((method) => !own.has(method))]
}

/**
 * Returns a group as a server sees it that calls its clients: `methods` are what the client implements. Its
 * types have other names than those of the group.
 */
export function reversed(group: Group): Group {
  const { methods, namespaces, clientMethods, clientNamespaces } = group
  return {
    ...group,
    typeName: clientTypeName(group),
    methods: clientMethods,
    namespaces: clientNamespaces,
    clientMethods: methods,
    clientNamespaces: namespaces,
  }
}

/** Returns the prefix of the type names of what the client of a group implements: `LspClient`. */
export function clientTypeName({ typeName }: Pick<Group, 'typeName'>): string {
  return `${typeName}Client`
}

/** Returns the groups with methods that the client implements, reversed. */
export function clientGroups({ groups }: Pick<Api, 'groups'>): readonly Group[] {
  return groups.filter(({ clientMethods }) => clientMethods.length > 0).map(reversed)
}

/** Whether the documents say more of peers than what a server implements. */
export function hasPeer(api: Pick<Api, 'groups'>): boolean {
  return api.groups.some(
    ({ clientMethods, cancel, progress }) => clientMethods.length > 0 || cancel || progress,
  )
}

/** Returns the model without the groups of which only the client implements methods. */
export function serverSide(api: Api): Api {
  const groups = api.groups.filter(
    ({ methods, clientMethods }) => methods.length > 0 || clientMethods.length === 0,
  )
  return groups.length === api.groups.length ? api : { ...api, groups }
}

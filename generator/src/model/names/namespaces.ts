import { gather } from '../../json/gather.ts'

/** Returns the names from the group to a namespace: `['device', 'port']` for `device.port`. */
export function namespaceNames(namespace: string): readonly string[] {
  return namespace === '' ? [] : namespace.split('.')
}

/** Returns the names from the group to a method: `['device', 'port', 'read']`. */
export function memberPath({
  namespace,
  member,
}: {
  readonly namespace: string
  readonly member: string
}): readonly string[] {
  return [...namespaceNames(namespace), member]
}

/**
 * Returns a function that returns the namespaces directly in a namespace, or directly in the group (an empty
 * string).
 */
export function childNamespaces<Space extends { readonly name: string }>(
  namespaces: readonly Space[],
): (parent: string) => readonly (Space & { readonly member: string })[] {
  const children = gather(
    namespaces
      .filter(({ name }) => name !== '')
      .map((space) => {
        const dot = space.name.lastIndexOf('.')
        const [parent, member] = [space.name.slice(0, Math.max(dot, 0)), space.name.slice(dot + 1)]
        return [parent, { ...space, member }] as const
      }),
  )
  return (parent) => children.get(parent) ?? []
}

/** Whether a namespace is another namespace or below it. The unnamed namespace contains no other. */
export function isWithin(namespace: string, outer: string): boolean {
  return namespace === outer || (outer !== '' && namespace.startsWith(`${outer}.`))
}

/** Adds the namespaces that contain others, each before the first namespace in it. */
export function withParents(namespaces: readonly string[]): readonly string[] {
  const all = namespaces.flatMap((namespace) => {
    const names = namespaceNames(namespace)
    return names.length === 0 ? [''] : names.map((_, index) => names.slice(0, index + 1).join('.'))
  })
  return [...new Set(all)]
}

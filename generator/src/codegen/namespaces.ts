import type { Group } from '../model/types.ts'
import { childNamespaces } from '../model/names/namespaces.ts'
import { memberName } from './quote.ts'
import type { PropertyMember } from './type-node.ts'

/** Returns a function for the properties of the namespaces in a namespace, or in the group (an empty string). */
export function namespaceProperties(
  namespaces: Group['namespaces'],
  typeOf: (namespace: Group['namespaces'][number]) => Pick<PropertyMember, 'type' | 'optional'>,
): (parent: string) => readonly PropertyMember[] {
  const childrenOf = childNamespaces(namespaces)
  return (parent) =>
    childrenOf(parent).map((namespace) => ({
      name: memberName(namespace.member),
      readonly: true,
      ...typeOf(namespace),
    }))
}

/** Returns the type of a group's handlers in which every handler and every namespace is optional. */
export function partialHandlers(
  handlers: string,
  { namespaces }: Pick<Group, 'namespaces'>,
): string {
  const childrenOf = childNamespaces(namespaces)
  const partial = (type: string, parent: string): string => {
    const nested = childrenOf(parent)
    if (nested.length === 0) return `Partial<${type}>`
    const members = nested.map(
      ({ name, member }) =>
        `readonly ${memberName(member)}?: ${partial(`${type}[${JSON.stringify(member)}]`, name)}`,
    )
    const names = nested.map(({ member }) => JSON.stringify(member)).join(' | ')
    return `Partial<Omit<${type}, ${names}>> & { ${members.join('; ')} }`
  }
  return partial(handlers, '')
}

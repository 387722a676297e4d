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

import type { Method } from 'rpcloom/model'
import {
  docText,
  endingMethods,
  groupParts,
  handlerMember,
  interfaceOf,
  isServedItself,
  type MethodMember,
  namespaceProperties,
  type SourceOutput,
} from 'rpcloom/codegen'
import type { GroupContext } from './context.ts'
import { topicMembers } from './subscriptions.ts'

/** Prints the interface of a group's handlers, after the interfaces of its namespaces. */
export function handlerInterfaces(context: GroupContext): SourceOutput['statements'] {
  const { group } = context
  const spaces = namespaceProperties(group.namespaces, ({ name, typeName }) => ({
    type: `${typeName}Handlers`,
    optional: isServedItself(group, name),
  }))
  return groupParts(group).map(({ name, typeName, title, methods }) =>
    interfaceOf({
      name: `${typeName}Handlers`,
      doc: docText({ summary: `Handlers of ${title}.` }),
      methods: members(context, methods),
      properties: spaces(name),
    }),
  )
}

function members(context: GroupContext, methods: readonly Method[]): readonly MethodMember[] {
  const ends = endingMethods(context.group)
  return methods.flatMap((method) => {
    if (ends.has(method.name)) return []
    return method.subscription
      ? topicMembers(context, method)
      : [handlerMember(context.scope, method, context.ctx)]
  })
}

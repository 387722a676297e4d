import {
  docText,
  handlerMember,
  interfaceOf,
  isServedItself,
  type MethodMember,
  namespaceProperties,
  nested,
  type SourceOutput,
} from 'rpcloom/codegen'
import { exportsOf, type GroupContext } from './context.ts'
import { endingMethods, topicMembers } from './subscriptions.ts'

/** Prints the interface of a group's handlers, after the interfaces of its namespaces. */
export function handlerInterfaces(context: GroupContext): SourceOutput['statements'] {
  const { group } = context
  const top = group.namespaces.filter(({ name }) => name === '').flatMap(({ methods }) => methods)
  const spaces = namespaceProperties(group.namespaces, ({ name, typeName }) => ({
    type: `${typeName}Handlers`,
    optional: isServedItself(group, name),
  }))
  return [
    ...nested(group).map(({ name, typeName, methods }) =>
      interfaceOf({
        name: `${typeName}Handlers`,
        doc: docText({ summary: `Handlers of namespace \`${name}\` of ${group.title}.` }),
        methods: members(context, methods),
        properties: spaces(name),
      }),
    ),
    interfaceOf({
      name: exportsOf(group).handlers,
      doc: docText({ summary: `Handlers of ${group.title}.` }),
      methods: members(context, top),
      properties: spaces(''),
    }),
  ]
}

function members(context: GroupContext, indices: readonly number[]): readonly MethodMember[] {
  const ends = endingMethods(context.group)
  return indices.flatMap((index) => {
    const method = context.group.methods[index]
    if (method === undefined || ends.has(method.name)) return []
    return method.subscription
      ? topicMembers(context, method)
      : [handlerMember(context.scope, method, context.ctx)]
  })
}

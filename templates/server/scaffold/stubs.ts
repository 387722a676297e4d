import type { Api, Group, Method } from 'rpcloom/model'
import { camel, childNamespaces, pascal, safeStem } from 'rpcloom/model'
import {
  customTypeText,
  docText,
  exportedTypes,
  interfaceKey,
  type MethodMember,
  printType,
  type TypeCode,
  typeNames,
  type StubClass,
  type StubMember,
  type StubMethod,
  stubDoc,
  type TypeUse,
} from 'rpcloom/codegen'
import { exportsOf, runtime } from '../context.ts'
import { handler, handlerNames, isServedItself, nested, servesItself } from '../handlers.ts'
import { endingMethods, topicHandlers, topicMembers } from '../subscriptions.ts'

/** Returns the class of a group, followed by the classes of its namespaces. */
export function stubClasses(api: Api, group: Group, packageName: string): readonly StubClass[] {
  const module = `${packageName}/${group.slug}`
  const { table, errors, handlers } = exportsOf(group)
  const exports = new Set([...exportedTypes(api, group), ...handlerNames(group), table, errors])
  const shared = { module, exports }
  const useTypes = typeUses(api, group, packageName)
  const methodsOf = (indices: readonly number[]): readonly StubMember[] =>
    indices.flatMap((index) => {
      const method = group.methods[index]
      return method === undefined ? [] : stubsOf(group, method, useTypes)
    })
  const spaces = stubbedNamespaces(group)
  const stems = namespaceStems(spaces)
  const childrenOf = childNamespaces(spaces)
  const propertiesOf = (parent: string): readonly StubMember[] =>
    childrenOf(parent).map(({ member, typeName }) => ({
      kind: 'namespace',
      member,
      of: interfaceKey({ module, interfaceName: `${typeName}Handlers` }),
    }))
  const namespaces = spaces.map(({ name, typeName, methods }, index): StubClass => ({
    ...shared,
    interfaceName: `${typeName}Handlers`,
    className: `${typeName}Service`,
    path: `src/groups/${group.slug}/${stems[index]}.ts`,
    doc: docText({ summary: `Namespace \`${name}\` of ${group.title}.` }),
    members: [...propertiesOf(name), ...methodsOf(methods)],
  }))
  const top = group.namespaces.filter(({ name }) => name === '').flatMap(({ methods }) => methods)
  const own: StubClass = {
    ...shared,
    interfaceName: handlers,
    className: `${group.typeName}Service`,
    path: `src/groups/${group.slug}.ts`,
    doc: docText({ summary: `${group.title}.` }),
    members: [...propertiesOf(''), ...methodsOf(top)],
  }
  return [own, ...namespaces]
}

function stubbedNamespaces(group: Group): Group['namespaces'] {
  return nested(group).filter(({ name }) => !isServedItself(group, name))
}

/** Returns file names for the namespaces, without their extension. */
function namespaceStems(namespaces: Group['namespaces']): readonly string[] {
  const stems: string[] = []
  for (const { name } of namespaces) {
    const wish = safeStem(camel(pascal(name)), '-namespace') || 'namespace'
    let stem = wish
    for (let count = 2; stems.includes(stem); count++) stem = `${wish}-${count}`
    stems.push(stem)
  }
  return stems
}

/** Calls `make` with a scope. Returns the printed type with the names to import. */
type TypeUses = (make: (scope: Parameters<typeof handler>[0]) => TypeCode) => TypeUse

function typeUses(api: Api, group: Group, packageName: string): TypeUses {
  return (make) => {
    const names = new Map<string, TypeUse['names'][number]>()
    const type = make({
      type(id, form) {
        const named = api.types.get(id)
        if (named === undefined) return 'unknown'
        const name = form === 'input' ? named.inputName : named.name
        names.set(name, { module: `${packageName}/${group.slug}`, name })
        return name
      },
      format(type) {
        const name = customTypeText(type)
        if (type.kind === 'exported') names.set(name, { module: packageName, name })
        return name
      },
      use(from, name) {
        // The root of the package re-exports all names of the runtime that handlers use.
        names.set(name, { module: from === runtime ? packageName : from, name })
        return name
      },
    })
    const used = new Set(typeNames(type))
    const found = [...names.values()].filter(({ name }) => used.has(name))
    return { text: printType(type), names: found }
  }
}

/**
 * Returns the stubs of a method: for a subscription, one stub for each topic. A method that ends
 * subscriptions, or that the server itself implements, has no stub.
 */
function stubsOf(group: Group, method: Method, useTypes: TypeUses): readonly StubMember[] {
  if (endingMethods(group).has(method.name) || servesItself(method)) return []
  if (method.subscription === undefined) {
    const types = typesOfHandler((scope) => handler(scope, method), useTypes)
    return [stubMethod(method, types)]
  }
  const names = topicHandlers(group)
  return method.subscription.topics.map((topic, index) => {
    const print: Print = (scope) => topicMembers({ group, scope }, method)[index]
    return {
      kind: 'method',
      gives: 'events',
      name: `${method.name} ${topic.name}`,
      member: names.get(topic) ?? topic.identifier,
      doc: useTypes((scope) => print(scope)?.doc ?? '').text,
      ...typesOfHandler(print, useTypes),
    }
  })
}

type Print = (scope: Parameters<typeof handler>[0]) => MethodMember | undefined

function typesOfHandler(
  print: Print,
  useTypes: TypeUses,
): Pick<StubMethod, 'params' | 'context' | 'result'> {
  const part = (pick: (member: MethodMember) => TypeCode | undefined): TypeUse =>
    useTypes((scope) => {
      const member = print(scope)
      return (member && pick(member)) ?? 'unknown'
    })
  return {
    params: part((member) => member.arguments[0]?.type),
    context: part((member) => member.arguments[1]?.type),
    // Stubs are asynchronous, so the result is the argument of `Awaitable` or `Events`.
    result: part(({ returns }) =>
      typeof returns === 'object' && returns.kind === 'name' ? returns.arguments[0] : returns,
    ),
  }
}

function stubMethod(
  method: Method,
  types: Pick<StubMethod, 'params' | 'context' | 'result'>,
): StubMember {
  return {
    kind: 'method',
    gives: 'promise',
    name: method.name,
    member: method.member,
    doc: stubDoc(method),
    ...types,
    ...(method.doc.deprecated?.replacedBy !== undefined && {
      replacedBy: method.doc.deprecated.replacedBy,
    }),
  }
}

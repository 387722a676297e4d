import { camel, pascal, safeStem } from '../model/names/identifiers.ts'
import { childNamespaces } from '../model/names/namespaces.ts'
import type { Api, Group, Method } from '../model/types.ts'
import { handlerMember, handlerNames, handlerRuntime, isServedItself, nested } from './handlers.ts'
import { docText } from './jsdoc.ts'
import { stubDoc } from './method-doc.ts'
import { printType } from './print-type.ts'
import {
  interfaceKey,
  type StubClass,
  type StubMember,
  type StubMethod,
  type TypeUse,
} from './scaffold.ts'
import { customTypeText } from './scope.ts'
import { exportedTypes } from './type-exports.ts'
import { type MethodMember, type TypeCode, typeNames } from './type-node.ts'

/** The modules that the stubs of a group import. */
export interface StubModules {
  /** Module of the handler interfaces. */
  readonly handlers: string
  /** Module of the types of params and results. */
  readonly types: string
  /** Module of the names of the runtime. */
  readonly entry: string
  /** Package that exports the types of custom formats. */
  readonly formats: string
}

/** Returns the stubs of a method. */
export type StubsOf = (method: Method, useTypes: TypeUses) => readonly StubMember[]

/** Returns the class of a group, followed by the classes of its namespaces. */
export function stubClasses(
  api: Api,
  group: Group,
  modules: StubModules,
  stubsOf: StubsOf = (method, useTypes) => [methodStub(method, useTypes)],
): readonly StubClass[] {
  const exports = new Set([...exportedTypes(api, group), ...handlerNames(group)])
  const shared = { module: modules.handlers, types: modules.types, exports }
  const useTypes = typeUses(api, modules)
  const methodsOf = (indices: readonly number[]): readonly StubMember[] =>
    indices.flatMap((index) => {
      const method = group.methods[index]
      return method === undefined ? [] : stubsOf(method, useTypes)
    })
  const spaces = stubbedNamespaces(group)
  const stems = namespaceStems(spaces)
  const childrenOf = childNamespaces(spaces)
  const propertiesOf = (parent: string): readonly StubMember[] =>
    childrenOf(parent).map(({ member, typeName }) => ({
      kind: 'namespace',
      member,
      of: interfaceKey({ module: modules.handlers, interfaceName: `${typeName}Handlers` }),
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
    interfaceName: `${group.typeName}Handlers`,
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
export type TypeUses = (make: (scope: HandlerScope) => TypeCode) => TypeUse

type HandlerScope = Parameters<typeof handlerMember>[0]

function typeUses(api: Api, { types, entry, formats }: StubModules): TypeUses {
  return (make) => {
    const names = new Map<string, TypeUse['names'][number]>()
    const type = make({
      type(id, form) {
        const named = api.types.get(id)
        if (named === undefined) return 'unknown'
        const name = form === 'input' ? named.inputName : named.name
        names.set(name, { module: types, name })
        return name
      },
      format(type) {
        const name = customTypeText(type)
        if (type.kind === 'exported') names.set(name, { module: formats, name })
        return name
      },
      use(from, name) {
        // The entry re-exports all names of the runtime that handlers use.
        names.set(name, { module: from === handlerRuntime ? entry : from, name })
        return name
      },
    })
    const used = new Set(typeNames(type))
    const found = [...names.values()].filter(({ name }) => used.has(name))
    return { text: printType(type), names: found }
  }
}

/** Returns the signature of a handler. */
type Print = (scope: HandlerScope) => MethodMember | undefined

/** Returns the types in the signature of a handler. */
export function typesOfHandler(
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

/** Returns the stub of a method. */
export function methodStub(method: Method, useTypes: TypeUses): StubMember {
  return {
    kind: 'method',
    gives: 'promise',
    name: method.name,
    member: method.member,
    doc: stubDoc(method),
    ...typesOfHandler((scope) => handlerMember(scope, method), useTypes),
    ...(method.doc.deprecated?.replacedBy !== undefined && {
      replacedBy: method.doc.deprecated.replacedBy,
    }),
  }
}

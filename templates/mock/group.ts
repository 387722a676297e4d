import type { Api, Group, Method } from 'rpcloom/model'
import {
  docText,
  type Form,
  interfaceOf,
  memberName,
  numberLiteral,
  openScope,
  remembered,
  paramsText,
  type PropertyMember,
  quoteString,
  resultText,
  type Scope,
  type SourceOutput,
  standaloneDoc,
  type TargetOptions,
} from 'rpcloom/emit'
import { mockName, runtime, serverPackage } from './context.ts'

/** The module of one group: types only, the mock itself is built from the server's tables. */
export const groupModule: typeof makeModule = remembered(makeModule)

function makeModule(api: Api, group: Group, options: TargetOptions): SourceOutput {
  const path = `src/${group.slug}.ts`
  const nested = group.namespaces.filter(({ name }) => name !== '')
  const scope = openScope(api, path, [mockName(group), ...nested.map(mockName)], new Set())
  const types = serverTypes(api, scope, `${serverPackage(api, options)}/${group.slug}`)
  const top = group.namespaces.filter(({ name }) => name === '').flatMap(({ methods }) => methods)
  const statements = [
    ...nested.map((namespace) =>
      interfaceOf({
        name: mockName(namespace),
        doc: docText({
          summary: `Answers of the methods in namespace \`${namespace.name}\` of ${group.title}.`,
        }),
        properties: members(group, namespace.methods, types),
      }),
    ),
    interfaceOf({
      name: mockName(group),
      doc: docText({ summary: `Answers of the methods of ${group.title}.` }),
      properties: [
        ...members(group, top, types),
        ...nested.map((namespace) => ({
          name: memberName(namespace.name),
          type: mockName(namespace),
          readonly: true,
        })),
      ],
    }),
  ]
  return { kind: 'typescript', path, from: group.file, imports: scope.imports(), statements }
}

/** A scope that finds the types of the documents in the server's package, which handlers name as well. */
function serverTypes(api: Api, scope: Scope, from: string): Scope {
  return {
    ...scope,
    type(id, form: Form) {
      const named = api.types.get(id)
      if (named === undefined) return 'unknown'
      return scope.use(from, form === 'input' ? named.inputName : named.name, 'type')
    },
  }
}

function members(
  { methods }: Group,
  indices: readonly number[],
  scope: Scope,
): readonly PropertyMember[] {
  return indices.flatMap((index) => {
    const method = methods[index]
    return method === undefined ? [] : [member(method, scope)]
  })
}

/** What a handler takes and returns is what a mock is told to answer. */
function member(method: Method, scope: Scope): PropertyMember {
  const params =
    method.params.length === 0
      ? scope.use('@rpcloom/rpc/server', 'NoParams', 'type')
      : paramsText(method, 'decoded', scope)
  const failures = method.errors
    .filter(({ code }) => numberLiteral(code) !== undefined)
    .map(({ identifier }) => quoteString(identifier))
  const parts = [params, resultText(method, 'input', scope)]
  if (failures.length > 0) parts.push([...new Set(failures)].join(' | '))
  return {
    name: memberName(method.member),
    type: `${scope.use(runtime, 'MethodMock', 'type')}<${parts.join(', ')}>`,
    readonly: true,
    doc: standaloneDoc(method),
  }
}

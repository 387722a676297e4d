import type { Api, Group, Method } from 'rpcloom/model'
import {
  docText,
  interfaceOf,
  memberName,
  numberLiteral,
  openScope,
  paramsText,
  type PropertyMember,
  quoteString,
  resultText,
  type Scope,
  type SourceOutput,
  standaloneDoc,
  typeText,
  type TargetOptions,
} from 'rpcloom/emit'
import { callsName, eventsName, mockName, runtime, typesPackage } from './context.ts'

/** The module of a group: types only, the mock itself is built from the server's tables. */
export function groupModule(api: Api, group: Group, options: TargetOptions): SourceOutput {
  const path = `src/${group.slug}.ts`
  const nested = group.namespaces.filter(({ name }) => name !== '')
  const own = [mockName(group), callsName(group), eventsName(group), ...nested.map(mockName)]
  const from = `${typesPackage(api, options)}/${group.slug}`
  const types = openScope(api, path, own, { from })
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
    callsInterface(group, types),
    ...eventsInterface(group, types),
  ]
  return { kind: 'typescript', path, from: group.file, imports: types.imports(), statements }
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

/** The calls of each method by method name. */
function callsInterface(group: Group, scope: Scope): SourceOutput['statements'][number] {
  return interfaceOf({
    name: callsName(group),
    doc: docText({ summary: `Calls of ${group.title}, by wire name.` }),
    properties: group.methods.map((method) => ({
      name: memberName(method.wire),
      type: `readonly ${scope.use(runtime, 'MockCall', 'type')}<${takenText(method, scope)}>[]`,
      readonly: true,
    })),
  })
}

/** The payloads of each topic; the first of several topics with the same name counts. */
function eventsInterface(
  group: Group,
  scope: Scope,
): readonly SourceOutput['statements'][number][] {
  const kinds = kindsOf(group)
  if (kinds.length === 0) return []
  return [
    interfaceOf({
      name: eventsName(group),
      doc: docText({ summary: `Events of ${group.title}, by kind of subscription.` }),
      properties: kinds.map(({ name, payload }) => ({
        name: memberName(name),
        type: typeText(payload.type, { form: 'input', scope }),
        readonly: true,
      })),
    }),
  ]
}

/** Returns the topics of a group, one per name. */
export function kindsOf({ methods }: Group): readonly Kind[] {
  const kinds = methods.flatMap(({ subscription }) => subscription?.kinds ?? [])
  return [...new Map(kinds.toReversed().map((kind) => [kind.name, kind])).values()].toReversed()
}

type Kind = NonNullable<Method['subscription']>['kinds'][number]

function takenText(method: Method, scope: Scope): string {
  return method.params.length === 0
    ? scope.use('@rpcloom/rpc/server', 'NoParams', 'type')
    : paramsText(method, 'decoded', scope)
}

/** Responses have the types of the handlers. */
function member(method: Method, scope: Scope): PropertyMember {
  const listed = method.errors.flatMap(({ code, identifier }) => {
    const number = numberLiteral(code)
    return number === undefined ? [] : [{ name: quoteString(identifier), code: number }]
  })
  const parts = [takenText(method, scope), resultText(method, 'input', scope)]
  if (listed.length > 0) {
    parts.push([...new Set(listed.map(({ name }) => name))].join(' | '))
    parts.push([...new Set(listed.map(({ code }) => code))].join(' | '))
  }
  return {
    name: memberName(method.member),
    type: `${scope.use(runtime, 'MethodMock', 'type')}<${parts.join(', ')}>`,
    readonly: true,
    doc: standaloneDoc(method),
  }
}

import { type Api, type Group, type Method } from 'rpcloom/model'
import {
  docText,
  type GroupPart,
  groupParts,
  interfaceOf,
  memberName,
  namedType,
  namespaceProperties,
  openScope,
  type Scope,
  type SourceOutput,
  stringType,
  type TargetOptions,
  type TypeCode,
  typeNode,
  typesPackage,
} from 'rpcloom/codegen'
import { callsName, eventsName, mockName, namesName, runtime, serverPackage } from './context.ts'

/**
 * Returns the module of a group. It contains only types, which are derived from the handlers of the server
 * and the names of the methods. The mock itself uses the tables of the server.
 */
export function groupModule(api: Api, group: Group, options: TargetOptions): SourceOutput {
  const server = `${serverPackage(api, options)}/${group.slug}`
  return moduleOf(api, group, { options, path: groupPath(group), handlers: server })
}

/** Returns the module of what the client of a group implements. Its handlers are those of the types package. */
export function clientGroupModule(api: Api, group: Group, options: TargetOptions): SourceOutput {
  const handlers = `${typesPackage(api, options)}/peer`
  return moduleOf(api, group, { options, path: clientGroupPath(group), handlers })
}

export function groupPath({ slug }: Group): string {
  return `src/${slug}.ts`
}

export function clientGroupPath({ slug }: Group): string {
  return `src/client/${slug}.ts`
}

interface Module {
  readonly options: TargetOptions
  readonly path: string
  /** Module that exports the interfaces of handlers. */
  readonly handlers: string
}

function moduleOf(
  api: Api,
  group: Group,
  { options, path, handlers: server }: Module,
): SourceOutput {
  const parts = groupParts(group)
  const own = [
    callsName(group),
    eventsName(group),
    ...parts.flatMap((part) => [mockName(part), namesName(part)]),
  ]
  const from = `${typesPackage(api, options)}/${group.slug}`
  const scope = openScope(api, path, own, { from })
  const handlersAndNames = (part: GroupPart): readonly TypeCode[] => [
    scope.use(server, `${part.typeName}Handlers`, 'type'),
    namesName(part),
  ]
  const mocksOf = (part: GroupPart): TypeCode => {
    const errors = scope.use(`${typesPackage(api, options)}/errors`, 'errors', 'type')
    const lists = scope.use(`${typesPackage(api, options)}/errors`, 'errorsByMethod', 'type')
    return namedType(
      scope.use(runtime, 'MocksOf', 'type'),
      ...handlersAndNames(part),
      { kind: 'typeof', name: errors },
      {
        kind: 'indexed',
        object: { kind: 'typeof', name: lists },
        index: stringType(group.key),
      },
    )
  }
  const callsOf = (part: GroupPart): TypeCode =>
    namedType(scope.use(runtime, 'CallsOf', 'type'), ...handlersAndNames(part))
  const listed = parts.filter(({ methods }) => methods.length > 0)
  const spaces = namespaceProperties(group.namespaces, (namespace) => ({
    type: mockName(namespace),
  }))
  const statements = [
    ...listed.map(namesInterface),
    ...parts.map((part) => {
      const methods = `the methods ${part.name === '' ? 'of' : 'in'} ${part.title}`
      return interfaceOf({
        name: mockName(part),
        doc: docText({ summary: `Configures the responses of ${methods}.` }),
        extends: part.methods.length === 0 ? [] : [mocksOf(part)],
        properties: spaces(part.name),
      })
    }),
    interfaceOf({
      name: callsName(group),
      doc: docText({ summary: `Calls of ${group.title}, by method name.` }),
      extends: listed.map(callsOf),
    }),
    ...eventsInterface(group, scope),
  ]
  return scope.module(statements, [group.file])
}

function namesInterface(part: GroupPart): SourceOutput['statements'][number] {
  return interfaceOf({
    name: namesName(part),
    doc: docText({ summary: `Names of the methods of ${part.title}.` }),
    properties: part.methods.map(({ member, name }) => ({
      name: memberName(member),
      type: stringType(name),
      readonly: true,
    })),
  })
}

/**
 * Returns the interface of event payloads by topic. If several topics have the same name, the first topic is
 * used.
 */
function eventsInterface(
  group: Group,
  scope: Scope,
): readonly SourceOutput['statements'][number][] {
  const topics = topicsOf(group)
  if (topics.length === 0) return []
  return [
    interfaceOf({
      name: eventsName(group),
      doc: docText({ summary: `Events of ${group.title}, by topic.` }),
      properties: topics.map(({ name, payload }) => ({
        name: memberName(name),
        type: typeNode(payload.type, { form: 'input', scope }),
        readonly: true,
      })),
    }),
  ]
}

export function topicsOf({ methods }: Group): readonly Topic[] {
  const topics = methods.flatMap(({ subscription }) => subscription?.topics ?? [])
  return [...new Map(topics.toReversed().map((topic) => [topic.name, topic])).values()].toReversed()
}

type Topic = NonNullable<Method['subscription']>['topics'][number]

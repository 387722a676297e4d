import { type Api, clientGroups, type Group, hasPeer, type Method } from 'rpcloom/model'
import {
  callArguments,
  callForm,
  caseSignatures,
  constantOf,
  docText,
  groupParts,
  handlerMember,
  interfaceOf,
  jsonLiteral,
  memberName,
  type MethodMember,
  namedType,
  namespaceProperties,
  openScope,
  orAbsent,
  partialHandlers,
  presentType,
  quoteString,
  relativeImport,
  type Scope,
  type SourceOutput,
  standaloneDoc,
} from 'rpcloom/codegen'

const clientRuntime = '@rpcloom/rpc/client'
const serverRuntime = '@rpcloom/rpc/server'
const path = 'src/peer.ts'

/**
 * Returns the modules with what clients implement, for servers that call them and for peers that implement it:
 * the interfaces of calls and of handlers, and the tables for both.
 */
export function peerModules(api: Api): readonly SourceOutput[] {
  const groups = clientGroups(api)
  return hasPeer(api)
    ? [...groups.map((group) => groupModule(api, group)), indexModule(api, groups)]
    : []
}

/** Returns the interfaces of a group whose methods the client implements, and its table for the dispatcher. */
function groupModule(api: Api, group: Group): SourceOutput {
  const file = modulePath(group)
  const names = groupParts(group).flatMap(({ typeName }) => [typeName, handlersName(typeName)])
  const scope = openScope(api, file, [...names, 'descriptors', tableName(group)])
  const statements = [
    `import * as descriptors from ${quoteString(`../methods/client/${group.slug}.ts`)}`,
    ...interfaces(group, {
      nameOf: (stem) => stem,
      doc: 'Calls of methods that clients implement',
      method: (method) => calls(api, scope, method),
    }),
    ...interfaces(group, {
      nameOf: handlersName,
      doc: 'Handlers of methods that clients implement',
      method: (method) => [handlerMember(scope, method)],
    }),
    tableConstant(scope, group),
  ]
  return scope.module(statements, [group.file])
}

interface Interfaces {
  readonly nameOf: (stem: string) => string
  readonly doc: string
  readonly method: (method: Method) => readonly MethodMember[]
}

function interfaces(group: Group, { nameOf, doc, method }: Interfaces): SourceOutput['statements'] {
  const spaces = namespaceProperties(group.namespaces, ({ typeName }) => ({
    type: nameOf(typeName),
  }))
  return groupParts(group).map(({ name, typeName, title, methods }) =>
    interfaceOf({
      name: nameOf(typeName),
      doc: docText({ summary: `${doc}: ${title}.` }),
      methods: methods.flatMap(method),
      properties: spaces(name),
    }),
  )
}

function calls(api: Api, scope: Scope, method: Method): readonly MethodMember[] {
  const type = scope.use(clientRuntime, 'CallOptions', 'type')
  const usual = {
    arguments: callArguments(method, scope),
    result: presentType(method, 'decoded', scope),
    doc: standaloneDoc(method),
  }
  return [...caseSignatures(api, method, scope), usual].map(({ arguments: args, result, doc }) => ({
    name: memberName(method.member),
    arguments: [...args, { name: 'options', type, optional: true }],
    returns: namedType('Promise', orAbsent(method, result, 'decoded')),
    doc,
  }))
}

function tableConstant(scope: Scope, group: Group): SourceOutput['statements'][number] {
  const served = scope.use(`../methods/${group.slug}.ts`, 'group', 'value')
  const methods = scope.use('@rpcloom/rpc/codegen/server', 'serverMethods', 'value')
  const document = `async () => (await import(${quoteString(`../documents/${group.slug}.ts`)})).document()`
  return constantOf({
    name: tableName(group),
    type: scope.use(serverRuntime, 'ServerGroup', 'type'),
    value: [
      '{',
      `  ...${served},`,
      `  slug: ${quoteString(group.slug)},`,
      "  side: 'client',",
      "  availability: { http: 'public', ws: 'public' },",
      `  methods: ${methods}(descriptors),`,
      `  document: ${document},`,
      '}',
    ].join('\n'),
    doc: docText({
      summary: `Methods of ${group.title} that clients implement, for the dispatcher.`,
    }),
  })
}

/** Returns the entry: what the clients of all groups implement. */
function indexModule(api: Api, groups: readonly Group[]): SourceOutput {
  const scope = openScope(api, path, [
    'ClientCalls',
    'ClientHandlers',
    'GroupHandlers',
    'ServerContext',
    'clientGroups',
    'clientMethods',
    'protocol',
  ])
  const [only, ...others] = groups
  const single = others.length === 0 ? only : undefined
  const fromGroup = (group: Group, name: string, kind: 'type' | 'value'): string =>
    scope.use(relativeImport(path, modulePath(group)), name, kind)
  const typeOf = (group: Group, name: string): string => fromGroup(group, name, 'type')
  const handlersOf = (group: Group): string =>
    partialHandlers(typeOf(group, handlersName(group.typeName)), group)
  const property = (group: Group, type: string, optional: boolean) =>
    ({
      name: memberName(group.key),
      type,
      optional,
      readonly: true,
      doc: docText({ summary: group.title }),
    }) as const
  const implemented = [
    `export type * from ${groups.map((group) => quoteString(relativeImport(path, modulePath(group)))).join('\nexport type * from ')}`,
    interfaceOf({
      name: 'ClientCalls',
      doc: docText({ summary: 'What a server can call on its clients.' }),
      extends: single ? [typeOf(single, single.typeName)] : [],
      properties: single
        ? []
        : groups.map((group) => property(group, typeOf(group, group.typeName), false)),
    }),
    interfaceOf({
      name: 'GroupHandlers',
      doc: docText({
        summary:
          'Handlers of what clients implement, by group. Calls of methods without a handler fail with error -32601.',
      }),
      properties: groups.map((group) => property(group, handlersOf(group), true)),
    }),
    `/** ${single ? 'Handlers of what clients implement.' : 'Handlers of what clients implement, by group.'} */
export type ClientHandlers = ${single ? handlersOf(single) : 'GroupHandlers'}`,
    `/** The second argument of the handlers of a server. */
export type ServerContext = ${scope.use(serverRuntime, 'Context', 'type')}<ClientCalls>`,
    `/** Tables of what clients implement, for the dispatcher. */
export const clientGroups: readonly ${scope.use(serverRuntime, 'ServerGroup', 'type')}[] = [${groups.map((group) => fromGroup(group, tableName(group), 'value')).join(', ')}]`,
    functionsTable(scope, groups, single),
  ]
  const statements = [...(groups.length === 0 ? [] : implemented), protocolConstant(api, scope)]
  return scope.module(
    statements,
    groups.map(({ file }) => file),
  )
}

/** Returns how calls are cancelled and report progress: the first declaration of each in the documents. */
function protocolConstant({ groups }: Api, scope: Scope): SourceOutput['statements'][number] {
  const cancel = groups.find((group) => group.cancel)?.cancel
  const progress = groups.find((group) => group.progress)?.progress
  return constantOf({
    name: 'protocol',
    type: scope.use('@rpcloom/rpc/codegen/peer', 'Protocol', 'type'),
    value: jsonLiteral({
      ...(cancel && { cancel: { ...cancel } }),
      ...(progress && { progress: { ...progress } }),
    }),
    doc: docText({ summary: 'How calls are cancelled and report progress.' }),
  })
}

function functionsTable(
  scope: Scope,
  groups: readonly Group[],
  single: Group | undefined,
): SourceOutput['statements'][number] {
  const codegen = '@rpcloom/rpc/codegen/client'
  const functionsOf = scope.use(codegen, 'functionsOf', 'value')
  const functions = (group: Group): string => {
    const methods = scope.use(
      `./methods/client/${group.slug}.ts`,
      'methods',
      'value',
      `${group.key}Methods`,
    )
    const needed = new Set(group.methods.map(callForm))
    needed.delete('method')
    const forms = [...needed].sort().map((form) => scope.use(codegen, form, 'value'))
    return `${functionsOf}(${methods}${forms.length === 0 ? '' : `, { ${forms.join(', ')} }`})`
  }
  const value = single
    ? functions(single)
    : `{ ${groups.map((group) => `${memberName(group.key)}: ${functions(group)}`).join(', ')} }`
  return constantOf({
    name: 'clientMethods',
    type: scope.use(codegen, 'ClientTable', 'type'),
    value,
    doc: docText({ summary: 'Functions that call what clients implement.' }),
  })
}

function modulePath({ slug }: Group): string {
  return `src/peer/${slug}.ts`
}

function handlersName(stem: string): string {
  return `${stem}Handlers`
}

/** Returns the name of a group's table, such as `lspClientGroup`. */
function tableName({ typeName }: Group): string {
  return `${typeName.charAt(0).toLowerCase()}${typeName.slice(1)}Group`
}

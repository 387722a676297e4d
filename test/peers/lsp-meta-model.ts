import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ts } from 'ts-morph'

/** A type of the meta model of the Language Server Protocol. */
export type MetaType =
  | { readonly kind: 'base' | 'reference'; readonly name: string }
  | { readonly kind: 'array'; readonly element: MetaType }
  | { readonly kind: 'map'; readonly key: MetaType; readonly value: MetaType }
  | { readonly kind: 'and' | 'or' | 'tuple'; readonly items: readonly MetaType[] }
  | { readonly kind: 'literal'; readonly value: { readonly properties: readonly MetaProperty[] } }
  | { readonly kind: 'stringLiteral'; readonly value: string }
  | { readonly kind: 'integerLiteral'; readonly value: number }
  | { readonly kind: 'booleanLiteral'; readonly value: boolean }

interface MetaProperty {
  readonly name: string
  readonly type: MetaType
  readonly optional?: boolean
  readonly documentation?: string
}

interface MetaMessage {
  readonly method: string
  readonly messageDirection: string
  readonly params?: MetaType
  readonly documentation?: string
}

/** The parts of `metaModel.json` that the importer reads. */
export interface MetaModel {
  readonly metaData: { readonly version: string }
  readonly requests: readonly (MetaMessage & { readonly result: MetaType })[]
  readonly notifications: readonly MetaMessage[]
  readonly structures: readonly {
    readonly name: string
    readonly properties: readonly MetaProperty[]
    readonly extends?: readonly MetaType[]
  }[]
  readonly enumerations: readonly unknown[]
  readonly typeAliases: readonly { readonly name: string; readonly type: MetaType }[]
}

const require = createRequire(import.meta.url)
/** The members of the package, loaded with the first use, since the package may not be installed. */
const loaded = (): Readonly<Record<string, Readonly<Record<string, unknown>>>> =>
  require('vscode-languageserver-protocol') as never

/**
 * Returns the meta model of the Language Server Protocol. `vscode-languageserver-protocol` publishes its schema but
 * not the model itself, so the model is read from the package: names, params and results from its declarations,
 * directions from its objects.
 */
export function lspMetaModel(): MetaModel {
  const main = require.resolve('vscode-languageserver-protocol')
  const folder = join(dirname(main), '../common')
  const types = require.resolve('vscode-languageserver-types')
  const files = [
    join(dirname(types), 'main.d.ts'),
    ...readdirSync(folder)
      .filter((name) => name.endsWith('.d.ts'))
      .map((name) => join(folder, name)),
  ]
  const statements = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return [...ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true).statements]
  })
  const interfaces = statements.filter(ts.isInterfaceDeclaration)
  const aliases = statements.filter(ts.isTypeAliasDeclaration)
  const messages = statements.filter(ts.isModuleDeclaration).flatMap((one) => messageOf(one))
  const about = readFileSync(join(folder, '../../package.json'), 'utf8')
  const { version } = JSON.parse(about) as { readonly version: string }
  return {
    metaData: { version },
    requests: messages.flatMap(({ result, ...message }) => (result ? { ...message, result } : [])),
    // A registration, not a message.
    notifications: [
      ...messages.filter(
        ({ method, result }) => result === undefined && method !== 'notebookDocument/sync',
      ),
      ...messagesOfJsonRpc,
    ],
    structures: interfaces.map((one) => ({
      name: one.name.text,
      properties: propertiesOf(one.members),
      extends: (one.heritageClauses ?? []).flatMap(({ types: all }) =>
        all.map(({ expression }) => ({ kind: 'reference' as const, name: expression.getText() })),
      ),
    })),
    enumerations: [],
    typeAliases: [
      ...aliases.map(({ name, type }) => ({ name: name.text, type: metaType(type) })),
      { name: 'ProgressToken', type: idType },
      { name: 'TraceValue', type: { kind: 'base', name: 'string' } },
    ],
  }
}

const idType: MetaType = {
  kind: 'or',
  items: [
    { kind: 'base', name: 'integer' },
    { kind: 'base', name: 'string' },
  ],
}
const text: MetaType = { kind: 'base', name: 'string' }
const any: MetaType = { kind: 'reference', name: 'LSPAny' }

/** The notifications that the package `vscode-jsonrpc` declares, with generic types. */
const messagesOfJsonRpc: readonly MetaMessage[] = [
  { method: '$/cancelRequest', messageDirection: 'both', params: literal({ id: idType }) },
  {
    method: '$/progress',
    messageDirection: 'both',
    params: literal({ token: idType, value: any }),
  },
  { method: '$/setTrace', messageDirection: 'clientToServer', params: literal({ value: text }) },
  { method: '$/logTrace', messageDirection: 'serverToClient', params: literal({ message: text }) },
]

function literal(members: Readonly<Record<string, MetaType>>): MetaType {
  const properties = Object.entries(members).map(([name, type]) => ({ name, type }))
  return { kind: 'literal', value: { properties } }
}

/** Reads a namespace such as `HoverRequest`; empty for other namespaces. */
function messageOf(
  namespace: import('ts-morph').ts.ModuleDeclaration,
): readonly (MetaMessage & { readonly result?: MetaType })[] {
  const { body } = namespace
  const { method, messageDirection } = loaded()[namespace.name.text] ?? {}
  if (!body || !ts.isModuleBlock(body)) return []
  if (typeof method !== 'string' || typeof messageDirection !== 'string') return []
  const constants = body.statements.filter(ts.isVariableStatement)
  const declared = constants.flatMap(({ declarationList }) => [...declarationList.declarations])
  const type = declared.find(({ name }) => name.getText() === 'type')?.type
  if (!type || !ts.isTypeReferenceNode(type)) return []
  const [params, result] = (type.typeArguments ?? []).map(metaType)
  const hasParams = params !== undefined && !type.typeName.getText().endsWith('Type0')
  const isRequest = type.typeName.getText().includes('RequestType')
  const answer = type.typeName.getText().endsWith('RequestType0') ? params : result
  return [
    {
      method,
      messageDirection,
      ...(hasParams && { params }),
      ...(isRequest && answer && { result: answer }),
    },
  ]
}

function propertiesOf(
  members: readonly import('ts-morph').ts.TypeElement[],
): readonly MetaProperty[] {
  return members.filter(ts.isPropertySignature).map((one) => ({
    name: one.name.getText().replace(/^['"]|['"]$/g, ''),
    type: one.type ? metaType(one.type) : { kind: 'base', name: 'null' },
    ...(one.questionToken && { optional: true }),
  }))
}

const bases: ReadonlyMap<string, string> = new Map([
  ['URI', 'URI'],
  ['DocumentUri', 'DocumentUri'],
  ['integer', 'integer'],
  ['uinteger', 'uinteger'],
  ['decimal', 'decimal'],
])

function metaType(node: import('ts-morph').ts.TypeNode): MetaType {
  if (ts.isParenthesizedTypeNode(node)) return metaType(node.type)
  if (ts.isArrayTypeNode(node)) return { kind: 'array', element: metaType(node.elementType) }
  if (ts.isUnionTypeNode(node)) return { kind: 'or', items: node.types.map(metaType) }
  if (ts.isIntersectionTypeNode(node)) return { kind: 'and', items: node.types.map(metaType) }
  if (ts.isTupleTypeNode(node)) return { kind: 'tuple', items: node.elements.map(metaType) }
  if (ts.isTypeLiteralNode(node)) return literalOf(node)
  if (ts.isLiteralTypeNode(node)) return constantOf(node.literal)
  if (ts.isTypeReferenceNode(node)) return referenceOf(node)
  if (ts.isTypeQueryNode(node)) return { kind: 'stringLiteral', value: constantAt(node.exprName) }
  const keywords: Partial<Record<import('ts-morph').ts.SyntaxKind, string>> = {
    [ts.SyntaxKind.StringKeyword]: 'string',
    [ts.SyntaxKind.NumberKeyword]: 'decimal',
    [ts.SyntaxKind.BooleanKeyword]: 'boolean',
    [ts.SyntaxKind.VoidKeyword]: 'null',
    [ts.SyntaxKind.UndefinedKeyword]: 'null',
  }
  const name = keywords[node.kind]
  return name === undefined ? { kind: 'reference', name: 'LSPAny' } : { kind: 'base', name }
}

/** Returns the value of a constant such as `DocumentDiagnosticReportKind.Full`. */
function constantAt(name: import('ts-morph').ts.EntityName): string {
  const [namespace = '', member = ''] = name.getText().split('.')
  return String(loaded()[namespace]?.[member])
}

function literalOf({ members }: import('ts-morph').ts.TypeLiteralNode): MetaType {
  const [index] = members.filter(ts.isIndexSignatureDeclaration)
  const key: MetaType = { kind: 'base', name: 'string' }
  if (index) return { kind: 'map', key, value: metaType(index.type) }
  return { kind: 'literal', value: { properties: propertiesOf(members) } }
}

function constantOf(literal: import('ts-morph').ts.LiteralTypeNode['literal']): MetaType {
  if (ts.isStringLiteral(literal)) return { kind: 'stringLiteral', value: literal.text }
  if (literal.kind === ts.SyntaxKind.TrueKeyword) return { kind: 'booleanLiteral', value: true }
  if (literal.kind === ts.SyntaxKind.FalseKeyword) return { kind: 'booleanLiteral', value: false }
  if (literal.kind === ts.SyntaxKind.NullKeyword) return { kind: 'base', name: 'null' }
  return { kind: 'integerLiteral', value: Number(literal.getText()) }
}

function referenceOf(node: import('ts-morph').ts.TypeReferenceNode): MetaType {
  const name = node.typeName.getText()
  const [first, second] = (node.typeArguments ?? []).map(metaType)
  if ((name === 'Array' || name === 'ReadonlyArray') && first) {
    return { kind: 'array', element: first }
  }
  if (name === 'Record' && first && second) return { kind: 'map', key: first, value: second }
  // The param of a generic type.
  if (name === 'T') return any
  const base = bases.get(name)
  return base === undefined ? { kind: 'reference', name } : { kind: 'base', name: base }
}

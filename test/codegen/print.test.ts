import { targets } from '@rpcloom/templates'
import {
  aliasOf,
  constantOf,
  type DeclarationNode,
  functionOf,
  importLines,
  interfaceOf,
  type InterfaceParts,
  type MethodMember,
  printDeclaration,
  printExpression,
  printSource,
  printType,
  type Statement,
} from 'rpcloom/codegen'
import { buildApi } from 'rpcloom/model'
import {
  type InterfaceDeclarationStructure,
  printStructure,
  StructureKind,
  VariableDeclarationKind,
} from 'ts-morph'
import { expect, test } from 'vitest'
import { loadedFrom } from '../model/documents.ts'
import { chain, petstore } from '../targets/petstore.ts'

const settings = { indentNumberOfSpaces: 2 }

/** Prints the same declaration with ts-morph, the oracle. */
function byTsMorph(node: DeclarationNode): string {
  const docs = node.doc ? { docs: [node.doc] } : {}
  const head = { name: node.name, isExported: node.exported ?? true, ...docs }
  switch (node.node) {
    case 'interface':
      return printStructure(interfaceStructure(node, head), settings)
    case 'alias':
      return printStructure(
        {
          kind: StructureKind.TypeAlias,
          ...head,
          type: printType(node.type),
          typeParameters: [...(node.typeParameters ?? [])],
        },
        settings,
      )
    case 'constant': {
      const { name, type, value } = node
      const declarations = [
        {
          name,
          initializer: printExpression(value),
          ...(type !== undefined && { type: printType(type) }),
        },
      ]
      const declarationKind = VariableDeclarationKind.Const
      const kind = StructureKind.VariableStatement
      const { isExported } = head
      return printStructure({ kind, isExported, ...docs, declarationKind, declarations }, settings)
    }
    case 'function':
      return printStructure(
        {
          kind: StructureKind.Function,
          ...head,
          ...signature(node),
          isAsync: node.async ?? false,
          statements: [...node.body],
        },
        settings,
      )
    default:
      return node satisfies never
  }
}

function interfaceStructure(
  node: InterfaceParts,
  head: { readonly name: string; readonly isExported: boolean },
): InterfaceDeclarationStructure {
  const docsOf = (doc: string | undefined) => (doc ? { docs: [doc] } : {})
  return {
    kind: StructureKind.Interface,
    ...head,
    typeParameters: [...(node.typeParameters ?? [])],
    extends: (node.extends ?? []).map((type) => printType(type)),
    callSignatures: (node.calls ?? []).map((call) => ({ ...docsOf(call.doc), ...signature(call) })),
    indexSignatures:
      node.index === undefined
        ? []
        : [{ keyName: 'name', keyType: 'string', returnType: printType(node.index) }],
    properties: (node.properties ?? []).map(({ name, type, doc: text, optional, readonly }) => ({
      name,
      type: printType(type),
      isReadonly: readonly ?? false,
      hasQuestionToken: optional ?? false,
      ...docsOf(text),
    })),
    methods: (node.methods ?? []).map((method) => ({
      name: method.name,
      ...docsOf(method.doc),
      ...signature(method),
    })),
  }
}

function signature(parts: Omit<MethodMember, 'name'>) {
  return {
    typeParameters: [...(parts.typeParameters ?? [])],
    parameters: parts.arguments.map(({ name, type, optional, rest }) => ({
      name,
      type: printType(type),
      hasQuestionToken: optional ?? false,
      isRestParameter: rest ?? false,
    })),
    returnType: printType(parts.returns),
  }
}

const doc = ' lead\n  * item\n\n```ts\ncode `x\n```\n@example\nfoo("*\\/")'

test.each<readonly [string, DeclarationNode]>([
  ['empty interface', interfaceOf({ name: 'A' })],
  [
    'interface',
    interfaceOf({
      name: 'A',
      doc,
      extends: ['B<C>', 'D'],
      calls: [{ arguments: [{ name: 'x', type: 'y', optional: true }], returns: 'z', doc: 'c' }],
      index: 'unknown',
      properties: [
        { name: "'a-b'", type: '`0x${string}`', doc, readonly: true, optional: true },
        { name: 'c', type: '{ a: \'x\' | "y"; b(): void }' },
      ],
      methods: [{ name: 'm', arguments: [{ name: 'a', type: 'b' }], returns: 'r', doc }],
    }),
  ],
  ['alias', aliasOf({ name: 'A', type: 'readonly (B | C)[]', doc: 'one line', exported: false })],
  [
    'constant',
    constantOf({
      name: 'a',
      type: 'T',
      value: "{\n  a: 'it\\'s',\n\n  b: [\n    2,\n  ],\n}",
      doc,
    }),
  ],
  [
    'function',
    functionOf({
      name: 'f',
      arguments: [{ name: 'a', type: 'b', optional: true }],
      returns: 'boolean',
      body: ['const x = 1', 'return {', '  a: 1,', '}'],
      doc,
    }),
  ],
  [
    'generic interface',
    interfaceOf({
      name: 'A',
      typeParameters: ['T extends B', 'U = T'],
      methods: [
        {
          name: 'm',
          typeParameters: ['V'],
          arguments: [
            { name: 'a', type: 'V' },
            { name: 'others', type: 'readonly T[]', rest: true },
          ],
          returns: 'U',
        },
      ],
    }),
  ],
  ['generic alias', aliasOf({ name: 'A', typeParameters: ['T'], type: 'readonly T[]' })],
  [
    'generic async function with rest parameter',
    functionOf({
      name: 'f',
      async: true,
      typeParameters: ['T extends object'],
      arguments: [{ name: 'all', type: 'T[]', rest: true }],
      returns: 'Promise<T>',
      body: ['return all[0]'],
    }),
  ],
])('%s is printed as ts-morph prints it', (_, statement) => {
  expect(printDeclaration(statement)).toBe(byTsMorph(statement))
})

test('every declaration of the targets is printed as ts-morph prints it', async () => {
  const loaded = loadedFrom({ 'pets.json': petstore, 'chain.json': chain }, [
    'pets.json',
    'chain.json',
  ])
  const { api } = buildApi(loaded, { scope: '@test' })
  const names = { packageName: 'x', version: '1.0.0', runtimeVersion: '1.0.0' }
  const options = { ...names, siblings: {}, templates: { 'README.md.hbs': '' }, options: {} }
  for (const target of targets.filter(({ name }) => name === 'client' || name === 'server')) {
    for (const file of await target.files(api, options)) {
      if (file.kind !== 'typescript') continue
      for (const statement of file.statements) {
        if (typeof statement === 'string') continue
        if (!('node' in statement))
          throw new TypeError('a target of ours gives a foreign structure')
        expect(printDeclaration(statement), file.path).toBe(byTsMorph(statement))
      }
    }
  }
})

test.each<readonly [string, Statement]>([
  [
    'export declare abstract class A<T> extends B<T> implements C {',
    {
      kind: StructureKind.Class,
      name: 'A',
      isExported: true,
      hasDeclareKeyword: true,
      isAbstract: true,
      typeParameters: ['T'],
      extends: 'B<T>',
      implements: ['C'],
    },
  ],
  [
    'export async function* f<T extends object = {}>(first: T, ...rest: T[]): AsyncGenerator<T> {',
    {
      kind: StructureKind.Function,
      name: 'f',
      isExported: true,
      isAsync: true,
      isGenerator: true,
      typeParameters: [{ name: 'T', constraint: 'object', default: '{}' }],
      parameters: [
        { name: 'first', type: 'T' },
        { name: 'rest', type: 'T[]', isRestParameter: true },
      ],
      returnType: 'AsyncGenerator<T>',
    },
  ],
  [
    'declare let a: Map<string, number>, b = 1;',
    {
      kind: StructureKind.VariableStatement,
      hasDeclareKeyword: true,
      declarationKind: VariableDeclarationKind.Let,
      declarations: [
        { name: 'a', type: 'Map<string, number>' },
        { name: 'b', initializer: '1' },
      ],
    },
  ],
  [
    'new<T>(value: T): A<T>;',
    {
      kind: StructureKind.Interface,
      name: 'A',
      typeParameters: ['T'],
      constructSignatures: [
        { typeParameters: ['T'], parameters: [{ name: 'value', type: 'T' }], returnType: 'A<T>' },
      ],
    },
  ],
  [
    'export type A<T, U = T> = Map<T, U>;',
    {
      kind: StructureKind.TypeAlias,
      name: 'A',
      isExported: true,
      typeParameters: ['T', { name: 'U', default: 'T' }],
      type: (writer) => writer.write('Map<T, U>'),
    },
  ],
])('a structure of ts-morph is printed completely: %s', async (line, statement) => {
  const text = await printSource({
    kind: 'typescript',
    path: 'a.ts',
    from: 'a.json',
    imports: [],
    statements: [statement],
  })
  expect(text.split('\n').map((one) => one.trim())).toContain(line)
})

test('imports are merged, sorted, and split into types and values', () => {
  expect(
    importLines([
      { from: './b.ts', name: 'z', type: false },
      { from: 'pkg', name: 'T', type: true },
      { from: './b.ts', name: 'a', as: 'c', type: false },
      { from: 'pkg', name: 'T', type: true },
      { from: 'pkg', name: 'v', type: false },
    ]).split('\n'),
  ).toEqual([
    "import type { T } from 'pkg'",
    "import { v } from 'pkg'",
    "import { a as c, z } from './b.ts'",
  ])
})

test('the banner names the document and remains one line', async () => {
  const text = await printSource({
    kind: 'typescript',
    path: 'a.ts',
    from: 'a\nb.json',
    imports: [],
    statements: ['export {}'],
  })
  expect(text.split('\n')[0]).toBe('// @generated by rpcloom from a b.json. Do not edit.')
  expect(text).toMatch(/\n\nexport \{\}\n$/)
})

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ts } from 'ts-morph'

type Node = import('ts-morph').ts.TypeNode
type Members = readonly import('ts-morph').ts.TypeElement[]
type Schema = Readonly<Record<string, unknown>>

/**
 * Returns the schema of the Model Context Protocol. The package `@modelcontextprotocol/sdk` publishes its types but not
 * the schema itself, so the schema is made of the types.
 */
export function mcpSchema(): Schema {
  const require = createRequire(import.meta.url)
  const main = require.resolve('@modelcontextprotocol/sdk/types.js')
  const file = join(dirname(main), '../esm/spec.types.d.ts')
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const interfaces = new Map(
    source.statements.filter(ts.isInterfaceDeclaration).map((one) => [one.name.text, one]),
  )
  const aliases = source.statements.filter(ts.isTypeAliasDeclaration)

  /** Returns the members of an interface after those that it inherits. */
  function membersOf(name: string): Members {
    const declared = interfaces.get(name)
    const parents = (declared?.heritageClauses ?? []).flatMap(({ types }) => [...types])
    const inherited = parents.flatMap(({ expression }) => membersOf(expression.getText()))
    return [...inherited, ...(declared?.members ?? [])]
  }
  return {
    $defs: Object.fromEntries([
      ...[...interfaces.keys()].map((name) => [name, objectSchema(membersOf(name))]),
      ...aliases.map(({ name, type }) => [name.text, schemaOf(type)]),
    ]),
  }
}

function objectSchema(members: Members): Schema {
  const properties = new Map<string, Schema>()
  const required = new Set<string>()
  let open: Schema | undefined
  for (const member of members) {
    if (ts.isIndexSignatureDeclaration(member)) open = schemaOf(member.type)
    if (!ts.isPropertySignature(member) || !member.type) continue
    const name = member.name.getText().replaceAll(/['"]/g, '')
    properties.set(name, schemaOf(member.type))
    if (member.questionToken) required.delete(name)
    else required.add(name)
  }
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.size > 0 && { required: [...required] }),
    ...(open && { additionalProperties: open }),
  }
}

const keywords: Partial<Record<import('ts-morph').ts.SyntaxKind, Schema>> = {
  [ts.SyntaxKind.StringKeyword]: { type: 'string' },
  [ts.SyntaxKind.NumberKeyword]: { type: 'number' },
  [ts.SyntaxKind.BooleanKeyword]: { type: 'boolean' },
  [ts.SyntaxKind.ObjectKeyword]: { type: 'object' },
}

function schemaOf(node: Node): Schema {
  if (ts.isParenthesizedTypeNode(node)) return schemaOf(node.type)
  if (ts.isArrayTypeNode(node)) return { type: 'array', items: schemaOf(node.elementType) }
  if (ts.isUnionTypeNode(node)) return { anyOf: node.types.map(schemaOf) }
  if (ts.isIntersectionTypeNode(node)) return { allOf: node.types.map(schemaOf) }
  if (ts.isTypeLiteralNode(node)) return objectSchema([...node.members])
  if (ts.isLiteralTypeNode(node)) return { const: JSON.parse(node.getText()) as unknown }
  // Types with arguments are not reached from methods.
  if (ts.isTypeReferenceNode(node) && !node.typeArguments)
    return { $ref: `#/$defs/${node.typeName.getText()}` }
  return keywords[node.kind] ?? {}
}

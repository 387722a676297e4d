import { ts } from 'ts-morph'
import type { TypeUse } from '../codegen/scaffold.ts'
import { bare, type Member } from './classes.ts'
import type { Draft } from './draft.ts'
import { identifiersIn } from './nodes.ts'
import type { Source } from './sources.ts'
import { canonical } from './type-words.ts'

/** A changed type in a signature: the type that scaffold wrote, and the new type. */
export interface TypeChange {
  readonly part: 'params' | 'result'
  readonly before: string
  readonly after: TypeUse
}

/**
 * Updates every annotation that is still as scaffold wrote it. Returns `kept` if the user edited an
 * annotation.
 */
export function changeType(draft: Draft, member: Member, change: TypeChange): 'followed' | 'kept' {
  const exported = exportedNames(draft.source)
  const before = canonical(change.before)
  const after = canonical(change.after.text)
  let kept = false
  for (const node of annotations(member, change.part)) {
    const text = node.getText()
    const says = canonical(text, exported)
    if (says === before) {
      const end = node.end
      draft.edit({ start: node.getStart(), end, text: fitting(node, draft.typeText(change.after)) })
      draft.release(identifiersIn(node))
    } else if (says !== after) kept = true
  }
  return kept ? 'kept' : 'followed'
}

/**
 * Adds parentheses to a union or function type that becomes the operand of an operator with higher precedence.
 */
function fitting(node: ts.TypeNode, text: string): string {
  const { parent } = node
  const binds = ts.isArrayTypeNode(parent) || ts.isTypeOperatorNode(parent)
  return binds && /[|&]|=>/.test(text) ? `(${text})` : text
}

/** Replaces types that no longer exist with `unknown` in the signature of a method that is in no document. */
export function forgetTypes(
  draft: Draft,
  member: Member,
  isGone: (module: string, name: string) => boolean,
): void {
  const { imports } = draft.source
  const visit = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node)) {
      const gone = goneName(node.typeName)
      if (gone !== undefined) {
        draft.edit({ start: node.getStart(), end: node.end, text: replacement(node) })
        draft.release([gone])
        return
      }
    }
    if (ts.isIndexedAccessTypeNode(node) && isHandlerOf(node, member.name)) {
      const text = fitting(node, '((params: unknown, ctx: unknown) => unknown)')
      draft.edit({ start: node.getStart(), end: node.end, text })
      draft.release(identifiersIn(node))
      return
    }
    ts.forEachChild(node, visit)
  }
  for (const node of typeNodes(member)) visit(node)

  function goneName(name: ts.EntityName): string | undefined {
    const first = ts.isIdentifier(name) ? name : ts.isIdentifier(name.left) ? name.left : undefined
    const imported = first && imports.get(first.text)
    if (first === undefined || imported === undefined) return undefined
    const exportName =
      imported.name === '*' && ts.isQualifiedName(name) ? name.right.text : imported.name
    return isGone(imported.module, exportName) ? first.text : undefined
  }
}

/**
 * Marks the imports of the names in a member's signature for removal, before the signature is replaced. Names
 * that other code uses are kept.
 */
export function releaseTypes(draft: Draft, member: Member): void {
  for (const node of typeNodes(member)) draft.release(identifiersIn(node))
}

/** Whether a type is an indexed access to a removed member, such as `PetsHandlers['getPet']`. */
function isHandlerOf({ objectType, indexType }: ts.IndexedAccessTypeNode, name: string): boolean {
  const literal = ts.isLiteralTypeNode(indexType) ? indexType.literal : undefined
  if (literal === undefined || !ts.isStringLiteral(literal) || literal.text !== name) return false
  return ts.isTypeReferenceNode(objectType) && objectType.typeName.getText().endsWith('Handlers')
}

/**
 * Returns the replacement for a type that no longer exists: `object` in an `extends` clause, otherwise
 * `unknown`.
 */
function replacement(node: ts.TypeReferenceNode): string {
  return ts.isExpressionWithTypeArguments(node.parent) ? 'object' : 'unknown'
}

/** Returns a map from the local names of imports to their exported names. */
function exportedNames({ imports }: Source): ReadonlyMap<string, string> {
  return new Map([...imports].map(([local, { name }]) => [local, name]))
}

/**
 * Returns the function signatures of a member: overloads and implementation of a method, or type and
 * initializer of a property.
 */
function functionsOf({ nodes }: Member): readonly ts.SignatureDeclaration[] {
  return nodes.flatMap((node): readonly ts.SignatureDeclaration[] => {
    if (ts.isMethodDeclaration(node)) return [node]
    if (!ts.isPropertyDeclaration(node)) return []
    const declared = node.type && ts.isFunctionTypeNode(node.type) ? [node.type] : []
    const value = node.initializer && bare(node.initializer)
    const isFunction = value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))
    return isFunction ? [...declared, value] : declared
  })
}

/**
 * Returns type annotations of a member: of its first param, or of the value that its promise or events
 * contain.
 */
function annotations(member: Member, part: TypeChange['part']): readonly ts.TypeNode[] {
  return functionsOf(member).flatMap((signature) => {
    if (part === 'result') return signature.type === undefined ? [] : [awaited(signature.type)]
    const [first] = signature.parameters.filter(({ name }) => name.getText() !== 'this')
    return first?.type === undefined ? [] : [first.type]
  })
}

const wrappers: ReadonlySet<string> = new Set([
  'Promise',
  'PromiseLike',
  'Awaitable',
  'AsyncIterable',
  'AsyncGenerator',
  'AsyncIterableIterator',
  'Iterable',
  'Generator',
  'Events',
])

function awaited(type: ts.TypeNode): ts.TypeNode {
  if (!ts.isTypeReferenceNode(type) || !wrappers.has(type.typeName.getText())) return type
  const [inner] = type.typeArguments ?? []
  return inner ?? type
}

/** Returns every type in a member's signature, without the types in its body. */
function typeNodes(member: Member): readonly ts.TypeNode[] {
  const properties = member.nodes.flatMap((node) =>
    ts.isPropertyDeclaration(node) && node.type && !ts.isFunctionTypeNode(node.type)
      ? [node.type]
      : [],
  )
  const functions = functionsOf(member).flatMap(({ parameters, type, typeParameters }) => [
    ...parameters.flatMap((parameter) => parameter.type ?? []),
    ...(typeParameters ?? []).flatMap(({ constraint, default: fallback }) =>
      [constraint, fallback].filter((node) => node !== undefined),
    ),
    ...(type === undefined ? [] : [type]),
  ])
  return [...properties, ...functions]
}

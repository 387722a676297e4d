import type { ExpressionCode } from './expression.ts'
import type { Argument, InterfaceMembers, TypeCode } from './type-node.ts'

/** Properties that all declarations have. */
export interface Declaration {
  readonly name: string
  /** Text of the doc comment, from `docText`. */
  readonly doc?: string | undefined
  /** Whether the declaration is exported; `true` by default. */
  readonly exported?: boolean
}

export interface InterfaceParts extends Declaration, Omit<InterfaceMembers, 'indexFirst'> {
  readonly typeParameters?: readonly string[]
  readonly extends?: readonly TypeCode[]
}

export interface AliasParts extends Declaration {
  readonly typeParameters?: readonly string[]
  readonly type: TypeCode
}

export interface ConstantParts extends Declaration {
  readonly type?: TypeCode
  readonly value: ExpressionCode
}

export interface FunctionParts extends Declaration {
  readonly async?: boolean
  readonly arguments: readonly Argument[]
  readonly returns: TypeCode
  /** Statements, one or more lines each. */
  readonly body: readonly string[]
  readonly typeParameters?: readonly string[]
}

/** A declaration that the engine prints without ts-morph. */
export type DeclarationNode =
  | ({ readonly node: 'interface' } & InterfaceParts)
  | ({ readonly node: 'alias' } & AliasParts)
  | ({ readonly node: 'constant' } & ConstantParts)
  | ({ readonly node: 'function' } & FunctionParts)

/** A declaration of a type. */
export type TypeDeclaration = Extract<DeclarationNode, { readonly node: 'interface' | 'alias' }>

/** Creates the declaration `interface Name { ... }`. */
export function interfaceOf(parts: InterfaceParts): TypeDeclaration {
  return { node: 'interface', ...parts }
}

/** Creates the declaration `type Name = ...`. */
export function aliasOf(parts: AliasParts): TypeDeclaration {
  return { node: 'alias', ...parts }
}

/** Creates the declaration `const name: type = value`. */
export function constantOf(parts: ConstantParts): DeclarationNode {
  return { node: 'constant', ...parts }
}

/** Creates the declaration `function name(...): returns { ... }`. */
export function functionOf(parts: FunctionParts): DeclarationNode {
  return { node: 'function', ...parts }
}

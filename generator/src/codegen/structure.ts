/** A parameter of a function or method. */
export interface Argument {
  readonly name: string
  readonly type: string
  readonly optional?: boolean
  /** Whether the parameter is a rest parameter: `...name: type`. */
  readonly rest?: boolean
}

/** Properties that all declarations have. */
export interface Declaration {
  readonly name: string
  /** Text of the doc comment, from `docText`. */
  readonly doc?: string | undefined
  /** Whether the declaration is exported; `true` by default. */
  readonly exported?: boolean
}

/** A property of an interface. `name` must be a result of `memberName`. */
export interface PropertyMember {
  readonly name: string
  readonly type: string
  readonly doc?: string | undefined
  readonly optional?: boolean
  readonly readonly?: boolean
}

/** A method of an interface. `name` must be a result of `memberName`. */
export interface MethodMember {
  readonly name: string
  readonly arguments: readonly Argument[]
  readonly returns: string
  readonly typeParameters?: readonly string[]
  readonly doc?: string | undefined
  readonly optional?: boolean
}

export interface InterfaceParts extends Declaration {
  readonly typeParameters?: readonly string[]
  readonly properties?: readonly PropertyMember[]
  readonly methods?: readonly MethodMember[]
  readonly calls?: readonly Omit<MethodMember, 'name'>[]
  /** Type of an index signature for undeclared members. */
  readonly index?: string | undefined
  readonly extends?: readonly string[]
}

export interface AliasParts extends Declaration {
  readonly typeParameters?: readonly string[]
  readonly type: string
}

export interface ConstantParts extends Declaration {
  readonly type?: string
  readonly value: string
}

export interface FunctionParts extends Declaration {
  readonly async?: boolean
  readonly arguments: readonly Argument[]
  readonly returns: string
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

/** Creates the declaration `interface Name { ... }`. */
export function interfaceOf(parts: InterfaceParts): DeclarationNode {
  return { node: 'interface', ...parts }
}

/** Creates the declaration `type Name = ...`. */
export function aliasOf(parts: AliasParts): DeclarationNode {
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

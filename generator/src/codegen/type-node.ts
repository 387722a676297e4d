import { quoteString } from './quote.ts'

/** A TypeScript type, before it is printed. Text of a custom target may take its place. */
export type TypeNode =
  | { readonly kind: 'name'; readonly name: string; readonly arguments: readonly TypeCode[] }
  /** A literal, template literal or keyword. */
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'array'; readonly items: TypeCode; readonly readonly: boolean }
  | { readonly kind: 'tuple'; readonly items: readonly TupleItem[]; readonly readonly: boolean }
  | { readonly kind: 'object'; readonly members: InterfaceMembers }
  | {
      readonly kind: 'function'
      readonly arguments: readonly Argument[]
      readonly returns: TypeCode
    }
  /** The type of a member: `PChain['getBlock']`. */
  | { readonly kind: 'indexed'; readonly object: TypeCode; readonly index: TypeCode }
  | { readonly kind: 'typeof'; readonly name: string }
  | { readonly kind: 'union'; readonly members: readonly TypeCode[] }
  | { readonly kind: 'intersection'; readonly members: readonly TypeCode[] }

export interface TupleItem {
  readonly type: TypeCode
  readonly form: 'required' | 'optional' | 'rest'
}

/** A type as a node, or as the source text of a custom target. */
export type TypeCode = TypeNode | string

/** A parameter of a function or method. */
export interface Argument {
  readonly name: string
  readonly type: TypeCode
  readonly optional?: boolean
  /** Whether the parameter is a rest parameter: `...name: type`. */
  readonly rest?: boolean
}

/** A property of an interface. `name` must be a result of `memberName`. */
export interface PropertyMember {
  readonly name: string
  readonly type: TypeCode
  readonly doc?: string | undefined
  readonly optional?: boolean
  readonly readonly?: boolean
}

/** A method of an interface. `name` must be a result of `memberName`. */
export interface MethodMember {
  readonly name: string
  readonly arguments: readonly Argument[]
  readonly returns: TypeCode
  readonly typeParameters?: readonly string[]
  readonly doc?: string | undefined
  readonly optional?: boolean
}

/** The members of an interface or object type. */
export interface InterfaceMembers {
  readonly properties?: readonly PropertyMember[]
  readonly methods?: readonly MethodMember[]
  readonly calls?: readonly Omit<MethodMember, 'name'>[]
  /** Type of an index signature for undeclared members. */
  readonly index?: TypeCode | undefined
  /** Whether the index signature comes before the properties. */
  readonly indexFirst?: boolean
}

/** Returns a reference to a type by its local name: `Promise<Block>`. */
export function namedType(name: string, ...args: readonly TypeCode[]): TypeNode {
  return { kind: 'name', name, arguments: args }
}

export function literalType(text: string): TypeNode {
  return { kind: 'literal', text }
}

export function objectType(members: InterfaceMembers): TypeNode {
  return { kind: 'object', members }
}

/** Returns the literal type of a string. */
export function stringType(text: string): TypeNode {
  return literalType(quoteString(text))
}

/** Returns the type of an object without some members: `Omit<Client, 'a' | 'b'>`. */
export function omitOf(type: TypeCode, names: readonly string[]): TypeCode {
  return names.length === 0 ? type : namedType('Omit', type, stringsOf(names))
}

/** Returns a union of literal strings. */
export function stringsOf(names: readonly string[]): TypeCode {
  const [only = literalType('never'), ...others] = names.map(stringType)
  return others.length === 0 ? only : { kind: 'union', members: [only, ...others] }
}

export function functionType(args: readonly Argument[], returns: TypeCode): TypeNode {
  return { kind: 'function', arguments: args, returns }
}

/** Returns the names of the types to which a type refers. */
export function typeNames(type: TypeCode): readonly string[] {
  if (typeof type === 'string') return [type]
  switch (type.kind) {
    case 'literal':
      return []
    case 'name':
      return [type.name, ...type.arguments.flatMap(typeNames)]
    case 'typeof':
      return [type.name]
    case 'array':
      return typeNames(type.items)
    case 'tuple':
      return type.items.flatMap((item) => typeNames(item.type))
    case 'indexed':
      return [type.object, type.index].flatMap(typeNames)
    case 'function':
      return signatureNames(type)
    case 'object': {
      const { properties = [], methods = [], calls = [], index } = type.members
      return [
        ...properties.flatMap((property) => typeNames(property.type)),
        ...[...methods, ...calls].flatMap(signatureNames),
        ...(index === undefined ? [] : typeNames(index)),
      ]
    }
    case 'union':
    case 'intersection':
      return type.members.flatMap(typeNames)
    default:
      return type satisfies never
  }
}

function signatureNames(signature: Pick<MethodMember, 'arguments' | 'returns'>): readonly string[] {
  return [...signature.arguments.map(({ type }) => type), signature.returns].flatMap(typeNames)
}

/** Returns an intersection; `unknown` for no members. */
export function intersectionOf(members: readonly TypeCode[]): TypeCode {
  const [only = literalType('unknown'), ...others] = members
  return others.length === 0 ? only : { kind: 'intersection', members }
}

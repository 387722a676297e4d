import type { Comment } from './tokens.ts'

/** Comments and empty lines before a member, property or statement. */
export interface Lead {
  readonly comments: readonly Comment[]
  /** Whether an empty line precedes the element and its comments. */
  readonly isApart: boolean
  /** Whether an empty line separates the comments from the element. */
  readonly isBelowGap: boolean
}

export type TypeNode =
  | { readonly node: 'keyword'; readonly text: string }
  | { readonly node: 'literal'; readonly text: string }
  | { readonly node: 'reference'; readonly name: string; readonly args?: readonly TypeNode[] }
  | { readonly node: 'typeof'; readonly name: string; readonly args?: readonly TypeNode[] }
  | { readonly node: 'array'; readonly element: TypeNode }
  | { readonly node: 'tuple'; readonly elements: readonly TupleElement[] }
  | { readonly node: 'union'; readonly types: readonly TypeNode[] }
  | { readonly node: 'intersection'; readonly types: readonly TypeNode[] }
  | { readonly node: 'operator'; readonly operator: string; readonly type: TypeNode }
  | { readonly node: 'indexed'; readonly object: TypeNode; readonly index: TypeNode }
  | { readonly node: 'predicate'; readonly name: string; readonly type: TypeNode }
  | FunctionType
  | ObjectType

export interface Base {
  readonly name: string
  readonly args?: readonly TypeNode[]
}

export interface TupleElement {
  readonly label?: string
  readonly isRest: boolean
  readonly isOptional: boolean
  readonly type: TypeNode
}

export interface FunctionType extends Signature {
  readonly node: 'function-type'
}

export interface ObjectType {
  readonly node: 'object-type'
  readonly members: readonly Member[]
  /** Whether the source has a line break before the first member. If so, each member keeps its own line. */
  readonly isBroken: boolean
}

export interface TypeParameter {
  readonly name: string
  readonly isConst: boolean
  readonly constraint?: TypeNode
  readonly fallback?: TypeNode
}

export interface Parameter {
  readonly name: string
  readonly isRest: boolean
  readonly isOptional: boolean
  readonly type?: TypeNode
}

export interface Signature {
  readonly typeParameters: readonly TypeParameter[]
  readonly parameters: readonly Parameter[]
  readonly returns?: TypeNode
}

export type Member = Lead &
  (
    | {
        readonly node: 'property'
        readonly name: string
        readonly isReadonly: boolean
        readonly isOptional: boolean
        readonly type?: TypeNode
      }
    | ({ readonly node: 'method'; readonly name: string; readonly isOptional: boolean } & Signature)
    | ({ readonly node: 'call-signature' } & Signature)
    | {
        readonly node: 'index'
        readonly isReadonly: boolean
        readonly name: string
        readonly key: TypeNode
        readonly type: TypeNode
      }
  )

/** An expression. `comments` are the comments before the expression on the same line. */
export type Expression = { readonly comments?: readonly Comment[] } & (
  | { readonly node: 'name'; readonly text: string }
  | { readonly node: 'string'; readonly text: string }
  | { readonly node: 'number'; readonly text: string }
  | { readonly node: 'word'; readonly text: 'true' | 'false' | 'null' }
  | ObjectExpression
  | ArrayExpression
  | ArrowFunction
  | Call
  | MemberAccess
  | { readonly node: 'unary'; readonly operator: string; readonly operand: Expression }
  | { readonly node: 'update'; readonly operator: string; readonly operand: Expression }
  | { readonly node: 'await'; readonly operand: Expression }
  | Binary
  | Conditional
  | Assignment
  | {
      readonly node: 'as'
      readonly operator: 'as' | 'satisfies'
      readonly value: Expression
      readonly type: TypeNode | 'const'
    }
)

export interface ObjectExpression {
  readonly node: 'object'
  readonly properties: readonly Property[]
  readonly isBroken: boolean
}

export type Property = Lead &
  (
    | { readonly node: 'value'; readonly key: string; readonly value: Expression }
    | { readonly node: 'shorthand'; readonly key: string }
    | { readonly node: 'spread'; readonly value: Expression }
  )

export interface ArrayExpression {
  readonly node: 'array'
  readonly elements: readonly Argument[]
}

export type Argument = Expression | Spread

export interface Spread {
  readonly node: 'spread'
  readonly value: Expression
}

export interface ArrowFunction extends Signature {
  readonly node: 'arrow'
  readonly isAsync: boolean
  readonly body: Expression | Block
}

export interface Call {
  readonly node: 'call' | 'new' | 'import'
  readonly callee: Expression
  readonly typeArguments?: readonly TypeNode[]
  readonly arguments: readonly Argument[]
}

export interface MemberAccess {
  readonly node: 'member'
  readonly object: Expression
  readonly property: string | Expression
}

export interface Binary {
  readonly node: 'binary'
  readonly operator: string
  readonly left: Expression
  readonly right: Expression
}

export interface Conditional {
  readonly node: 'conditional'
  readonly test: Expression
  readonly yes: Expression
  readonly no: Expression
}

export interface Assignment {
  readonly node: 'assignment'
  readonly operator: string
  readonly left: Expression
  readonly right: Expression
}

export interface Block {
  readonly node: 'block'
  readonly statements: readonly Statement[]
}

export interface Specifier {
  readonly name: string
  readonly as?: string
  readonly isType: boolean
}

export type Statement = Lead &
  (
    | {
        readonly node: 'module'
        readonly keyword: 'import' | 'export'
        readonly isType: boolean
        /**
         * Imported names: `*`, `* as name`, or the names in braces. Undefined for an import without names,
         * which only has side effects.
         */
        readonly names: readonly Specifier[] | string | undefined
        readonly from?: string
      }
    | ({ readonly node: 'interface'; readonly isExported: boolean } & InterfaceParts)
    | {
        readonly node: 'alias'
        readonly isExported: boolean
        readonly name: string
        readonly typeParameters: readonly TypeParameter[]
        readonly type: TypeNode
      }
    | ({ readonly node: 'variable'; readonly isExported: boolean } & Variable)
    | FunctionStatement
    | IfStatement
    | { readonly node: 'return' | 'throw'; readonly value?: Expression }
    | { readonly node: 'expression'; readonly value: Expression }
    | { readonly node: 'jump'; readonly keyword: string }
    | ForStatement
    | {
        readonly node: 'for-of'
        readonly keyword: string
        readonly name: string
        readonly list: Expression
        readonly body: Statement
      }
    | Block
    /** End of the file after trailing comments. */
    | { readonly node: 'nothing' }
  )

interface InterfaceParts {
  readonly name: string
  readonly typeParameters: readonly TypeParameter[]
  readonly bases: readonly Base[]
  readonly members: readonly Member[]
}

export interface Variable {
  readonly keyword: string
  readonly name: string
  readonly type?: TypeNode
  readonly value?: Expression
}

export interface FunctionStatement extends Signature {
  readonly node: 'function'
  readonly isExported: boolean
  readonly isAsync: boolean
  readonly name: string
  readonly body: Block
}

export interface IfStatement {
  readonly node: 'if'
  readonly test: Expression
  readonly then: Statement
  readonly otherwise?: Statement
}

export interface ForStatement {
  readonly node: 'for'
  readonly first: Variable
  readonly test: Expression
  readonly next: Expression
  readonly body: Statement
}

import type {
  FunctionDeclarationStructure,
  InterfaceDeclarationStructure,
  MethodSignatureStructure,
  OptionalKind,
  PropertySignatureStructure,
  StructureKind,
  TypeAliasDeclarationStructure,
  VariableDeclarationKind,
  VariableStatementStructure,
} from 'ts-morph'

/**
 * Declarations as ts-morph structures. ts-morph itself is loaded by the printer alone: here its
 * enums are only types, and the compiler holds these values equal to theirs.
 */
export const structureKinds: {
  readonly function: StructureKind.Function
  readonly interface: StructureKind.Interface
  readonly alias: StructureKind.TypeAlias
  readonly variables: StructureKind.VariableStatement
} = { function: 13, interface: 19, alias: 38, variables: 41 }

const constant = 'const' as VariableDeclarationKind.Const

/** One argument of a function or method. */
export interface Argument {
  readonly name: string
  readonly type: string
  readonly optional?: boolean
}

/** What every declaration has. */
export interface Declaration {
  readonly name: string
  /** Finished text of the doc comment, from `docText`. */
  readonly doc?: string | undefined
  readonly exported?: boolean
}

/** A property of an interface; `name` as `memberName` gives it. */
export interface PropertyMember {
  readonly name: string
  readonly type: string
  readonly doc?: string | undefined
  readonly optional?: boolean
  readonly readonly?: boolean
}

/** A method of an interface; `name` as `memberName` gives it. */
export interface MethodMember {
  readonly name: string
  readonly arguments: readonly Argument[]
  readonly returns: string
  readonly doc?: string | undefined
}

/** `interface Name { ... }` */
export function interfaceOf(
  declaration: Declaration & {
    readonly properties?: readonly PropertyMember[]
    readonly methods?: readonly MethodMember[]
    readonly calls?: readonly Omit<MethodMember, 'name'>[]
    readonly index?: string | undefined
    readonly extends?: readonly string[]
  },
): InterfaceDeclarationStructure {
  return {
    kind: structureKinds.interface,
    ...head(declaration),
    ...(declaration.extends && { extends: [...declaration.extends] }),
    callSignatures: (declaration.calls ?? []).map((call) => ({
      ...docs(call.doc),
      parameters: call.arguments.map(parameter),
      returnType: call.returns,
    })),
    properties: (declaration.properties ?? []).map(propertyOf),
    methods: (declaration.methods ?? []).map(methodOf),
    indexSignatures:
      declaration.index === undefined
        ? []
        : [{ keyName: 'name', keyType: 'string', returnType: declaration.index }],
  }
}

/** `type Name = ...` */
export function aliasOf(
  declaration: Declaration & { readonly type: string },
): TypeAliasDeclarationStructure {
  return { kind: structureKinds.alias, ...head(declaration), type: declaration.type }
}

/** `const name: type = value` */
export function constantOf(
  declaration: Declaration & { readonly type?: string; readonly value: string },
): VariableStatementStructure {
  const { name, type, value, doc, exported } = declaration
  return {
    kind: structureKinds.variables,
    declarationKind: constant,
    isExported: exported ?? true,
    ...docs(doc),
    declarations: [{ name, initializer: value, ...(type !== undefined && { type }) }],
  }
}

/** `function name(...): returns { ... }` */
export function functionOf(
  declaration: Declaration & {
    readonly arguments: readonly Argument[]
    readonly returns: string
    readonly body: readonly string[]
    readonly typeParameters?: readonly string[]
  },
): FunctionDeclarationStructure {
  return {
    kind: structureKinds.function,
    ...head(declaration),
    ...(declaration.typeParameters && { typeParameters: [...declaration.typeParameters] }),
    parameters: declaration.arguments.map(parameter),
    returnType: declaration.returns,
    statements: [...declaration.body],
  }
}

function head({ name, doc, exported }: Declaration): {
  name: string
  isExported: boolean
  docs?: string[]
} {
  return { name, isExported: exported ?? true, ...docs(doc) }
}

function docs(doc: string | undefined): { docs?: string[] } {
  return doc === undefined || doc === '' ? {} : { docs: [doc] }
}

function parameter({ name, type, optional }: Argument): {
  name: string
  type: string
  hasQuestionToken: boolean
} {
  return { name, type, hasQuestionToken: optional ?? false }
}

function propertyOf(member: PropertyMember): OptionalKind<PropertySignatureStructure> {
  return {
    name: member.name,
    type: member.type,
    isReadonly: member.readonly ?? false,
    hasQuestionToken: member.optional ?? false,
    ...docs(member.doc),
  }
}

function methodOf(member: MethodMember): OptionalKind<MethodSignatureStructure> {
  return {
    name: member.name,
    parameters: member.arguments.map(parameter),
    returnType: member.returns,
    ...docs(member.doc),
  }
}

import type { Api, NamedType, ObjectType, Type, TypeId, TypeModule } from '../model/types.ts'
import { elementDoc } from './alternative-notes.ts'
import { circles } from './circles.ts'
import { cachedByApi } from './cached-by-api.ts'
import { displayType } from './print-declaration.ts'
import { printType } from './print-type.ts'
import { indexType, typeNode } from './model-type.ts'
import { memberName } from './quote.ts'
import { type Form, openScope, type Scope, typesPath } from './scope.ts'
import { aliasOf, type DeclarationNode, interfaceOf, type TypeDeclaration } from './structure.ts'
import type { SourceOutput } from './target.ts'
import type { TypeCode } from './type-node.ts'

/** Line width of declarations that the docs display. */
export const displayWidth = 62

/** Returns a module with the types of each input file. */
export function typeModules(api: Api): readonly SourceOutput[] {
  return api.modules.map((module) => typeModule(api, module))
}

function typeModule(api: Api, module: TypeModule): SourceOutput {
  const path = typesPath(module.path)
  const types = module.types.flatMap((id) => api.types.get(id) ?? [])
  const scope = openScope(
    api,
    path,
    types.flatMap(({ name, inputName }) => [name, inputName]),
  )
  const statements = types.flatMap((named) => declarations(api, named, scope))
  // Without an export, TypeScript would treat the empty file as a script.
  return scope.module(statements.length === 0 ? ['export {}'] : statements, [module.file])
}

function declarations(api: Api, named: NamedType, scope: Scope): SourceOutput['statements'] {
  const docOf: Printing['docOf'] = (element) => elementDoc(api, element)
  const { type } = named
  const printing = { api, named, scope, docOf }
  if (type.kind !== 'object' || formsOf(named).length === 1) {
    return formsOf(named).map((form) => declaration({ ...printing, form }))
  }
  return [decodedInterface(type, printing), declaration({ ...printing, form: 'input' })]
}

/**
 * Returns the interface of the decoded form. The interface extends the input form, because decoded values are
 * valid as inputs. Members with a narrower type are redeclared without a comment, because editors show the
 * inherited one. They do not inherit `@deprecated`, so the comments of deprecated members are repeated.
 */
function decodedInterface(type: ObjectType, printing: Omit<Printing, 'form'>): DeclarationNode {
  const { named, docOf } = printing
  const input = members(type, { ...printing, form: 'input' })
  const decoded = members(type, {
    ...printing,
    form: 'decoded',
    docOf: (element) => (element.doc.deprecated ? docOf(element) : undefined),
  })
  const inputTypes = new Map(
    input.properties?.map((property) => [property.name, printType(property.type)]),
  )
  return interfaceOf({
    name: named.name,
    doc: docOf(named),
    extends: [named.inputName],
    properties: (decoded.properties ?? []).filter(
      (property) => inputTypes.get(property.name) !== printType(property.type),
    ),
    index: isSame(decoded.index, input.index) ? undefined : decoded.index,
  })
}

function isSame(one: TypeCode | undefined, other: TypeCode | undefined): boolean {
  return one === undefined || other === undefined
    ? one === other
    : printType(one) === printType(other)
}

/** Returns the declarations of a type as packages export it, formatted for display and without comments. */
export function typeDeclarations(
  api: Api,
  named: NamedType,
  scope: Pick<Scope, 'type' | 'format' | 'memberDoc'>,
): readonly string[] {
  return formsOf(named).map((form) => {
    const declared = declaration({ api, named, scope, form, docOf: () => undefined })
    return displayType(declared, displayWidth)
  })
}

/** Returns the declaration of a type as callers pass it. */
export function inputDeclaration(
  api: Api,
  named: NamedType,
  scope: Printing['scope'],
): TypeDeclaration {
  const docOf: Printing['docOf'] = (element) => elementDoc(api, element)
  return declaration({ api, named, scope, form: 'input', docOf })
}

function formsOf(named: NamedType): readonly Form[] {
  return named.inputName === named.name ? ['decoded'] : ['decoded', 'input']
}

type Documented = Pick<NamedType, 'doc' | 'schema' | 'type'>

interface Printing {
  readonly api: Api
  readonly named: NamedType
  readonly scope: Pick<Scope, 'type' | 'format' | 'memberDoc'>
  readonly form: Form
  readonly docOf: (element: Documented) => string | undefined
}

function declaration(printing: Printing): TypeDeclaration {
  const { api, named, scope, form, docOf } = printing
  const head =
    form === 'input' && named.inputName !== named.name
      ? { name: named.inputName, doc: docOf(inputDoc(named)) }
      : { name: named.name, doc: docOf(named) }
  const { type } = named
  if (type.kind !== 'object') {
    return aliasOf({ ...head, type: typeNode(withoutLoops(api, named), { form, scope }) })
  }
  return interfaceOf({ ...head, ...members(type, printing) })
}

/**
 * Returns the doc comment of the input form, which refers to the decoded form instead of repeating the
 * description.
 */
function inputDoc({ name, schema, doc }: NamedType): Documented {
  const { deprecated } = doc
  return {
    doc: {
      summary: `{@link ${name}} as callers pass it and handlers return it.`,
      ...(deprecated && { deprecated }),
    },
    schema: { ...schema, json: true },
    type: { kind: 'unknown' },
  }
}

function members(
  type: ObjectType,
  { form, scope, docOf }: Printing,
): Pick<Parameters<typeof interfaceOf>[0], 'properties' | 'index'> {
  return {
    properties: type.properties.map((property) => ({
      name: memberName(property.name),
      type: typeNode(property.type, { form, scope }),
      optional: !property.required,
      doc: docOf(property),
    })),
    index: indexType(type, { form, scope }),
  }
}

/**
 * Removes references from a type to itself through aliases, unions and intersections only. Such references
 * have no effect in a schema, and TypeScript does not allow them. A reference in a union is dropped; any other
 * reference is replaced with `unknown`.
 */
function withoutLoops(api: Api, named: NamedType): Type {
  const circle = bareCircles(api).get(named.id)
  if (circle === undefined) return named.type
  const cut = (type: Type): Type => {
    switch (type.kind) {
      case 'ref':
        return circle.has(type.to) ? { kind: 'unknown' } : type
      case 'union':
        return {
          ...type,
          members: type.members
            .filter((member) => !(member.kind === 'ref' && circle.has(member.to)))
            .map(cut),
        }
      case 'intersection':
        return { ...type, members: type.members.map(cut) }
      default:
        return type
    }
  }
  return cut(named.type)
}

/**
 * Maps each type in a reference cycle to all types of the cycle. References inside objects, arrays and tuples
 * are not followed.
 */
const bareCircles = cachedByApi((api: Api): ReadonlyMap<TypeId, ReadonlySet<TypeId>> => {
  const refsOf = (id: TypeId): readonly TypeId[] => bareReferences(api.types.get(id)?.type)
  return new Map(
    circles(api.types.keys(), refsOf)
      .filter(([first, ...others]) => {
        return first !== undefined && (others.length > 0 || refsOf(first).includes(first))
      })
      .flatMap((circle) => {
        const members = new Set(circle)
        return circle.map((id) => [id, members] as const)
      }),
  )
})

function bareReferences(type: Type | undefined): readonly TypeId[] {
  if (type === undefined) return []
  if (type.kind === 'ref') return [type.to]
  return type.kind === 'union' || type.kind === 'intersection'
    ? type.members.flatMap(bareReferences)
    : []
}

import { deepEqual, isNumeric } from '../json/equal.ts'
import { isRecord } from '../json/values.ts'
import { keywordOf } from '../keywords/table.ts'
import type { SchemaObject, TypeName } from '../types.ts'
import type { Located, Places } from './located.ts'
import { allowsNothing, type Choice, structureOf } from './structure.ts'
import { requiredMembers, schemasTogether } from './together.ts'
import { commonTypes, declaredTypes, impliedTypes } from './types-of.ts'

/** Schemas that all apply to the same value; usually a single one. */
export type Conjunction<Place, Value = unknown> = readonly Located<Place, Value>[]

/** What the schemas that apply to one value say together, those of references and `allOf` included. */
export interface View<Place, Value = unknown> {
  readonly schemas: Conjunction<Place, Value>
  /** The types that all schemas allow; undefined if every type is allowed. */
  readonly types: readonly TypeName[] | undefined
  /** The types that the schemas are meant for if they have no `type`. */
  readonly implied: readonly TypeName[]
  /** Values of `const` or `enum` that all schemas list. */
  readonly values: readonly Value[] | undefined
  readonly properties: ReadonlyMap<string, Conjunction<Place, Value>>
  readonly required: ReadonlySet<string>
  readonly patterns: ReadonlyMap<string, Conjunction<Place, Value>>
  /** Schemas of members that are not declared. */
  readonly additional: Conjunction<Place, Value>
  /** Schemas of the first items, and of the items after them. */
  readonly first: readonly Conjunction<Place, Value>[]
  readonly rest: Conjunction<Place, Value>
  readonly choices: readonly Choice<Place, Value>[]
  /** Returns the values of a keyword, those of the outermost schemas first. */
  readonly valuesOf: (keyword: string) => readonly Value[]
}

/** Returns what schemas say together. */
export function viewOf<Place, Value>(
  given: Conjunction<Place, Value>,
  places: Places<Place, Value>,
): View<Place, Value> {
  const schemas = schemasTogether(given, places)
  const objects = schemas.map(({ json }): unknown => json).filter(isRecord)
  const structures = schemas.map((one) => structureOf(one, places.inside))
  return {
    schemas,
    types: schemas.some(({ json }) => allowsNothing(json)) ? [] : withNull(given, typesOf(objects)),
    implied: impliedTypes(objects),
    values: valuesIn(objects) as readonly Value[] | undefined,
    properties: byName(structures.map(({ properties }) => properties)),
    required: requiredMembers(objects),
    patterns: byName(structures.map(({ patterns }) => patterns)),
    additional: structures.flatMap(({ additional }) => additional ?? []),
    first: byIndex(structures.map(({ first }) => first)),
    rest: structures.flatMap(({ rest }) => rest ?? []),
    choices: structures.flatMap(({ choices }) => choices),
    valuesOf: (keyword) =>
      objects.flatMap((schema) =>
        Object.hasOwn(schema, keyword) ? [schema[keyword] as Value] : [],
      ),
  }
}

/** Adds `null` if the schema that all others belong to is `nullable`: it then allows null whatever they say. */
function withNull(
  [first, ...others]: Conjunction<unknown>,
  types: readonly TypeName[] | undefined,
): readonly TypeName[] | undefined {
  const isNullable = others.length === 0 && isRecord(first?.json) && first.json['nullable'] === true
  return isNullable && types?.includes('null') === false ? [...types, 'null'] : types
}

/** Returns the types that all schemas allow; undefined if every type is allowed. */
export function typesOf(schemas: readonly SchemaObject[]): readonly TypeName[] | undefined {
  return schemas.reduce<readonly TypeName[] | undefined>((types, schema) => {
    const own = declaredTypes(schema)
    return types === undefined || own === undefined ? (own ?? types) : commonTypes(types, own)
  }, undefined)
}

/** Returns the values that all schemas with `const` or `enum` list; undefined if no schema has one. */
function valuesIn(schemas: readonly SchemaObject[]): readonly unknown[] | undefined {
  return schemas.reduce<readonly unknown[] | undefined>((values, schema) => {
    const own = Object.hasOwn(schema, 'const') ? [schema['const']] : schema['enum']
    if (!Array.isArray(own)) return values
    return values?.filter((value) => own.some((one) => deepEqual(one, value))) ?? own
  }, undefined)
}

function byName<One>(
  maps: readonly ReadonlyMap<string, One>[],
): ReadonlyMap<string, readonly One[]> {
  const found = new Map<string, One[]>()
  for (const [name, one] of maps.flatMap((map) => [...map])) {
    const known = found.get(name)
    if (known === undefined) found.set(name, [one])
    else known.push(one)
  }
  return found
}

function byIndex<One>(lists: readonly (readonly One[])[]): readonly (readonly One[])[] {
  const length = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length }, (_unused, index) => lists.flatMap((list) => list[index] ?? []))
}

/** Returns the tightest value of a limit. */
export function limitOf(view: View<unknown>, keyword: string): number | bigint | undefined {
  const isMost = keywordOf(keyword)?.limit?.side === 'most'
  return view
    .valuesOf(keyword)
    .filter(isNumeric)
    .reduce<number | bigint | undefined>(
      (tightest, value) =>
        tightest === undefined || (isMost ? value < tightest : value > tightest) ? value : tightest,
      undefined,
    )
}

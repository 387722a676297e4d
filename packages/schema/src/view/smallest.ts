import { isNumeric } from '../json/equal.ts'
import { isRecord, recordOf } from '../json/values.ts'
import { keywordsWhere } from '../keywords/table.ts'
import { itemSchemas, memberSchemas } from '../part-schemas.ts'
import { behindReferences } from '../references/reference.ts'
import type { Resolve, SchemaObject } from '../types.ts'
import { choicesOf } from './choices.ts'
import { inDocument, located } from './located.ts'
import { requiredMembers, schemasTogether } from './together.ts'
import { typesOf } from './view.ts'

/** Size of the smallest value that is valid against a schema. */
export interface Size {
  /** Nesting depth: 0 for a scalar, `Infinity` if every value would contain another value of the schema. */
  readonly height: number
  /** Number of values inside the value, including nested values. A string counts by its length. */
  readonly size: number
}

/** Long strings are counted as several values: one value for each `CHARACTERS` characters. */
export const CHARACTERS = 20

/**
 * Finite height that replaces an infinite or unknown height: for a schema without `type`, which also allows
 * scalars, for contradictions, and for a schema whose size could not be determined. It is larger than the height
 * of any generated value.
 */
const UNLIKELY = 1e6

const scalar: Size = { height: 0, size: 1 }
const unlikely: Size = { height: UNLIKELY, size: UNLIKELY }
const infinite: Size = { height: Infinity, size: Infinity }

/** Whether a value of the schema would have to be infinitely nested. */
export function isEndless(schema: unknown, resolve: Resolve): boolean {
  return smallestSize(schema, resolve).height === Infinity
}

/** Whether a size exceeds a depth or a number of values. A schema that allows a scalar never does. */
export function exceeds(
  { height, size }: Size,
  { levels, parts }: { readonly levels: number; readonly parts: number },
): boolean {
  return height < UNLIKELY && (height > levels || size > parts)
}

/** Sizes by schema, for each document. A mock generates many values of the same schemas. */
const cache = new WeakMap<Resolve, Map<unknown, Size>>()

/** Returns the size of the smallest value of a schema. */
export function smallestSize(reference: unknown, resolve: Resolve): Size {
  const schema = behindReferences(reference, resolve)
  if (!isRecord(schema)) return scalar
  const sizes = cache.get(resolve) ?? new Map<unknown, Size>()
  cache.set(resolve, sizes)
  if (!sizes.has(schema)) computeSizes(schema, sizes, resolve)
  return sizes.get(schema) ?? infinite
}

/** Maximum number of schemas to read for one size. A size that is not certain then is treated as finite. */
const MAX_READ = 500_000

/** State of an estimate: the size of a schema follows from the sizes of the schemas that it uses. */
interface Estimate {
  readonly resolve: Resolve
  readonly sizeOf: (schema: unknown) => Size
  /** Whether references lead to further schemas of the value. Inside a member, they could go on forever. */
  readonly isTop: boolean
  readonly read: { count: number }
}

/**
 * Computes the sizes of a schema and all schemas that it uses. A size is treated as infinite until a finite
 * value is found.
 */
function computeSizes(schema: SchemaObject, sizes: Map<unknown, Size>, resolve: Resolve): void {
  const used = new Set([schema])
  const collect = (reference: unknown): Size => {
    const inner = behindReferences(reference, resolve)
    if (isRecord(inner) && !sizes.has(inner)) used.add(inner)
    return scalar
  }
  const known = (reference: unknown): Size => {
    const inner = behindReferences(reference, resolve)
    return isRecord(inner) ? (sizes.get(inner) ?? infinite) : scalar
  }
  const read = { count: 0 }
  for (const one of used) sizeTogether([one], [], { resolve, sizeOf: collect, isTop: true, read })
  read.count = 0
  // Starts with the innermost schemas, and repeats until nothing changes.
  const innermostFirst = [...used].toReversed()
  for (let isFinal = false; !isFinal && read.count <= MAX_READ;) {
    isFinal = true
    for (const one of innermostFirst) {
      const size = sizeTogether([one], [], { resolve, sizeOf: known, isTop: true, read })
      const before = sizes.get(one)
      if (size.height === before?.height && size.size === before.size) continue
      sizes.set(one, size)
      isFinal = false
    }
  }
  if (read.count <= MAX_READ) return
  for (const one of used) if (known(one).height === Infinity) sizes.set(one, unlikely)
}

/**
 * Returns the size of the smallest value that is valid against `schemas` and `context` together. The
 * alternatives of `context` have already been chosen.
 */
function sizeTogether(
  schemas: readonly unknown[],
  context: readonly SchemaObject[],
  estimate: Estimate,
): Size {
  const { resolve, sizeOf, isTop, read } = estimate
  const places = inDocument(isTop ? resolve : () => undefined)
  const together = schemasTogether([...context, ...schemas].map(located), places).flatMap(
    ({ json }) => (isRecord(json) ? [json] : []),
  )
  const added = together.slice(context.length)
  read.count += together.length
  const required = requiredMembers(together)
  // Alternatives inside an alternative are estimated separately, because there are too many combinations.
  const sizeOfOption = (option: readonly unknown[]): Size =>
    context.length === 0 ? sizeTogether(option, together, estimate) : most(option.map(sizeOf))
  return most([
    sizeOfValue(together, required, estimate),
    ...added.map((schema) => {
      const { $ref: ref } = schema
      return typeof ref === 'string' ? sizeOf(resolve(ref, schema)) : scalar
    }),
    ...added
      .flatMap((schema) => choicesOf(schema, required))
      .map((options) => least(options.map(sizeOfOption))),
  ])
}

/** Returns the size of a value that is valid against all schemas. */
function most(sizes: readonly Size[]): Size {
  return sizes.reduce(
    (most, { height, size }) => ({
      height: Math.max(most.height, height),
      size: Math.max(most.size, size),
    }),
    scalar,
  )
}

/** Returns the size of the smallest value that is valid against one of the schemas. */
function least(sizes: readonly Size[]): Size {
  return sizes.reduce((least, { height, size }) => ({
    height: Math.min(least.height, height),
    size: Math.min(least.size, size),
  }))
}

/** Returns the size of a member or item to which several schemas apply. */
function sizeOfAll(schemas: readonly unknown[], estimate: Estimate): Size {
  const alone = most(schemas.map(estimate.sizeOf))
  if (schemas.length < 2 || alone.height === Infinity) return alone
  return most([alone, sizeTogether(schemas, [], { ...estimate, isTop: false })])
}

/** Members or items of equal size, and their number. */
interface Parts extends Size {
  readonly count: number
}

const evaluating = keywordsWhere(({ mayEvaluate }) => mayEvaluate === true)

function sizeOfValue(
  schemas: readonly SchemaObject[],
  required: ReadonlySet<string>,
  estimate: Estimate,
): Size {
  const has = (...names: readonly string[]): boolean =>
    schemas.some((schema) => names.some((name) => Object.hasOwn(schema, name)))
  if (has('const', 'enum')) return scalar
  const types = typesOf(schemas)
  // If a scalar type is allowed, the smallest value has no nesting.
  if (types?.some((type) => type !== 'object' && type !== 'array')) {
    const length = types.every((type) => type === 'string') ? largest(schemas, 'minLength') : 0
    return { height: 0, size: 1 + length / CHARACTERS }
  }
  const all = has(...evaluating) ? schemas.map(withoutUnevaluated) : schemas
  const members = types?.includes('object') === false ? [] : membersOf(all, required, estimate)
  const items = types?.includes('array') === false ? [] : itemsOf(all, estimate)
  const parts = [...members, ...items].filter(({ count }) => count > 0)
  const height = parts.reduce((deepest, part) => Math.max(deepest, part.height + 1), 1)
  if (types === undefined) return { height: Math.min(height - 1, UNLIKELY), size: 1 }
  // The size is 1 if the schema has an example or a default value, which is used instead of a generated
  // value.
  const isGiven = has('examples', 'default')
  return {
    height,
    size: isGiven ? 1 : parts.reduce((sum, { size, count }) => sum + size * count, 1),
  }
}

function withoutUnevaluated({
  unevaluatedProperties: _properties,
  unevaluatedItems: _items,
  ...schema
}: SchemaObject): SchemaObject {
  return schema
}

function membersOf(
  schemas: readonly SchemaObject[],
  required: ReadonlySet<string>,
  estimate: Estimate,
): readonly Parts[] {
  const sizeOfMember = (name: string): Size => sizeOfAll(memberSchemas(schemas, name), estimate)
  const members = [...required].map((name) => ({ ...sizeOfMember(name), count: 1 }))
  const missing = largest(schemas, 'minProperties') - required.size
  if (missing < 1) return members
  // If `minProperties` requires more members, declared members are added first, then members with other
  // names.
  const options = schemas.map(otherMembers)
  const isClosed = options.some(({ length }) => length === 0)
  const other = most(
    options.map((some) => (some.length === 0 ? infinite : least(some.map(estimate.sizeOf)))),
  )
  const names = new Set(schemas.flatMap(({ properties }) => Object.keys(recordOf(properties))))
  const optional = [...names].filter((name) => !required.has(name))
  // Too few possible names are a contradiction, which is not endless.
  if (isClosed && optional.length < missing) return [...members, { ...unlikely, count: 1 }]
  const declared = optional
    .map((name) => ({ ...sizeOfMember(name), count: 1 }))
    .filter(({ height }) => height < other.height)
    .toSorted((a, b) => a.height - b.height)
    .slice(0, missing)
  return [...members, ...declared, { ...other, count: missing - declared.length }]
}

/** Returns the possible schemas of a member whose name is not declared. */
function otherMembers({
  patternProperties,
  additionalProperties,
  unevaluatedProperties,
}: SchemaObject): readonly unknown[] {
  const rest = additionalProperties ?? unevaluatedProperties
  const patterns = Object.values(recordOf(patternProperties))
  return rest === false ? patterns : [...patterns, rest]
}

function itemsOf(schemas: readonly SchemaObject[], estimate: Estimate): readonly Parts[] {
  const count = largest(schemas, 'minItems')
  const all = schemas.map((schema) => {
    const { first, rest = schema['unevaluatedItems'] } = itemSchemas(schema)
    return { first, rest }
  })
  const tuple = Math.max(...all.map(({ first }) => first.length))
  const sizeAt = (index: number): Size =>
    sizeOfAll(
      all.map(({ first, rest }) => (index < first.length ? first[index] : rest)),
      estimate,
    )
  const contained = schemas.flatMap(({ contains, minContains }) =>
    contains === undefined || minContains === 0 ? [] : [estimate.sizeOf(contains)],
  )
  return [
    ...Array.from({ length: Math.min(count, tuple) }, (_unused, index) => ({
      ...sizeAt(index),
      count: 1,
    })),
    { ...sizeAt(tuple), count: count - tuple },
    ...(contained.length > 0 ? [{ ...most(contained), count: 1 }] : []),
  ]
}

function largest(schemas: readonly SchemaObject[], keyword: string): number {
  let most = 0
  for (const { [keyword]: value } of schemas)
    if (isNumeric(value)) most = Math.max(most, Number(value))
  return most
}

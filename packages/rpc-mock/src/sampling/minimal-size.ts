import { isRecord } from '@rpcloom/rpc'
import {
  evaluatingKeywords,
  itemSchemas,
  memberSchemas,
  recordOf,
  type Resolve,
  type SchemaObject,
} from '@rpcloom/schema/internal'
import { behindReferences, choicesOf, requiredIn, schemasTogether } from './schemas-together.ts'
import { CHARACTERS, numbersOf, type MinimalSize, type SampleContext } from './search.ts'
import { typesOf } from './value-type.ts'

/** Minimal sizes by schema, for each document. A mock generates many values of the same schemas. */
const cache = new WeakMap<Resolve, Map<unknown, MinimalSize>>()

export function minimalSizesFor(resolve: Resolve): Map<unknown, MinimalSize> {
  const sizes = cache.get(resolve) ?? new Map<unknown, MinimalSize>()
  cache.set(resolve, sizes)
  return sizes
}

/** Sorts schemas by the nesting depth of their smallest values, in ascending order. */
export function sortedByHeight(
  schemas: readonly unknown[],
  context: SampleContext,
): readonly unknown[] {
  return schemas
    .map((schema) => ({ schema, height: minimalSizeOf(schema, context).height }))
    .toSorted((a, b) => a.height - b.height)
    .map(({ schema }) => schema)
}

/**
 * Finite height that replaces an infinite or unknown height: for a schema without `type`, which also allows
 * scalars, and for a schema whose size could not be determined. It is larger than the height of any generated
 * value.
 */
const UNLIKELY = 1e6

/** Whether a value of the schema would have to be infinitely nested. */
export function isInfinite(schema: unknown, context: SampleContext): boolean {
  return minimalSizeOf(schema, context).height === Infinity
}

/** Whether even the smallest value of a schema exceeds the depth or size that is left for the search. */
export function isTooLarge(
  schema: unknown,
  context: SampleContext,
  { levels, parts }: { readonly levels: number; readonly parts: number },
): boolean {
  const { height, size } = minimalSizeOf(schema, context)
  // A schema that allows a scalar is never too large.
  return height < UNLIKELY && (height > levels || size > parts)
}

/** Size of a scalar: a number or a short string. */
const scalar: MinimalSize = { height: 0, size: 1 }
const infinite: MinimalSize = { height: Infinity, size: Infinity }

function minimalSizeOf(reference: unknown, context: SampleContext): MinimalSize {
  const schema = behindReferences(reference, context)
  if (!isRecord(schema)) return scalar
  if (!context.minimalSizes.has(schema)) settle(schema, context)
  return context.minimalSizes.get(schema) ?? infinite
}

/**
 * Maximum number of schemas to read for one size. If it is reached before the size is certain, the schema is
 * treated as finite.
 */
const MAX_READ = 500_000

/** State of an estimate: the size of a schema follows from the sizes of the schemas that it uses. */
interface Estimate {
  readonly resolve: Resolve
  readonly sizeOf: (schema: unknown) => MinimalSize
  read: number
}

/**
 * Computes the sizes of a schema and all schemas that it uses. A size is treated as infinite until a finite
 * value is found.
 */
function settle(schema: SchemaObject, context: SampleContext): void {
  const { minimalSizes: sizes, resolve } = context
  const used = new Set([schema])
  const collect: Estimate = {
    resolve,
    sizeOf: (reference) => {
      const inner = behindReferences(reference, context)
      if (isRecord(inner) && !sizes.has(inner)) used.add(inner)
      return scalar
    },
    read: 0,
  }
  for (const one of used) sizeTogether([one], [], collect)
  const estimate: Estimate = {
    resolve,
    sizeOf: (reference) => {
      const inner = behindReferences(reference, context)
      return isRecord(inner) ? (sizes.get(inner) ?? infinite) : scalar
    },
    read: 0,
  }
  // Starts with the innermost schemas, and repeats until nothing changes.
  const innermostFirst = [...used].toReversed()
  for (let isSettled = false; !isSettled && estimate.read <= MAX_READ;) {
    isSettled = true
    for (const one of innermostFirst) {
      const size = sizeTogether([one], [], estimate)
      const before = sizes.get(one)
      if (size.height === before?.height && size.size === before.size) continue
      sizes.set(one, size)
      isSettled = false
    }
  }
  if (estimate.read <= MAX_READ) return
  for (const one of used)
    if (estimate.sizeOf(one).height === Infinity)
      sizes.set(one, { height: UNLIKELY, size: UNLIKELY })
}

/**
 * Returns the size of the smallest value that is valid against `schemas` and `context` together. The
 * alternatives of `context` have already been chosen.
 */
function sizeTogether(
  schemas: readonly unknown[],
  context: readonly SchemaObject[],
  estimate: Estimate,
): MinimalSize {
  const together = [...schemasTogether([...context, ...schemas], estimate.resolve)]
  const added = together.slice(context.length)
  estimate.read += together.length
  const required = requiredIn(together)
  // Alternatives inside an alternative are estimated separately, because there are too many combinations.
  const sizeOfOption = (option: readonly unknown[]): MinimalSize =>
    context.length === 0
      ? sizeTogether(option, together, estimate)
      : most(option.map(estimate.sizeOf))
  return most([
    sizeOfValue(together, required, estimate.sizeOf),
    ...added.map((schema) => {
      const { $ref: ref } = schema
      return typeof ref === 'string' ? estimate.sizeOf(estimate.resolve(ref, schema)) : scalar
    }),
    ...added
      .flatMap((schema) => choicesOf(schema, required))
      .map((options) => least(options.map(sizeOfOption))),
  ])
}

/** Returns the size of a value that is valid against all schemas. */
function most(sizes: readonly MinimalSize[]): MinimalSize {
  return sizes.reduce(
    (most, { height, size }) => ({
      height: Math.max(most.height, height),
      size: Math.max(most.size, size),
    }),
    scalar,
  )
}

/** Returns the size of the smallest value that is valid against one of the schemas. */
function least(sizes: readonly MinimalSize[]): MinimalSize {
  return sizes.reduce((least, { height, size }) => ({
    height: Math.min(least.height, height),
    size: Math.min(least.size, size),
  }))
}

type SizeOf = Estimate['sizeOf']

/** Members or items of equal size, and their number. */
interface Parts extends MinimalSize {
  readonly count: number
}

function sizeOfValue(
  schemas: readonly SchemaObject[],
  required: ReadonlySet<unknown>,
  sizeOf: SizeOf,
): MinimalSize {
  const has = (...keywords: readonly string[]): boolean =>
    schemas.some((schema) => keywords.some((keyword) => keyword in schema))
  if (has('const', 'enum')) return scalar
  const types = typesOf(schemas)
  // If a scalar type is allowed, the smallest value has no nesting.
  if (types?.some((type) => type !== 'object' && type !== 'array')) {
    const length = types.every((type) => type === 'string') ? largest(schemas, 'minLength') : 0
    return { height: 0, size: 1 + length / CHARACTERS }
  }
  const all = has(...evaluatingKeywords) ? schemas.map(withoutUnevaluated) : schemas
  const members = types?.includes('object') === false ? [] : membersOf(all, required, sizeOf)
  const items = types?.includes('array') === false ? [] : itemsOf(all, sizeOf)
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
  required: ReadonlySet<unknown>,
  sizeOf: SizeOf,
): readonly Parts[] {
  const sizeOfMember = (name: unknown): MinimalSize =>
    most(memberSchemas(schemas, String(name)).map(sizeOf))
  const members = [...required].map((name) => ({ ...sizeOfMember(name), count: 1 }))
  const missing = largest(schemas, 'minProperties') - required.size
  if (missing < 1) return members
  // If `minProperties` requires more members, declared members are added first, then members with other
  // names.
  const other = most(schemas.map((schema) => sizeOfOtherMember(schema, sizeOf)))
  const names = new Set(schemas.flatMap(({ properties }) => Object.keys(recordOf(properties))))
  const declared = [...names]
    .filter((name) => !required.has(name))
    .map((name) => ({ ...sizeOfMember(name), count: 1 }))
    .filter(({ height }) => height < other.height)
    .toSorted((a, b) => a.height - b.height)
    .slice(0, missing)
  return [...members, ...declared, { ...other, count: missing - declared.length }]
}

function sizeOfOtherMember(
  { patternProperties, additionalProperties, unevaluatedProperties }: SchemaObject,
  sizeOf: SizeOf,
): MinimalSize {
  const rest = additionalProperties ?? unevaluatedProperties
  const options = Object.values(recordOf(patternProperties))
  if (rest !== false) options.push(rest)
  return options.length === 0 ? infinite : least(options.map(sizeOf))
}

function itemsOf(schemas: readonly SchemaObject[], sizeOf: SizeOf): readonly Parts[] {
  const count = largest(schemas, 'minItems')
  const all = schemas.map((schema) => {
    const { first, rest = schema['unevaluatedItems'] } = itemSchemas(schema)
    return { first, rest }
  })
  const tuple = Math.max(...all.map(({ first }) => first.length))
  const indices = Array.from({ length: Math.min(count, tuple) }, (_unused, index) => index)
  const contained = schemas.flatMap(({ contains, minContains }) =>
    contains === undefined || minContains === 0 ? [] : [sizeOf(contains)],
  )
  return [
    ...indices.map((index) => {
      const own = all.map(({ first, rest }) => (index < first.length ? first[index] : rest))
      return { ...most(own.map(sizeOf)), count: 1 }
    }),
    { ...most(all.map(({ rest }) => sizeOf(rest))), count: count - tuple },
    ...(contained.length > 0 ? [{ ...most(contained), count: 1 }] : []),
  ]
}

function largest(schemas: readonly SchemaObject[], keyword: string): number {
  return Math.max(0, ...numbersOf(schemas, keyword))
}

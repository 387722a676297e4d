import { isRecord } from '@rpcloom/rpc'
import {
  type Resolve,
  type SchemaObject,
  itemSchemas,
  listOf,
  namedSchemas,
  recordOf,
} from '@rpcloom/rpc/internal'
import { CHARACTERS, numbersOf, type MinimalSize, type SampleContext } from './search.ts'
import { typesOf } from './value-type.ts'

/** Cached requirements of schemas, by document. A mock generates many values of the same schemas. */
const known = new WeakMap<Resolve, Map<unknown, MinimalSize>>()

/** Returns the cache of requirements for a document. */
export function minimalSizesFor(resolve: Resolve): Map<unknown, MinimalSize> {
  const minimalSizes = known.get(resolve) ?? new Map<unknown, MinimalSize>()
  known.set(resolve, minimalSizes)
  return minimalSizes
}

/** Sorts schemas by the nesting of their smallest values, the least nested first. */
export function sortedByHeight(
  schemas: readonly unknown[],
  search: SampleContext,
): readonly unknown[] {
  return schemas
    .map((schema) => ({ schema, height: minimalSizeOf(schema, search).height }))
    .toSorted((a, b) => a.height - b.height)
    .map(({ schema }) => schema)
}

/** Height larger than that of any value, for schemas that allow scalars but have the keywords of objects. */
const UNLIKELY = 1e6

/** Whether a value of the schema would have to be infinitely nested. */
export function isInfinite(schema: unknown, search: SampleContext): boolean {
  return minimalSizeOf(schema, search).height === Infinity
}

/** Whether even the smallest value of a schema exceeds the depth or size that the search may use. */
export function isTooLarge(
  schema: unknown,
  search: SampleContext,
  { levels, parts }: { readonly levels: number; readonly parts: number },
): boolean {
  const { height, size } = minimalSizeOf(schema, search)
  // A scalar is always small enough.
  return height < UNLIKELY && (height > levels || size > parts)
}

/** Requirements of a scalar: a number or a short string. */
const scalar: MinimalSize = { height: 0, size: 1 }
const infinite: MinimalSize = { height: Infinity, size: Infinity }

function minimalSizeOf(schema: unknown, search: SampleContext): MinimalSize {
  if (!isRecord(schema)) return scalar
  if (!search.minimalSizes.has(schema)) settle(schema, search)
  return search.minimalSizes.get(schema) ?? infinite
}

/** Maximum number of estimates. A schema that is still undecided then does not count as infinite. */
const MAX_ESTIMATES = 500_000

/**
 * Computes the requirements of a schema and its parts. They count as infinite until a finite value is found.
 */
function settle(schema: SchemaObject, search: SampleContext): void {
  const { minimalSizes } = search
  // Starts with the innermost schemas, and repeats until nothing changes.
  const reached = reachable(schema, search).toReversed()
  const need = (inner: unknown): MinimalSize =>
    isRecord(inner) ? (minimalSizes.get(inner) ?? infinite) : scalar
  let estimates = 0
  for (let isSettled = false; !isSettled; estimates += reached.length) {
    isSettled = true
    for (const one of reached) {
      const now = estimate(one, search, need)
      const before = minimalSizes.get(one)
      if (now.height === before?.height && now.size === before.size) continue
      minimalSizes.set(one, now)
      isSettled = false
    }
    if (estimates > MAX_ESTIMATES) {
      for (const one of reached)
        if (need(one).height === Infinity)
          minimalSizes.set(one, { height: UNLIKELY, size: UNLIKELY })
      return
    }
  }
}

/** Returns those schemas, among a schema and its parts, whose requirements are unknown. */
function reachable(schema: SchemaObject, search: SampleContext): SchemaObject[] {
  const { minimalSizes } = search
  const reached = new Set([schema])
  const reach = (inner: unknown): MinimalSize => {
    if (isRecord(inner) && !minimalSizes.has(inner)) reached.add(inner)
    return scalar
  }
  for (const one of reached) estimate(one, search, reach)
  return [...reached]
}

type Of = (schema: unknown) => MinimalSize

function estimate(schema: SchemaObject, search: SampleContext, of: Of): MinimalSize {
  const { $ref: ref } = schema
  const parts = partsOf(schema, search)
  const whole = wholeOf(parts)
  return most([
    ...parts.map((part) => ownNeed(part, whole, of)),
    typeof ref === 'string' ? of(search.resolve(ref, schema)) : scalar,
    ...listOf(schema['allOf']).map(of),
    least(listOf(schema['oneOf']).map(of)),
    least(listOf(schema['anyOf']).map(of)),
    least(branchesOf(schema, of)),
  ])
}

/** Returns the requirements of each possible branch of `if`. */
function branchesOf(schema: SchemaObject, of: Of): readonly MinimalSize[] {
  const { if: condition, then = true, else: otherwise = true } = schema
  if (condition === undefined) return []
  const isMet = most([of(condition), of(then)])
  if (condition === true) return [isMet]
  return condition === false ? [of(otherwise)] : [isMet, of(otherwise)]
}

/** Returns the requirements of a value that is valid against all schemas. */
function most(minimalSizes: readonly MinimalSize[]): MinimalSize {
  return minimalSizes.reduce(
    (most, { height, size }) => ({
      height: Math.max(most.height, height),
      size: Math.max(most.size, size),
    }),
    scalar,
  )
}

/** Returns the requirements of the smallest value that is valid against one of the schemas. */
function least(minimalSizes: readonly MinimalSize[]): MinimalSize {
  if (minimalSizes.length === 0) return scalar
  return minimalSizes.reduce((least, { height, size }) => ({
    height: Math.min(least.height, height),
    size: Math.min(least.size, size),
  }))
}

/** Maximum number of schemas that are considered together. */
const MAX_TOGETHER = 200

/**
 * Returns the schemas that every value must match: the schema itself, the target of its reference, its
 * `allOf`, and the schemas that depend on its required members.
 */
function partsOf(schema: SchemaObject, search: SampleContext): readonly SchemaObject[] {
  const parts = new Set<SchemaObject>()
  const add = (one: unknown): void => {
    if (!isRecord(one) || parts.has(one) || parts.size >= MAX_TOGETHER) return
    parts.add(one)
    const { $ref: ref } = one
    if (typeof ref === 'string') add(search.resolve(ref, one))
    listOf(one['allOf']).forEach(add)
  }
  add(schema)
  for (let before = 0; before < parts.size;) {
    before = parts.size
    const required = requiredIn([...parts])
    for (const [name, dependent] of [...parts].flatMap(dependentsIn))
      if (required.has(name)) add(dependent)
  }
  return [...parts]
}

/** Returns, by member name, what must hold if that member is present: a schema, or a list of required names. */
function dependentsIn(schema: SchemaObject): readonly (readonly [string, unknown])[] {
  return ['dependencies', 'dependentRequired', 'dependentSchemas'].flatMap((keyword) =>
    Object.entries(recordOf(schema[keyword])),
  )
}

/** Combined requirements of several schemas that apply to the same value. */
interface Whole {
  readonly types: readonly string[] | undefined
  readonly required: ReadonlySet<unknown>
  readonly minItems: number
  readonly minProperties: number
  readonly isListed: boolean
  /** Whether the document contains an example or default value, which need not be generated. */
  readonly isGiven: boolean
}

function wholeOf(parts: readonly SchemaObject[]): Whole {
  const has = (keyword: string): boolean => parts.some((part) => keyword in part)
  return {
    types: typesOf(parts),
    required: requiredIn(parts),
    minItems: numberIn(parts, 'minItems'),
    minProperties: numberIn(parts, 'minProperties'),
    isListed: has('const') || has('enum'),
    isGiven: has('examples') || has('default'),
  }
}

function ownNeed(schema: SchemaObject, whole: Whole, of: Of): MinimalSize {
  const { types, isListed, isGiven } = whole
  if (isListed) return scalar
  // If another type than object or array is allowed, no nesting is needed.
  if (types?.some((type) => type !== 'object' && type !== 'array')) {
    const text = types.every((type) => type === 'string') ? numberIn([schema], 'minLength') : 0
    return { height: 0, size: 1 + text / CHARACTERS }
  }
  const parts = [...membersOf(schema, whole, of), ...itemsOf(schema, whole, of)].filter(
    ({ times }) => times > 0,
  )
  const height = parts.reduce((deepest, { need }) => Math.max(deepest, need.height + 1), 1)
  const size = isGiven ? 1 : parts.reduce((sum, { need, times }) => sum + need.size * times, 1)
  return types === undefined
    ? { height: Math.min(height - 1, UNLIKELY), size: 1 }
    : { height, size }
}

/** Parts of a value that have the same requirements, and their number. */
interface Parts {
  readonly need: MinimalSize
  readonly times: number
}

/** Returns the parts that an object must have. */
function membersOf(
  schema: SchemaObject,
  { required, minProperties }: Whole,
  of: Of,
): readonly Parts[] {
  const members = recordOf(schema['properties'])
  const further = schema['additionalProperties'] ?? unevaluatedIn(schema, 'unevaluatedProperties')
  const parts = [...required].flatMap((name) => {
    const named = typeof name === 'string' ? namedSchemas(schema, name) : []
    return [{ need: most((named.length > 0 ? named : [further]).map(of)), times: 1 }]
  })
  const fewest = minProperties - required.size
  if (fewest < 1) return parts
  // Members with other names are added if `minProperties` requires more.
  const others = Object.values(recordOf(schema['patternProperties']))
  const open = further === false ? others : [...others, further]
  const other = open.length > 0 ? least(open.map(of)) : infinite
  const declared = Object.entries(members)
    .flatMap(([name, member]) => (required.has(name) ? [] : [of(member)]))
    .filter((need) => need.height < other.height)
    .toSorted((a, b) => a.height - b.height)
    .slice(0, fewest)
  return [
    ...parts,
    ...declared.map((need) => ({ need, times: 1 })),
    { need: other, times: fewest - declared.length },
  ]
}

/** Returns the schema of unevaluated parts, unless another keyword may evaluate them. */
function unevaluatedIn(schema: SchemaObject, keyword: string): unknown {
  const others = [
    'allOf',
    'anyOf',
    'oneOf',
    'if',
    '$ref',
    '$dynamicRef',
    '$recursiveRef',
    'contains',
  ]
  const isAlone = ![...others, 'dependentSchemas'].some((other) => other in schema)
  return isAlone ? schema[keyword] : undefined
}

/** Returns the names of required members, including those that other required members depend on. */
function requiredIn(schemas: readonly SchemaObject[]): ReadonlySet<unknown> {
  const required = new Set(schemas.flatMap((schema) => listOf(schema['required'])))
  const dependents = schemas.flatMap(dependentsIn)
  for (const name of required)
    for (const [other, names] of dependents)
      if (other === name) for (const one of listOf(names)) required.add(one)
  return required
}

/** Returns the parts that an array must have. */
function itemsOf(schema: SchemaObject, { minItems: fewest }: Whole, of: Of): readonly Parts[] {
  const { contains, minContains = 1 } = schema
  const { first, rest = unevaluatedIn(schema, 'unevaluatedItems') } = itemSchemas(schema)
  return [
    ...first.slice(0, fewest).map((item) => ({ need: of(item), times: 1 })),
    { need: of(rest), times: fewest - first.length },
    ...(minContains === 0 ? [] : [{ need: of(contains), times: 1 }]),
  ]
}

/** Returns the largest value of a keyword in several schemas; 0 if there is none. */
function numberIn(schemas: readonly SchemaObject[], keyword: string): number {
  return Math.max(0, ...numbersOf(schemas, keyword))
}

import { isRecord } from '../json-rpc.ts'
import { checkSchema } from '../schema/check.ts'
import { integerRange } from '../schema/formats.ts'
import { pointerResolver } from '../schema/resources.ts'
import { mergeSchemas, withoutCombiners } from './merge-schemas.ts'
import { textOfPattern } from './pattern.ts'
import { createRandom, type Random } from './random.ts'
import { textOfFormat, word } from './text.ts'

export interface SampleOptions {
  /** The same value for the same seed; 1 unless given. */
  readonly seed?: string | number
  /** The schema behind a `$ref`; without it, references point into the schema itself. */
  readonly resolve?: (ref: string) => unknown
}

/** Values tried before one that does not fit is given after all (a schema may fit nothing). */
const ATTEMPTS = 12
/** Below this depth only what must be there is made, which ends recursive schemas. */
const FULL_DEPTH = 3
const MAX_DEPTH = 24

/** A value that fits a schema, decided by the seed. */
export function sample(schema: unknown, options: SampleOptions = {}): unknown {
  const resolve = options.resolve ?? pointerResolver(schema)
  let value: unknown
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const random = createRandom(`${options.seed ?? 1}/${attempt}`)
    // Later attempts leave more out: what is optional can be what does not fit.
    value = make(schema, { random, resolve, depth: attempt < ATTEMPTS / 2 ? 0 : FULL_DEPTH })
    if (checkSchema(schema, value, { resolve, maxIssues: 1 }).length === 0) break
  }
  return value
}

interface Making {
  readonly random: Random
  readonly resolve: (ref: string) => unknown
  readonly depth: number
}

type SchemaObject = Readonly<Record<string, unknown>>

function make(schema: unknown, making: Making): unknown {
  if (!isRecord(schema)) return word(making.random, 6)
  const flat = flatten(schema, making)
  if ('const' in flat) return flat['const']
  if (Array.isArray(flat['enum'])) return making.random.pick(flat['enum'] as readonly unknown[])
  const given = [...listOf(flat['examples']), ...('default' in flat ? [flat['default']] : [])]
  const fitting = given.filter((value) => {
    return checkSchema(flat, value, { resolve: making.resolve, maxIssues: 1 }).length === 0
  })
  if (fitting.length > 0) return making.random.pick(fitting)
  return makeOfType(typeOf(flat), flat, making)
}

/** One schema without references, `allOf` and alternatives. */
function flatten(schema: SchemaObject, making: Making): SchemaObject {
  let flat: SchemaObject = schema
  for (let hops = 0; hops < MAX_DEPTH; hops++) {
    const { $ref: ref, allOf } = flat
    const one = chosen(flat, making)
    if (typeof ref !== 'string' && !Array.isArray(allOf) && one === undefined) return flat
    const parts = [...(typeof ref === 'string' ? [making.resolve(ref)] : []), ...listOf(allOf)]
    if (one !== undefined) parts.push(one)
    flat = mergeSchemas([withoutCombiners(flat), ...parts.filter(isRecord)])
  }
  return withoutCombiners(flat)
}

/** The alternative that this value takes; deep inside, the first that does not lead deeper. */
function chosen(schema: SchemaObject, { random, depth }: Making): unknown {
  const options = listOf(schema['oneOf'] ?? schema['anyOf'])
  if (options.length === 0) return undefined
  if (depth < FULL_DEPTH) return random.pick(options)
  return options.find((one) => isRecord(one) && isScalar(one)) ?? random.pick(options)
}

function isScalar({ type, ...rest }: SchemaObject): boolean {
  if ('const' in rest || 'enum' in rest) return true
  return typeof type === 'string' && type !== 'object' && type !== 'array'
}

function typeOf(schema: SchemaObject): string {
  const { type } = schema
  // The first of several is the one that is written.
  const first: unknown = Array.isArray(type) ? type[0] : type
  if (typeof first === 'string') return first
  if ('properties' in schema || 'required' in schema || 'additionalProperties' in schema)
    return 'object'
  if ('items' in schema || 'prefixItems' in schema) return 'array'
  return integerRange(schema['format']) || 'minimum' in schema || 'maximum' in schema
    ? 'integer'
    : 'string'
}

function makeOfType(type: string, schema: SchemaObject, making: Making): unknown {
  switch (type) {
    case 'null':
      return null
    case 'boolean':
      return making.random.next() < 0.5
    case 'integer':
      return Number(makeInteger(schema, making.random))
    case 'number':
      return makeNumber(schema, making.random)
    case 'array':
      return makeArray(schema, making)
    case 'object':
      return makeObject(schema, making)
    default:
      return makeText(schema, making.random)
  }
}

function makeInteger(schema: SchemaObject, random: Random): bigint {
  const range = integerRange(schema['format'])
  const low = bound(schema, 'minimum', 'exclusiveMinimum', 1)
  const high = bound(schema, 'maximum', 'exclusiveMaximum', -1)
  const min = low === undefined ? (range?.[0] ?? 0n) : BigInt(Math.ceil(low))
  const max = high === undefined ? (range?.[1] ?? min + 1_000_000n) : BigInt(Math.floor(high))
  // Small numbers read better; the bounds are still respected.
  const start = min < 0n && max >= 0n ? 0n : min
  const span = max - start < 1_000_000n ? max - start : 1_000_000n
  const value = start + BigInt(random.integer(0, Math.max(0, Number(span))))
  const { multipleOf } = schema
  if (typeof multipleOf !== 'number' || !Number.isInteger(multipleOf) || multipleOf < 1)
    return value
  const factor = BigInt(multipleOf)
  const lower = value - (((value % factor) + factor) % factor)
  return lower >= min ? lower : lower + factor
}

function bound(
  schema: SchemaObject,
  keyword: string,
  exclusive: string,
  by: number,
): number | undefined {
  const inclusive = schema[keyword]
  const outer = schema[exclusive]
  if (typeof outer === 'number') return outer + by
  if (typeof inclusive !== 'number') return undefined
  return outer === true ? inclusive + by : inclusive
}

function makeNumber(schema: SchemaObject, random: Random): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  const low = [minimum, exclusiveMinimum].find((one) => typeof one === 'number') ?? 0
  const high = [maximum, exclusiveMaximum].find((one) => typeof one === 'number') ?? low + 100
  const { multipleOf } = schema
  const value = low + (high - low) * (random.integer(1, 99) / 100)
  if (typeof multipleOf !== 'number' || multipleOf <= 0) return value
  return Math.floor(value / multipleOf) * multipleOf
}

function makeText(schema: SchemaObject, random: Random): string {
  const { format, pattern, minLength = 0, maxLength } = schema
  if (integerRange(format)) return String(makeInteger(schema, random))
  const formatted = typeof format === 'string' ? textOfFormat(format, random) : undefined
  const fits = (text: string): boolean => checkSchema(schema, text, { maxIssues: 1 }).length === 0
  if (formatted !== undefined && fits(formatted)) return formatted
  if (typeof pattern === 'string') {
    const matching = textOfPattern(pattern, random)
    if (matching !== undefined) return matching
  }
  const least = Math.min(Number(minLength), 10_000)
  const most = Math.max(least, Math.min(Number(maxLength ?? least + 8), least + 8))
  return word(random, random.integer(Math.max(least, Math.min(3, most)), most))
}

function makeArray(schema: SchemaObject, making: Making): unknown[] {
  const old = Array.isArray(schema['items'])
  const tuple = listOf(old ? schema['items'] : schema['prefixItems'])
  const rest = old ? schema['additionalItems'] : schema['items']
  const { minItems = 0, maxItems = Infinity } = schema
  const full = making.depth < FULL_DEPTH
  const wanted = Math.max(
    Number(minItems),
    full ? Math.max(tuple.length, making.random.integer(1, 2)) : 0,
  )
  const count = Math.min(wanted, Number(maxItems), rest === false ? tuple.length : 1000)
  const inner = { ...making, depth: making.depth + 1 }
  if (inner.depth > MAX_DEPTH) return []
  const items: unknown[] = []
  for (let index = 0; index < count; index++) {
    items.push(make(index < tuple.length ? tuple[index] : (rest ?? schema['contains']), inner))
  }
  return items
}

function makeObject(schema: SchemaObject, making: Making): Record<string, unknown> {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  const required = listOf(schema['required']).filter((name) => typeof name === 'string')
  const additional = schema['additionalProperties']
  const inner = { ...making, depth: making.depth + 1 }
  if (inner.depth > MAX_DEPTH) return {}
  const members: [string, unknown][] = []
  for (const [name, member] of Object.entries(properties)) {
    const optional = !required.includes(name)
    if (member === false) continue
    if (optional && (making.depth >= FULL_DEPTH || making.random.next() < 0.3)) continue
    members.push([name, make(member, inner)])
  }
  for (const name of required) {
    if (!Object.hasOwn(properties, name)) members.push([name, make(additional ?? true, inner)])
  }
  const extra =
    Object.keys(properties).length === 0 && isRecord(additional) && making.depth < FULL_DEPTH
      ? 1
      : 0
  const least = Math.max(Number(schema['minProperties'] ?? 0), members.length + extra)
  while (members.length < Math.min(least, 1000)) {
    members.push([makeName(schema, making.random), make(additional ?? true, inner)])
  }
  return Object.fromEntries(members)
}

function makeName(schema: SchemaObject, random: Random): string {
  const names = schema['propertyNames']
  if (isRecord(names)) return makeText(names, random)
  const [pattern] = isRecord(schema['patternProperties'])
    ? Object.keys(schema['patternProperties'])
    : []
  return (pattern && textOfPattern(pattern, random)) || word(random, 6)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

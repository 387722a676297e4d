import { isRecord } from '@rpcloom/rpc'
import { dereference, isValid, listOf, type Resolve } from '@rpcloom/schema/internal'

type Kind = 'array' | 'boolean' | 'null' | 'number' | 'object' | 'string'

const all: readonly Kind[] = ['array', 'boolean', 'null', 'number', 'object', 'string']

const samples: readonly (readonly [Kind, unknown])[] = [
  ['boolean', true],
  ['array', []],
  ['object', {}],
  ['number', 1.5],
  ['string', 'text'],
]

/** Returns a value whose type the schema does not allow; undefined if it allows all types. */
export function ofWrongType(schema: unknown, resolve: Resolve): unknown {
  const kinds = kindsOf(schema, resolve)
  return samples.find(
    ([kind, value]) => !kinds.has(kind) && !isValid(schema, value, { resolve }),
  )?.[1]
}

/**
 * Returns a value of an allowed type that violates a bound of the schema; undefined if there is no bound to
 * violate.
 */
export function outOfRange(schema: unknown, resolve: Resolve): unknown {
  const kinds = kindsOf(schema, resolve)
  return alternatives(schema, resolve)
    .flatMap(beyond)
    .find((value) => kinds.has(kindOf(value)) && !isValid(schema, value, { resolve }))
}

function kindOf(value: unknown): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  if (type === 'bigint') return 'number'
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object'
}

function kindsOf(schema: unknown, resolve: Resolve): ReadonlySet<Kind> {
  return new Set(alternatives(schema, resolve).flatMap(ownKinds))
}

function ownKinds(schema: unknown): readonly Kind[] {
  if (!isRecord(schema)) return all
  if ('const' in schema) return [kindOf(schema['const'])]
  const listed = schema['enum']
  if (Array.isArray(listed) && listed.length > 0) return listed.map(kindOf)
  const named: readonly unknown[] = [schema['type']].flat().filter((one) => one !== undefined)
  if (named.length === 0) return all
  const kinds = named.map((one) => (one === 'integer' ? 'number' : one))
  return all.filter((kind) => kinds.includes(kind))
}

/** Returns the alternatives of a schema, including nested ones, as a flat list. */
function alternatives(schema: unknown, resolve: Resolve, depth = 0): readonly unknown[] {
  const found = dereference(schema, resolve)
  if (found === undefined || depth > 8) return []
  const inner = ['oneOf', 'anyOf', 'allOf'].flatMap((keyword) =>
    isRecord(found) ? listOf(found[keyword]) : [],
  )
  if (inner.length === 0) return [found]
  return inner.flatMap((one) => alternatives(one, resolve, depth + 1))
}

/** Maximum length of strings and arrays that are generated to exceed a bound. */
const MAX_LENGTH = 100_000

function beyond(schema: unknown): readonly unknown[] {
  if (!isRecord(schema)) return []
  const number = (keyword: string): readonly (number | bigint)[] => {
    const bound = schema[keyword]
    return typeof bound === 'number' || typeof bound === 'bigint' ? [bound] : []
  }
  const length = (keyword: string): readonly number[] =>
    number(keyword)
      .map(Number)
      .filter((bound) => Number.isInteger(bound) && bound >= 0 && bound < MAX_LENGTH)
  const item = (count: number): readonly string[] => Array.from({ length: count }, () => 'x')
  return [
    ...number('minimum').flatMap((bound) => neighbours(bound, -1)),
    ...number('maximum').flatMap((bound) => neighbours(bound, 1)),
    ...number('exclusiveMinimum'),
    ...number('exclusiveMaximum'),
    ...beyondFormat(schema['format']),
    ...length('maxLength').map((bound) => 'x'.repeat(bound + 1)),
    ...length('minLength').flatMap((bound) => (bound > 0 ? ['x'.repeat(bound - 1)] : [])),
    ...length('maxItems').map((bound) => item(bound + 1)),
    ...length('minItems').flatMap((bound) => (bound > 0 ? [item(bound - 1)] : [])),
    ...(schema['enum'] === undefined && schema['const'] === undefined
      ? []
      : ['no such member', -1]),
    ...(schema['pattern'] === undefined ? [] : ['\n', '~']),
  ]
}

/** Returns the next number beyond a bound, both as a number and as a string. */
function neighbours(bound: number | bigint, step: 1 | -1): readonly unknown[] {
  if (typeof bound === 'bigint') return [bound + BigInt(step), String(bound + BigInt(step))]
  if (!Number.isInteger(bound)) return [bound + step]
  return [bound + step, String(BigInt(bound) + BigInt(step))]
}

function beyondFormat(format: unknown): readonly unknown[] {
  const bits = typeof format === 'string' && /^uint(\d{1,4})$/.exec(format)?.[1]
  if (bits) return [String(1n << BigInt(bits)), '-1', -1]
  return typeof format === 'string' ? ['~'] : []
}

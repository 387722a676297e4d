import {
  inDocument,
  isValid,
  keywordOf,
  located,
  possibleSchemas,
  recordOf,
  type Resolve,
  type SchemaObject,
  typeOf,
  viewOf,
} from '@rpcloom/schema/internal'

type Kind = 'array' | 'boolean' | 'null' | 'number' | 'object' | 'string'

const all: readonly Kind[] = ['array', 'boolean', 'null', 'number', 'object', 'string']

const samples: readonly (readonly [Kind, unknown])[] = [
  ['boolean', true],
  ['array', []],
  ['object', {}],
  ['number', 1.5],
  ['string', 'text'],
]

/** Whether a value may be chosen. */
type Accepts = (value: unknown) => boolean

/** Returns a value whose type the schema does not allow; undefined if it allows all types. */
export function ofWrongType(
  schema: unknown,
  resolve: Resolve,
  accepts: Accepts = () => true,
): unknown {
  const kinds = kindsOf(schema, resolve)
  return samples.find(
    ([kind, value]) => accepts(value) && !kinds.has(kind) && !isValid(schema, value, { resolve }),
  )?.[1]
}

/**
 * Returns a value of an allowed type that violates a bound of the schema; undefined if there is no bound to
 * violate.
 */
export function outOfRange(
  schema: unknown,
  resolve: Resolve,
  accepts: Accepts = () => true,
): unknown {
  const kinds = kindsOf(schema, resolve)
  return possibleSchemas([located(schema)], inDocument(resolve))
    .flatMap(({ json }) => beyond(recordOf(json)))
    .find(
      (value) => accepts(value) && kinds.has(typeOf(value)) && !isValid(schema, value, { resolve }),
    )
}

/** Maximum number of choices inside each other. */
const MAX_CHOICES = 8

/** Returns the kinds of values that a schema allows. */
function kindsOf(schema: unknown, resolve: Resolve, depth = 0): ReadonlySet<Kind> {
  const { values, types, choices } = viewOf([located(schema)], inDocument(resolve))
  const own = new Set<Kind>(
    values?.map(typeOf) ?? types?.map((type) => (type === 'integer' ? 'number' : type)) ?? all,
  )
  for (const { options } of depth < MAX_CHOICES ? choices : []) {
    const chosen = options.flatMap(({ json }) => [...kindsOf(json, resolve, depth + 1)])
    for (const kind of own) if (!chosen.includes(kind)) own.delete(kind)
  }
  return own
}

/** Maximum length of strings and arrays that are generated to exceed a bound. */
const MAX_LENGTH = 100_000

function beyond(schema: SchemaObject): readonly unknown[] {
  return Object.entries(schema).flatMap(([name, value]): readonly unknown[] => {
    if (name === 'format') return beyondFormat(value)
    if (name === 'enum' || name === 'const') return ['no such member', -1]
    if (name === 'pattern') return ['\n', '~']
    return typeof value === 'number' || typeof value === 'bigint' ? beyondLimit(name, value) : []
  })
}

function beyondLimit(name: string, bound: number | bigint): readonly unknown[] {
  const { limit, of } = keywordOf(name) ?? {}
  if (limit === undefined) return []
  const step = limit.side === 'most' ? 1 : -1
  if (of === 'number') return limit.isExclusive === true ? [bound] : neighbours(bound, step)
  const count = Number(bound) + step
  if (!Number.isInteger(count) || count < 0 || count > MAX_LENGTH) return []
  if (of === 'string') return ['x'.repeat(count)]
  return of === 'array' ? [Array.from({ length: count }, () => 'x')] : []
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

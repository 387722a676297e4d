import { below, children, follow, items, member } from '../project/openrpc/files.ts'
import type { Found, Json } from '../project/openrpc/files.ts'
import { faults } from '../project/openrpc/oracle.ts'

type Kind = 'array' | 'boolean' | 'null' | 'number' | 'object' | 'string'

const samples: readonly (readonly [Kind, Json])[] = [
  ['boolean', true],
  ['array', []],
  ['object', {}],
  ['number', 1.5],
  ['string', 'text'],
]

/** A value of a type that the schema does not have; undefined where it has all of them. */
export function ofWrongType(schema: Found): Json | undefined {
  const kinds = kindsOf(schema)
  return samples.find(([kind, value]) => !kinds.has(kind) && faults(schema, value).length > 0)?.[1]
}

/** A value of a right type that a bound of the schema forbids; undefined where no bound does. */
export function outOfRange(schema: Found): Json | undefined {
  const kinds = kindsOf(schema)
  return alternatives(schema)
    .flatMap(beyond)
    .find((value) => kinds.has(kindOf(value)) && faults(schema, value).length > 0)
}

function kindOf(value: Json): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object'
}

/** The JSON types of values that a schema may take. */
function kindsOf(schema: Found): ReadonlySet<Kind> {
  return new Set(alternatives(schema).flatMap(({ value }) => ownKinds(value)))
}

function ownKinds(schema: Json): readonly Kind[] {
  const constant = member(schema, 'const')
  if (constant !== undefined) return [kindOf(constant)]
  const listed = items(member(schema, 'enum'))
  if (listed.length > 0) return listed.map(kindOf)
  const type = member(schema, 'type')
  const named = (Array.isArray(type) ? items(type) : [type]).filter((one) => one !== undefined)
  if (named.length === 0) return ['array', 'boolean', 'null', 'number', 'object', 'string']
  return named.map((one) => (one === 'integer' ? 'number' : one)) as Kind[]
}

/** The schemas without further alternatives that a schema leads to. */
function alternatives(schema: Found, depth = 0): readonly Found[] {
  const found = follow(schema)
  if (found === undefined || depth > 8) return []
  const inner = ['oneOf', 'anyOf', 'allOf'].flatMap((keyword) => children(below(found, keyword)))
  if (inner.length === 0) return [found]
  return inner.flatMap((one) => alternatives(one, depth + 1))
}

/** Values just outside of each bound. */
function beyond({ value: schema }: Found): readonly Json[] {
  const number = (keyword: string): readonly number[] => {
    const bound = member(schema, keyword)
    return typeof bound === 'number' ? [bound] : []
  }
  return [
    ...number('minimum').flatMap((bound) => [bound - 1, String(bound - 1)]),
    ...number('maximum').flatMap((bound) => [bound + 1, String(BigInt(Math.floor(bound)) + 1n)]),
    ...beyondFormat(member(schema, 'format')),
    ...number('maxLength').map((bound) => 'x'.repeat(bound + 1)),
    ...number('minLength').map((bound) => 'x'.repeat(Math.max(0, bound - 1))),
    ...number('maxItems').map((bound) => Array.from({ length: bound + 1 }, () => 'x')),
    ...number('minItems').map((bound) => Array.from({ length: Math.max(0, bound - 1) }, () => 'x')),
    ...(member(schema, 'enum') === undefined && member(schema, 'const') === undefined
      ? []
      : ['no such member', -1]),
    ...(member(schema, 'pattern') === undefined ? [] : ['\n', '~']),
  ]
}

function beyondFormat(format: Json | undefined): readonly Json[] {
  const bits = typeof format === 'string' && /^uint(\d+)$/.exec(format)?.[1]
  if (bits) return [String(1n << BigInt(bits)), '-1']
  return typeof format === 'string' ? ['~'] : []
}

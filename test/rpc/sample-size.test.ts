import { sample, trySample } from '@rpcloom/mock'
import { expect, test } from 'vitest'

type Schema = Readonly<Record<string, unknown>>

const listsOf = (depth: number, least: number, type?: Schema): Schema =>
  Array.from({ length: depth }).reduce<Schema>(
    (items) => ({ ...(type ?? { type: 'array' }), minItems: least, items }),
    { type: 'integer' },
  )

/** Returns schemas that each refer to the next one, like components. */
const chained = (depth: number, link: (next: Schema) => Schema): Schema => {
  const names = Array.from({ length: depth }, (_, at) => at)
  const schemas = names.map((at) => [`S${at}`, link({ $ref: `#/$defs/S${at + 1}` })])
  return {
    $ref: '#/$defs/S0',
    $defs: { ...Object.fromEntries(schemas), [`S${depth}`]: { type: 'integer' } },
  }
}

const long = { type: 'string', minLength: 20_000 }

const demanding: readonly (readonly [string, Schema])[] = [
  ...[20, 40, 80, 160].map((depth) => [`2^${depth} items`, listsOf(depth, 2)] as const),
  ['10,000^160 items', listsOf(160, 10_000)],
  ['160 levels of one item', listsOf(160, 1)],
  ['2^60 items by reference', chained(60, (items) => ({ type: 'array', minItems: 2, items }))],
  [
    '2^60 members',
    chained(60, (next) => ({
      type: 'object',
      required: ['a', 'b'],
      properties: { a: next, b: next },
    })),
  ],
  [
    '3^60 members without names',
    chained(60, (next) => ({ type: 'object', minProperties: 3, additionalProperties: next })),
  ],
  [
    '2^60 items of a tuple',
    chained(60, (next) => ({ type: 'array', minItems: 2, prefixItems: [next, next] })),
  ],
  [
    '2^60 items that must be contained',
    chained(60, (contains) => ({ type: 'array', minContains: 2, contains })),
  ],
  [
    '1,000^3 items in subschemas of allOf',
    { type: 'array', allOf: [{ items: listsOf(2, 1000) }, { minItems: 1000 }] },
  ],
  ['10,000 strings of 20,000 characters', { type: 'array', minItems: 10_000, items: long }],
  [
    '10,000 copies of a large constant',
    { type: 'array', minItems: 10_000, items: { const: 'x'.repeat(100_000) } },
  ],
  [
    '10,000 copies of a large default',
    { type: 'array', minItems: 10_000, items: { default: Array(1000).fill(1) } },
  ],
]

test.each(demanding)('a schema with %s gets a small value in little time', (_name, schema) => {
  const before = process.cpuUsage()
  expect(trySample(schema).kind).toBe('missed')
  expect(JSON.stringify(sample(schema)).length).toBeLessThan(1_000_000)
  expect(process.cpuUsage(before).user).toBeLessThan(1e6)
})

test.each([
  ['2^40 items', listsOf(40, 2, {})],
  ['160 levels', listsOf(160, 1, {})],
])('without a type, a scalar ends %s', (_name, schema) => {
  const before = process.cpuUsage()
  expect(trySample(schema).kind).toBe('value')
  expect(process.cpuUsage(before).user).toBeLessThan(2e6)
})

test.each<readonly [string, Schema]>([
  ['items', listsOf(10, 2)],
  ['levels', listsOf(20, 1)],
  ['items behind an optional member', { type: 'object', properties: { a: listsOf(160, 2) } }],
  [
    'items in one of two alternatives',
    { oneOf: [listsOf(40, 2), { type: 'object', required: ['a'], properties: { a: true } }] },
  ],
  ['items that may be missing', { type: 'array', items: listsOf(40, 2) }],
  ['a string', long],
  [
    'members in subschemas of allOf',
    {
      type: 'object',
      allOf: [
        { properties: { a: { $ref: '#' }, b: { type: 'string' } } },
        { minProperties: 1, required: ['b'] },
      ],
    },
  ],
  [
    'a large list that is given',
    { type: 'array', minItems: 50_000, examples: [Array(50_000).fill(1)] },
  ],
])('valid values are generated: %s', (_name, schema) => {
  expect(trySample(schema).kind).toBe('value')
})

/** Returns schemas whose conditions add further schemas: hundreds apply to a value together. */
const conditional = (count: number): Schema => {
  const schema = (at: number): Schema => ({ $ref: `#/$defs/S${at % count}` })
  const schemas = Array.from({ length: count }, (_, at) => [
    `S${at}`,
    {
      type: 'object',
      properties: { kind: { enum: ['a', 'b'] }, next: schema(at + 1) },
      if: { properties: { kind: { const: 'a' } } },
      then: {
        properties: { then: { anyOf: [schema(at + 3), schema(at + 5)] } },
        allOf: [{ if: { required: ['then'] }, then: schema(at + 2) }],
      },
      else: { allOf: [schema(at + 7)] },
    },
  ])
  return { $ref: '#/$defs/S3', $defs: Object.fromEntries(schemas) }
}

test('a search in hundreds of schemas that apply together ends in little time', () => {
  // The first search takes seconds of other threads, which compile the code.
  trySample(conditional(100))
  const before = process.cpuUsage()
  trySample(conditional(300))
  expect(process.cpuUsage(before).user).toBeLessThan(2e6)
})

test('the time for exclusive alternatives grows with their number', () => {
  const names = Array.from({ length: 15_000 }, (_, at) => `k${at}`)
  const schema = { oneOf: names.map((name) => ({ type: 'string', const: name })) }
  const before = process.cpuUsage()
  expect(trySample(schema).kind).toBe('value')
  expect(process.cpuUsage(before).user).toBeLessThan(3e6)
})

test('alternatives that differ in the last of many digits are different', () => {
  const schema = { oneOf: [{ const: 9007199254740993n }, { const: 9007199254740992n }] }
  expect(trySample(schema).kind).toBe('value')
})

import fc from 'fast-check'
import { parseLossless } from '@rpcloom/rpc/internal'
import { isExactNumber } from '@rpcloom/schema/internal'
import { canonicalText, stringify } from '@rpcloom/schema/internal'
import { checkSchema } from '@rpcloom/schema'
import { createDispatcher } from '@rpcloom/rpc/server'
import { describe, expect, it, test } from 'vitest'
import { uint64Number } from '@rpcloom/rpc/codegen'
import { group, method } from './server-fixture.ts'

const wide = fc
  .bigInt({ min: -(2n ** 260n), max: 2n ** 260n })
  .filter((value) => !Number.isSafeInteger(Number(value)))
const scalar = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('#', '"', '\\', '1', '\u0023', 'u0023') }),
  fc.stringMatching(/^#*\d{16,20}$/),
  wide,
  fc.integer(),
  fc.constant(0.5),
  fc.constant(null),
)
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
  ),
})).value

test('values are read back without losing a digit', () => {
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 1, 2), (value, space) => {
      const text = stringify(value, undefined, space)
      // Escapes of any character are equivalent.
      const escaped = text.replace(/"#/g, '"\\u0023')
      expect(parseLossless(text)).toEqual(value)
      expect(parseLossless(escaped)).toEqual(value)
    }),
    { seed: 7, numRuns: 500 },
  )
})

test.each([
  ['18446744073709551615', 18446744073709551615n],
  [' [-9223372036854775808] ', [-9223372036854775808n]],
  ['{"a":9007199254740993,"9007199254740993":"9007199254740993"}', undefined],
  ['"\\"18446744073709551615"', '"18446744073709551615'],
  // A fraction of zero does not change an integer.
  ['18446744073709551617.0', 18446744073709551617n],
  [
    '[-9007199254740993.000, 1.0, "9007199254740993.0"]',
    [-9007199254740993n, 1, '9007199254740993.0'],
  ],
  // Programs print doubles in these forms, so they are read as doubles: an exact integer would have digits
  // that the sender never had.
  ['[1.5, 1e21, 18446744073709551615.5, 1e400, -0.0]', [1.5, 1e21, 2 ** 64, Infinity, -0]],
  ['{"__proto__":18446744073709551615}', JSON.parse('{"__proto__":1}')],
])('%s', (text, expected) => {
  const read = parseLossless(text)
  if (expected === undefined) expect(parseLossless(stringify(read))).toEqual(read)
  else if (text.includes('__proto__')) expect(Object.keys(read as object)).toEqual(['__proto__'])
  else expect(read).toEqual(expected)
})

test.each(['', '01', '[18446744073709551615', '18446744073709551615 1', '{1844674407370955161:1}'])(
  'is not JSON: %s',
  (text) => {
    expect(() => parseLossless(text)).toThrow(SyntaxError)
  },
)

test('a text with a million escapes is read', () => {
  const text = `["${'\\n'.repeat(1_000_000)}",18446744073709551615]`
  expect((parseLossless(text) as readonly unknown[])[1]).toBe(18446744073709551615n)
})

const max = 18446744073709551615n

test.each([
  [{ type: 'integer', maximum: max }, max, []],
  [{ type: 'integer', maximum: max }, max + 1n, ['must be <= 18446744073709551615']],
  [{ type: 'integer', exclusiveMaximum: max }, max, ['must be < 18446744073709551615']],
  [{ type: 'integer', minimum: -max }, -max - 1n, ['must be >= -18446744073709551615']],
  [{ enum: [max, 1] }, max, []],
  [{ enum: [max, 1] }, max - 1n, ['must be one of 18446744073709551615, 1']],
  [{ const: max }, max, []],
  [{ const: max }, 0, ['must be 18446744073709551615']],
  [{ multipleOf: max }, max * 3n, []],
  [{ multipleOf: max }, max * 3n + 1n, ['must be a multiple of 18446744073709551615']],
  [{ uniqueItems: true }, [max, max - 1n], []],
  [{ uniqueItems: true }, [max, max], ['must not repeat an item']],
])('a schema with bounds beyond 2^53, case %#', (schema, value, messages) => {
  expect(checkSchema(schema, value).map(({ message }) => message)).toEqual(messages)
})

test.each([
  ['1.50', true],
  ['100.0e-2', true],
  ['-0.10', true],
  ['0.1000000000000000055', false],
  ['9007199254740993.0', false],
  ['1e400', false],
])('a double holds %s: %s', (literal, isExact) => {
  expect(isExactNumber(literal)).toBe(isExact)
})

test('the hash of a document is the same for a reader that rounds', () => {
  const text = '{"b":18446744073709551615,"a":[1]}'
  expect(canonicalText(parseLossless(text))).toBe(canonicalText(JSON.parse(text)))
})

describe('params of a server', () => {
  const height = { type: 'integer', format: 'uint64' }
  const schemas = {
    height,
    heights: { type: 'array', items: height },
    number: { type: 'number' },
    text: { type: 'string' },
  }
  const order = ['height', 'heights', 'number', 'text', 'any']
  const params = { height: uint64Number, heights: [uint64Number] as const }
  const exact = { order, params, lossless: true } as const
  const methods = [
    method({ name: 'values.named', ...exact }),
    method({ name: 'values.listed', ...exact, structure: 'by-position' }),
  ]
  const values = group({ key: 'values', methods }, schemas)
  const serve = async (text: string): Promise<unknown> => {
    const seen: unknown[] = []
    const handle = (given: unknown): void => void seen.push(given)
    const server = createDispatcher({
      groups: [values],
      handlers: { values: { named: handle, listed: handle } },
    })
    await server.handle(text)
    return seen[0]
  }
  const call = (params: string, name = 'named'): Promise<unknown> =>
    serve(`{"jsonrpc":"2.0","id":1,"method":"values.${name}","params":${params}}`)

  it.each<[string, unknown]>([
    ['{"height":18446744073709551615}', { height: max }],
    ['{"height":18446744073709551614.0}', { height: max - 1n }],
    ['{"height":18446744073709551616}', undefined],
    ['{"heights":[1,18446744073709551615]}', { heights: [1n, max] }],
    // Other numbers are read as by JSON.parse.
    [
      '{"height":18446744073709551615,"number":100000000000000000000}',
      { height: max, number: 1e20 },
    ],
    ['{"any":[9007199254740993]}', { any: [2 ** 53] }],
    ['{"text":9007199254740993}', undefined],
    ['{"text":"9007199254740993"}', { text: '9007199254740993' }],
  ])('%s', async (given, want) => {
    expect(await call(given)).toEqual(want)
  })

  it('by position', async () => {
    const given = '[18446744073709551615,[],9007199254740993]'
    expect(await call(given, 'listed')).toEqual({ height: max, heights: [], number: 2 ** 53 })
  })

  it('in a batch', async () => {
    const one =
      '{"jsonrpc":"2.0","id":1,"method":"values.named","params":{"height":18446744073709551615}}'
    expect(await serve(`[${one}]`)).toEqual({ height: max })
  })
})

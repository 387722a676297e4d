import { groups } from '@native-node/server'
import { describe, expect, it } from 'vitest'
import { createRandom, exampleResult, sample, trySample } from '@rpcloom/mock'
import { stringOfPattern, stringOfPatterns } from '../../packages/rpc-mock/src/sampling/pattern.ts'
import { matches } from '@rpcloom/schema/internal'
import { checkSchema } from '@rpcloom/schema'

const seeds = Array.from({ length: 30 }, (_unused, index) => index)

describe('sample', () => {
  const record = {
    type: 'object',
    required: ['id', 'status', 'children'],
    properties: {
      id: { type: 'string', format: 'evm-address' },
      status: { oneOf: [{ const: 'Accepted' }, { const: 'Dropped' }] },
      children: { type: 'array', items: { $ref: '#' } },
      weight: { type: ['string', 'integer'], format: 'uint64', pattern: '^[0-9]{1,20}$' },
    },
    additionalProperties: false,
  }
  it.each<[string, unknown]>([
    ['a recursive record', record],
    ['bounds', { type: 'integer', minimum: 5, exclusiveMaximum: 8 }],
    ['negative bounds', { type: 'integer', minimum: -8, maximum: -5 }],
    ['multiples', { type: 'integer', minimum: 10, multipleOf: 7 }],
    ['a fraction', { type: 'number', minimum: 0.5, maximum: 0.6 }],
    ['lengths', { type: 'string', minLength: 5, maxLength: 6 }],
    ['a pattern', { type: 'string', pattern: '^0x([0-9a-f]{2}){3,5}(\\.|-)[^a-c]\\d?$' }],
    ['a format and a pattern', { type: 'string', format: 'hex', pattern: '^0x[0-9a-f]{96}$' }],
    ['uint8 as a number', { type: 'integer', format: 'uint8' }],
    ['unique items', { type: 'array', items: { enum: [1, 2, 3] }, minItems: 2, uniqueItems: true }],
    [
      'a tuple',
      { type: 'array', prefixItems: [{ type: 'string' }, { const: 1 }], minItems: 2, items: false },
    ],
    ['a map', { type: 'object', additionalProperties: { type: 'boolean' }, minProperties: 2 }],
    [
      'named by a pattern',
      {
        type: 'object',
        propertyNames: { pattern: '^k[0-9]$' },
        additionalProperties: { type: 'null' },
        minProperties: 1,
      },
    ],
    [
      'allOf',
      {
        allOf: [
          { type: 'object', required: ['a'], properties: { a: { type: 'integer', minimum: 3 } } },
          { properties: { a: { maximum: 3 } } },
        ],
      },
    ],
    [
      'alternatives with members',
      {
        type: 'object',
        required: ['k'],
        properties: { k: { type: 'string' } },
        oneOf: [
          { properties: { k: { const: 'a' }, x: { type: 'integer' } }, required: ['x'] },
          { properties: { k: { const: 'b' } } },
        ],
      },
    ],
    ['not', { type: 'integer', minimum: 0, maximum: 1, not: { const: 0 } }],
    ['an example', { type: 'string', examples: ['here'] }],
    [
      'intersected schemas',
      {
        allOf: [
          { type: ['string', 'integer', 'null'] },
          { type: ['number', 'null'], minimum: 4 },
          { not: { type: 'null' } },
          { multipleOf: 2 },
          { multipleOf: 3, exclusiveMaximum: 18 },
        ],
      },
    ],
    [
      'members that one subschema forbids',
      {
        allOf: [
          { properties: { a: { type: 'string' }, b: {} }, additionalProperties: false },
          { type: 'object', properties: { a: { maxLength: 2 }, c: {} }, required: ['a'] },
        ],
      },
    ],
    [
      'one alternative only',
      {
        oneOf: [
          { type: 'object', properties: { a: { type: 'integer' } } },
          { type: 'object', properties: { b: { type: 'integer' } } },
        ],
      },
    ],
    [
      'no known alternative',
      {
        oneOf: [
          { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
          {
            type: 'object',
            properties: { a: { type: 'string' }, b: { type: 'number' } },
            additionalProperties: false,
          },
          { type: 'object', additionalProperties: true },
        ],
      },
    ],
    [
      'an alternative that is another and more',
      { oneOf: [{ type: 'integer' }, { type: 'integer', minimum: 1_000_000 }] },
    ],
    [
      'conditions',
      {
        type: 'object',
        required: ['kind'],
        properties: { kind: { enum: ['a', 'b'] } },
        if: { properties: { kind: { const: 'a' } } },
        then: { required: ['x'], properties: { x: { type: 'integer' } } },
        else: { required: ['y'], properties: { y: { type: 'null' } } },
      },
    ],
    [
      'members that depend on others',
      {
        type: 'object',
        properties: { a: { type: 'integer' }, b: { type: 'null' } },
        dependentRequired: { a: ['c'] },
        dependentSchemas: { c: { required: ['d'], properties: { d: { const: 4 } } } },
        dependencies: { b: ['a'] },
        minProperties: 1,
      },
    ],
    [
      'nothing unevaluated',
      {
        type: 'object',
        allOf: [{ properties: { a: { type: 'boolean' } } }],
        anyOf: [{ required: ['b'], properties: { b: { type: 'null' } } }, { required: ['a'] }],
        unevaluatedProperties: false,
        minProperties: 1,
      },
    ],
    ['required without a schema', { type: 'object', required: ['a', 'b'] }],
    [
      'a list with `contains`',
      { type: 'array', items: { type: 'integer' }, contains: { minimum: 1000 }, minContains: 2 },
    ],
    [
      'unique items that are few',
      { type: 'array', items: { type: 'boolean' }, minItems: 2, uniqueItems: true },
    ],
    ['a tuple and no more', { type: 'array', items: [{ const: 1 }, {}], additionalItems: false }],
    ['names and a pattern', { type: 'object', propertyNames: { minLength: 9 }, minProperties: 3 }],
    [
      'members by pattern',
      {
        type: 'object',
        patternProperties: { '^x-': { type: 'integer' }, '-y$': { minimum: 5 } },
        additionalProperties: false,
        minProperties: 2,
      },
    ],
    [
      'at most some members',
      {
        type: 'object',
        required: ['z'],
        properties: { a: {}, b: {}, c: {}, z: {} },
        maxProperties: 2,
      },
    ],
    ['a fraction of cents', { type: 'number', multipleOf: 0.01, minimum: 0.07, maximum: 0.08 }],
    ['below nothing', { type: 'integer', exclusiveMaximum: 0, minimum: -1 }],
    ['a big minimum', { type: 'integer', minimum: 2 ** 60 }],
    ['a format and a length', { type: 'string', format: 'hex', minLength: 40, maxLength: 40 }],
    [
      'two formats',
      { allOf: [{ format: 'uri' }, { format: 'uri-reference' }, { type: 'string' }] },
    ],
    ['not a type', { not: { type: ['string', 'object'] } }],
    ['no member', { type: 'object', properties: { a: {} }, not: { required: ['a'] } }],
    [
      'a tree whose leaf is the last alternative',
      {
        $ref: '#/$defs/node',
        $defs: {
          node: {
            oneOf: [
              {
                type: 'object',
                required: ['l', 'r'],
                properties: { l: { $ref: '#/$defs/node' }, r: { $ref: '#/$defs/node' } },
              },
              { type: 'array', minItems: 3, items: { $ref: '#/$defs/node' } },
              { $ref: '#/$defs/leaf' },
            ],
          },
          leaf: { type: 'object', required: ['v'], properties: { v: { type: 'integer' } } },
        },
      },
    ],
    [
      'alternatives that seldom go together',
      {
        allOf: Array.from({ length: 6 }, (_unused, at) => ({
          oneOf: [{ required: [`a${at}`] }, { required: [`b${at}`, 'a0'] }, { type: 'string' }],
        })),
        type: 'object',
      },
    ],
    ['a string that no word is', { type: 'string', not: { type: 'string', pattern: '^[a-z]*$' } }],
    [
      'members of an infinite pattern next to other members',
      { type: 'object', patternProperties: { '^a': { $ref: '#' } }, minProperties: 1 },
    ],
    ['anything', {}],
  ])('is valid for %s', (_name, schema) => {
    for (const seed of seeds) {
      const value = sample(schema, { seed })
      expect([seed, value, checkSchema(schema, value)]).toEqual([seed, value, []])
      expect(JSON.parse(JSON.stringify(value))).toEqual(value)
    }
  })

  it('is determined by the seed', () => {
    expect(sample(record, { seed: 'a' })).toEqual(sample(record, { seed: 'a' }))
    const texts = new Set(seeds.map((seed) => JSON.stringify(sample(record, { seed }))))
    expect(texts.size).toBeGreaterThan(20)
  })

  it.each<[string, unknown]>([
    ['false', false],
    ['types', { allOf: [{ type: 'string' }, { type: 'integer' }] }],
    ['bounds', { type: 'integer', minimum: 1.2, maximum: 1.8 }],
    ['an enumeration', { enum: [1, 2], minimum: 3 }],
    ['lengths', { type: 'string', minLength: 3, maxLength: 2 }],
    ['items', { type: 'array', prefixItems: [{}], items: false, minItems: 2 }],
    [
      'a member that is forbidden',
      { type: 'object', required: ['a'], additionalProperties: false },
    ],
    [
      'alternatives that are the same',
      { oneOf: [{ $ref: '#/$defs/a' }, { type: 'string' }], $defs: { a: { type: 'string' } } },
    ],
    ['alternatives that take everything', { oneOf: [{ title: 'A' }, { type: 'string' }, {}] }],
    [
      'an object in an object without end',
      { type: 'object', required: ['a'], properties: { a: { oneOf: [{ $ref: '#' }] } } },
    ],
    [
      'unevaluated members without end',
      { type: 'object', minProperties: 2, unevaluatedProperties: { $ref: '#' } },
    ],
    [
      'unevaluated items without end',
      { type: 'array', minItems: 2, unevaluatedItems: { $ref: '#' } },
    ],
    [
      'a required member of a pattern without end',
      { type: 'object', required: ['ab'], patternProperties: { '^a': { $ref: '#' } } },
    ],
    [
      'members of a pattern without end and no others',
      {
        type: 'object',
        minProperties: 1,
        patternProperties: { '^a': { $ref: '#' } },
        additionalProperties: false,
      },
    ],
    [
      'a required member of a map without end',
      { type: 'object', required: ['a'], additionalProperties: { $ref: '#' } },
    ],
    [
      'a dependent schema without end',
      {
        type: 'object',
        required: ['a'],
        dependentSchemas: { a: { required: ['b'], properties: { b: { $ref: '#' } } } },
      },
    ],
    [
      'deep inside',
      {
        type: 'object',
        required: ['a'],
        properties: { a: { type: 'array', minItems: 1, items: false } },
      },
    ],
  ])('reports that no value is valid: %s', (_name, schema) => {
    expect(trySample(schema).kind).toBe('impossible')
    expect(checkSchema(schema, sample(schema))).not.toEqual([])
  })

  it('does not report this for values that it cannot find', () => {
    expect(trySample({ type: 'string', pattern: '^(?=a)b' }).kind).toBe('missed')
    expect(trySample({ type: 'array', minItems: 1e9 }).kind).toBe('missed')
  })

  it.each<[string, unknown, unknown]>([
    [
      'a list of lists without end',
      { type: 'array', minItems: 3, items: { $ref: '#' } },
      [null, null, null],
    ],
    [
      'an infinite list in two subschemas',
      { type: 'array', allOf: [{ items: { $ref: '#' } }, { minItems: 3 }] },
      [null, null, null],
    ],
    [
      'an infinite object in two subschemas, one by reference',
      {
        $defs: { a: { properties: { a: { $ref: '#' } } } },
        allOf: [{ $ref: '#/$defs/a' }, { type: 'object', minProperties: 1, required: ['a'] }],
      },
      { a: null },
    ],
    [
      'a list in an object without end',
      {
        type: 'object',
        required: ['all'],
        properties: { all: { type: 'array', minItems: 2, items: { $ref: '#' } } },
      },
      { all: null },
    ],
  ])('is small for %s', (_name, schema, want) => {
    expect(trySample(schema).kind).toBe('impossible')
    expect(sample(schema)).toEqual(want)
  })

  it('terminates on schemas without valid or finite values', () => {
    expect(() => sample(false)).not.toThrow()
    expect(() => sample({ $ref: '#' })).not.toThrow()
    expect(() =>
      sample({ type: 'object', required: ['a'], properties: { a: { $ref: '#' } } }),
    ).not.toThrow()
    expect(() => sample({ type: 'array', minItems: 1e9 })).not.toThrow()
    const both = Array.from({ length: 9000 }, () => ({ anyOf: [{ minimum: 1 }, { maximum: 5 }] }))
    expect(trySample({ allOf: both }, { budget: 4000 }).kind).toBe('missed')
  })
})

/** Returns an object whose `type` decides by conditional schemas which other members it has. */
function decoded(type: object): object {
  const types = ['offer', 'invoice', 'request', 'rune', 'recover', 'spark', 'proof', 'other']
  return {
    type: 'object',
    required: ['type', 'valid'],
    properties: { type, valid: { type: 'boolean' } },
    allOf: [
      ...types.map((name, index) => ({
        if: { properties: { type: { enum: [name] }, valid: { enum: [true] } } },
        then: {
          required: [`of${index}`],
          properties: { type: {}, valid: {}, [`of${index}`]: { type: 'integer' } },
          additionalProperties: false,
        },
      })),
      { if: { properties: { valid: { const: false } } }, then: { required: ['warning'] } },
    ],
  }
}

it.each<[string, object]>([
  [
    'listed',
    { enum: ['offer', 'invoice', 'request', 'rune', 'recover', 'spark', 'proof', 'other'] },
  ],
  ['any', { type: 'string' }],
])('an object with many conditions on its type, of %s values, is valid', (_, type) => {
  const schema = decoded(type)
  const samples = Array.from({ length: 12 }, (_unused, seed) => trySample(schema, { seed }))
  const issues = samples.flatMap<object>((one) =>
    one.kind === 'value' ? checkSchema(schema, one.value, {}) : one,
  )
  expect(issues).toEqual([])
  const seen = new Set(samples.map((one) => JSON.stringify(one)))
  expect(seen.size).toBeGreaterThan(4)
})

describe('strings for a pattern', () => {
  it.each([
    '^a{2,4}b+c*$',
    '^[^a-z]x|y$',
    '^(?:\\w-){3}\\.$',
    '^[\\d\\-_]{5}$',
    '^(?<n>a|b)?\\u0041$',
    '^NodeID-[1-9A-HJ-NP-Za-km-z]{33}$',
    '(a|b)\\1',
    '^(?<q>["\'])x\\k<q>$',
    '\\bx',
    '^\\p{L}+$',
    '^[^\\u0000-\\u{FFFF}]$',
    '^(?!02)(0[1-9]|1[0-2])-30$',
    '^(?=.*\\d)(?=.*[a-z])[a-z0-9]{8,}$',
    '^([^/]+/){2}[^/]+$',
    '(^x|y$)',
    '^[0-9a-f]{2000}$',
  ])('%s', (pattern) => {
    for (const seed of seeds)
      expect(stringOfPattern(pattern, createRandom(seed))).toMatch(new RegExp(pattern, 'u'))
  })

  it.each(['^(?=a)b', 'a^', '^a\\bb$', '(?!)', '^a{30000}$'])('gives up on %s', (pattern) => {
    expect(stringOfPattern(pattern, createRandom(1))).toBeUndefined()
  })

  it.each<[string, string[], number, number]>([
    ['two patterns', ['^[a-m]+$', '^[h-z]+$'], 5, 5],
    ['a prefix and an end', ['^0x', '[0-9a-f]$', '^[0-9a-fx]*$'], 66, 66],
    ['a required character in the middle', ['^[a-z]{9}$', 'foo'], 0, Infinity],
    ['a length that is one alternative only', ['^(a|b{12}|c{40})$'], 12, 20],
    ['an invalid pattern', ['[', '^x+$'], 3, 4],
  ])('of %s', (_name, patterns, least, most) => {
    for (const seed of seeds) {
      const text = stringOfPatterns(patterns, { least, most }, createRandom(seed)) ?? ''
      expect(text.length).toBeGreaterThanOrEqual(least)
      expect(text.length).toBeLessThanOrEqual(most)
      expect([text, patterns.filter((pattern) => !matches(pattern, text))]).toEqual([text, []])
    }
  })
})

describe('exampleResult', () => {
  const document = {
    methods: [
      { $ref: '#/components/x-methods/get' },
      { name: 'loop', params: [], result: { $ref: '#/components/x-methods/a' } },
      { name: 'notify', params: [] },
    ],
    components: {
      'x-methods': {
        a: { $ref: '#/components/x-methods/b' },
        b: { $ref: '#/components/x-methods/a' },
        get: {
          name: 'get',
          params: [
            { name: 'id', schema: {} },
            { name: 'encoding', schema: {} },
          ],
          result: {
            name: 'r',
            schema: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } },
          },
          examples: [
            { name: 'no result', params: [] },
            {
              name: 'hex',
              params: [{ name: 'id', value: 'x' }],
              result: { name: 'r', value: { n: 1 } },
            },
            { $ref: '#/components/examplePairings/json' },
          ],
        },
      },
      examplePairings: {
        json: {
          name: 'json',
          params: [
            { name: 'other', value: 'x' },
            { name: 'encoding', value: 'json' },
          ],
          result: { name: 'r', value: { n: 2 } },
        },
      },
    },
  }
  it.each<[string, string, Record<string, unknown>, unknown]>([
    ['the pairing with the same params', 'get', { id: 'x', encoding: 'json' }, { n: 2 }],
    ['a generated value for other params', 'get', { id: 'y' }, { n: expect.any(Number) }],
    ['params left out', 'get', { id: 'x', encoding: undefined }, { n: 1 }],
    ['an unknown method', 'nothing', {}, undefined],
    ['no result', 'notify', {}, undefined],
    ['references in a circle', 'loop', {}, undefined],
  ])('%s', (_name, method, params, want) => {
    expect(exampleResult(document, method, params)).toEqual(want)
  })

  it('generates a result if there is no example, for every method of our documents', async () => {
    const bare = {
      methods: [
        {
          name: 'm',
          params: [],
          result: { name: 'r', schema: { type: 'string', format: 'evm-address' } },
        },
      ],
    }
    expect(exampleResult(bare, 'm', {})).toMatch(/^0x/)
    expect(exampleResult(bare, 'm', {}, { seed: 2 })).not.toBe(exampleResult(bare, 'm', {}))
    for (const group of groups) {
      const document = await group.document()
      for (const { name } of group.methods) {
        expect(exampleResult(document, name, { unheard: 1 }), name).toBeDefined()
      }
    }
  })
})

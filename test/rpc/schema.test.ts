// oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkSchema } from '@rpcloom/schema'

/** Schemas with valid and invalid values, by section of the draft. */
const cases: readonly [
  name: string,
  schema: unknown,
  fits: readonly unknown[],
  fails: readonly unknown[],
][] = [
  ['true', true, [1, null, {}], []],
  [
    'a condition that evaluates members only if it holds',
    { if: { properties: { a: { const: 1 } }, required: ['a'] }, unevaluatedProperties: false },
    [{ a: 1 }, {}],
    [{ a: 2 }, { a: 1, b: 1 }],
  ],
  [
    'an integer format of strings that are listed first or have a pattern',
    { type: ['string', 'integer'], format: 'int8' },
    ['127', 127],
    ['128', 128, 'x'],
  ],
  [
    'an integer format of strings with a pattern',
    { type: ['integer', 'string'], format: 'int8', pattern: '^[0-9]+$' },
    ['127'],
    ['128'],
  ],
  [
    'an integer format beside strings of any form',
    { type: ['integer', 'string'], format: 'int8' },
    ['128', 'x'],
    [128],
  ],
  [
    'an IRI',
    { format: 'iri' },
    ['https://é.example/a:b', 'urn:a:b', 'http://u@[::1]:80/'],
    ['http://a:b:c/'],
  ],
  ['false', false, [], [1, null, {}]],
  ['type', { type: 'string' }, ['a'], [1, null]],
  ['type integer', { type: 'integer' }, [1, 1.0, 1n], [1.5, '1']],
  ['several types', { type: ['null', 'object'] }, [null, {}], [[], 1]],
  ['enum', { enum: [{ a: [1] }, 2] }, [{ a: [1] }, 2], [{ a: [2] }, '2']],
  ['const null', { const: null }, [null], [0, undefined]],
  ['false is not 0', { const: 0 }, [0], [false]],
  [
    'nullable',
    { $defs: { a: { type: 'string' } }, $ref: '#/$defs/a', nullable: true },
    ['a', null],
    [1],
  ],
  ['minimum', { minimum: 2 }, [2, 'x'], [1.9]],
  ['maximum of a bigint', { maximum: 10 }, [10n], [11n]],
  ['exclusive bounds', { exclusiveMinimum: 0, exclusiveMaximum: 2 }, [1], [0, 2]],
  ['exclusive bounds of draft 4', { minimum: 0, exclusiveMinimum: true }, [1], [0]],
  ['multipleOf', { multipleOf: 0.01 }, [0.07, 4.02], [0.075]],
  ['multipleOf a bigint', { multipleOf: 3 }, [9007199254740993n], [9007199254740994n]],
  ['length in code points', { minLength: 2, maxLength: 2 }, ['ab', '😀😀'], ['😀', 'abc']],
  ['pattern', { pattern: '^\\p{L}+$' }, ['äb', 1], ['1']],
  ['an invalid pattern', { pattern: '(' }, ['x'], []],
  ['items', { items: { type: 'integer' } }, [[], [1], 'x'], [[1, '2']]],
  [
    'items of draft 7',
    { items: [{ type: 'integer' }], additionalItems: false },
    [[1], []],
    [['1'], [1, 2]],
  ],
  [
    'prefixItems',
    { prefixItems: [{ type: 'integer' }], items: { type: 'string' } },
    [[1, 'a']],
    [[1, 2]],
  ],
  ['number of items', { minItems: 1, maxItems: 2 }, [[1]], [[], [1, 2, 3]]],
  [
    'uniqueItems',
    { uniqueItems: true },
    [
      [1, '1', true, { a: 1 }, { a: 2 }],
      [1, true],
      [0, false],
    ],
    [
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [1, 1.0],
    ],
  ],
  ['contains', { contains: { const: 1 }, maxContains: 1 }, [[2, 1]], [[], [2], [1, 1]]],
  ['minContains 0', { contains: { const: 1 }, minContains: 0 }, [[]], []],
  ['required', { required: ['a'] }, [{ a: null }, 1], [{}]],
  ['required of an inherited name', { required: ['toString'] }, [{ toString: 1 }], [{}]],
  [
    'members by name',
    { properties: { a: { type: 'string' }, b: false } },
    [{ a: 'x' }, { c: 1 }],
    [{ a: 1 }, { b: 1 }],
  ],
  [
    'additionalProperties',
    { properties: { a: true }, patternProperties: { '^x': true }, additionalProperties: false },
    [{ a: 1, x1: 2 }],
    [{ b: 1 }],
  ],
  [
    'patternProperties',
    { patternProperties: { a$: { type: 'integer' } } },
    [{ ba: 1 }],
    [{ ba: '1' }],
  ],
  ['number of members', { minProperties: 1, maxProperties: 1 }, [{ a: 1 }], [{}, { a: 1, b: 2 }]],
  ['propertyNames', { propertyNames: { maxLength: 2 } }, [{ ab: 1 }], [{ abc: 1 }]],
  [
    'dependentRequired',
    { dependentRequired: { a: ['b'] } },
    [{ b: 1 }, { a: 1, b: 1 }],
    [{ a: 1 }],
  ],
  [
    'dependencies',
    { dependencies: { a: ['b'], c: { required: ['d'] } } },
    [
      { a: 1, b: 1 },
      { c: 1, d: 1 },
    ],
    [{ a: 1 }, { c: 1 }],
  ],
  [
    'dependentSchemas',
    { dependentSchemas: { a: { minProperties: 2 } } },
    [{ b: 1 }, { a: 1, b: 2 }],
    [{ a: 1 }],
  ],
  ['allOf', { allOf: [{ minimum: 1 }, { maximum: 3 }] }, [2], [0, 4]],
  ['anyOf', { anyOf: [{ type: 'integer' }, { minimum: 2 }] }, [1, 2.5], [1.5]],
  ['oneOf', { oneOf: [{ type: 'integer' }, { minimum: 2 }] }, [1, 2.5], [3, 1.5]],
  ['not', { not: { type: 'integer' } }, ['a'], [1]],
  [
    'if then else',
    { if: { const: 'a' }, then: { maxLength: 1 }, else: { minLength: 2 } },
    ['a', 'bc'],
    ['b'],
  ],
  ['only `then`', { then: false }, [1], []],
  [
    'a reference',
    { $defs: { a: { type: 'integer' } }, properties: { x: { $ref: '#/$defs/a' } } },
    [{ x: 1 }],
    [{ x: '1' }],
  ],
  [
    'a reference with siblings',
    { $defs: { a: { type: 'integer' } }, $ref: '#/$defs/a', minimum: 2 },
    [2],
    [1, 'x'],
  ],
  [
    'an escaped reference',
    { $defs: { 'a/b~c d': { type: 'integer' } }, $ref: '#/$defs/a~1b~0c%20d' },
    [1],
    ['x'],
  ],
  ['an anchor', { $defs: { a: { $anchor: 'here', type: 'integer' } }, $ref: '#here' }, [1], ['x']],
  [
    'recursion',
    { properties: { next: { $ref: '#' }, v: { type: 'integer' } } },
    [{ next: { next: { v: 1 } } }],
    [{ next: { next: { v: 'x' } } }],
  ],
  ['a reference to itself', { $ref: '#' }, [1], []],
  [
    'a circle of references',
    {
      $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
      $ref: '#/$defs/a',
      type: 'string',
    },
    ['x'],
    [1],
  ],
  ['an unresolved reference', { $ref: '#/nowhere' }, [], [1]],
  [
    'unevaluatedProperties',
    { allOf: [{ properties: { a: true } }], properties: { b: true }, unevaluatedProperties: false },
    [{ a: 1, b: 2 }],
    [{ c: 1 }],
  ],
  [
    'unevaluatedProperties behind anyOf',
    {
      anyOf: [{ required: ['a'], properties: { a: true } }, { properties: { b: { const: 1 } } }],
      unevaluatedProperties: false,
    },
    [{ a: 1 }, { b: 1 }],
    [{ a: 1, b: 2 }],
  ],
  [
    'unevaluatedItems',
    { prefixItems: [true], contains: { type: 'string' }, unevaluatedItems: false },
    [[1, 'a']],
    [[1, 'a', 2]],
  ],
  [
    'a uint64 as string',
    { type: ['string', 'integer'], format: 'uint64' },
    ['18446744073709551615', 0, 18446744073709551615n],
    ['18446744073709551616', '-1', 'x', '', 1.5, -1],
  ],
  [
    'limits of decimal strings',
    { type: ['string', 'integer'], format: 'uint64', maximum: 1024 },
    ['1024', 1024],
    ['1025', 1025],
  ],
  ['limits do not apply to other strings', { type: 'string', maximum: 1 }, ['2'], []],
]

describe('checkSchema', () => {
  it.each(cases)('%s', (_name, schema, fits, fails) => {
    for (const value of fits) expect([value, checkSchema(schema, value)]).toEqual([value, []])
    for (const value of fails)
      expect([value, checkSchema(schema, value).length]).not.toEqual([value, 0])
  })

  it.each<
    [
      name: string,
      schema: unknown,
      value: unknown,
      issues: readonly { pointer: string; keyword: string; message?: string; expected?: string }[],
    ]
  >([
    [
      'a member in depth',
      { properties: { 'a/b': { items: { type: 'string' } } } },
      { 'a/b': ['x', 1] },
      [{ pointer: '/a~1b/1', keyword: 'type', expected: 'string' }],
    ],
    ['a missing member', { required: ['a'] }, {}, [{ pointer: '/a', keyword: 'required' }]],
    [
      'an unknown member',
      { additionalProperties: false },
      { a: 1 },
      [{ pointer: '/a', keyword: 'additionalProperties' }],
    ],
    [
      'alternatives of other types',
      { anyOf: [{ type: 'string' }, { const: 1 }] },
      true,
      [{ pointer: '', keyword: 'anyOf', expected: 'string or 1' }],
    ],
    [
      'the alternative that the literal names',
      {
        oneOf: [
          { properties: { k: { const: 'a' }, x: { type: 'string' } } },
          { properties: { k: { const: 'b' }, x: { type: 'integer' } } },
        ],
      },
      { k: 'b', x: 'no' },
      [{ pointer: '/x', keyword: 'type', expected: 'integer' }],
    ],
    [
      'a short string',
      { minLength: 2 },
      'a',
      [
        {
          pointer: '',
          keyword: 'minLength',
          message: 'must have at least 2 characters',
          expected: '>= 2 characters',
        },
      ],
    ],
  ])('reports location and reason: %s', (_name, schema, value, want) => {
    expect(checkSchema(schema, value)).toMatchObject(want)
  })

  it('never repeats the value', () => {
    const secret = 'hunter2'
    const schema = {
      properties: {
        p: {
          type: 'string',
          minLength: 8,
          maxLength: 2,
          pattern: '^x$',
          format: 'uint8',
          enum: ['a'],
          const: 'b',
          not: {},
        },
      },
    }
    const issues = checkSchema(schema, { p: secret })
    expect(issues.length).toBeGreaterThan(6)
    expect(JSON.stringify(issues)).not.toContain(secret)
  })

  it('is limited in issues, depth and work', () => {
    expect(checkSchema({ items: false }, Array.from({ length: 1000 }))).toHaveLength(20)
    let deep: unknown = 1
    for (let level = 0; level < 10_000; level++) deep = [deep]
    expect(checkSchema({ items: { $ref: '#' } }, deep)).toMatchObject([
      { keyword: 'depth', message: 'is nested too deeply' },
    ])
    let doubling: unknown = 1
    for (let level = 0; level < 60; level++) doubling = { a: doubling }
    const schema = {
      anyOf: [
        { properties: { a: { $ref: '#' } }, required: ['b'] },
        { properties: { a: { $ref: '#' } }, required: ['c'] },
      ],
    }
    expect(checkSchema(schema, doubling).length).toBeGreaterThan(0)
  })
})

describe('against ajv', () => {
  const scalar = fc.constantFrom<unknown>(0, 1, 2, -1, 1.5, '', 'a', 'ab', 'b1', true, false, null)
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      scalar,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
    ),
  }))
  const count = fc.integer({ min: 0, max: 2 })
  const names = fc.subarray(['a', 'b', 'c'], { minLength: 1 })
  const { schema } = fc.letrec<{ schema: unknown }>((tie) => {
    const part = tie('schema')
    const parts = fc.array(part, { minLength: 1, maxLength: 2 })
    const members = fc.dictionary(fc.constantFrom('a', 'b', 'c'), part, {
      maxKeys: 2,
      noNullPrototype: true,
    })
    return {
      schema: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.boolean(),
        fc.record(
          {
            type: fc.constantFrom(
              'string',
              'integer',
              'number',
              'object',
              'array',
              'null',
              'boolean',
            ),
            enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }),
            minimum: count,
            exclusiveMaximum: count,
            minLength: count,
            pattern: fc.constantFrom('^a', '[0-9]$'),
          },
          { requiredKeys: [] },
        ),
        fc.record(
          {
            properties: members,
            required: names,
            additionalProperties: part,
            minProperties: count,
            propertyNames: part,
          },
          { requiredKeys: [] },
        ),
        fc.record(
          {
            patternProperties: fc.record({ '^[ab]': part }),
            unevaluatedProperties: part,
            allOf: parts,
            properties: members,
          },
          { requiredKeys: [] },
        ),
        fc.record(
          { prefixItems: parts, items: part, minItems: count, uniqueItems: fc.boolean() },
          { requiredKeys: [] },
        ),
        // Without items and prefixItems, because ajv 8 generates wrong code for an empty list in
        // combination with them.
        fc.record({ contains: part, minContains: count }, { requiredKeys: ['contains'] }),
        fc.record(
          { anyOf: parts, oneOf: parts, not: part, if: part, then: part, else: part },
          { requiredKeys: [] },
        ),
        // Without other keywords: ajv 8 does not count items matched by `contains` as evaluated,
        // but draft 2020 does.
        fc.record(
          {
            prefixItems: parts,
            anyOf: fc.array(fc.record({ prefixItems: parts }), { minLength: 1, maxLength: 2 }),
            unevaluatedItems: part,
          },
          { requiredKeys: [] },
        ),
        fc.record(
          {
            dependentRequired: fc.dictionary(fc.constantFrom('a', 'b'), names, {
              noNullPrototype: true,
            }),
            $ref: fc.constant('#/$defs/leaf'),
          },
          { requiredKeys: [] },
        ),
      ),
    }
  })

  /** Whether ajv 8 may take an empty list for one that contains something, which it does in `items` only. */
  function isMisread(generated: unknown, one: unknown): boolean {
    const text = JSON.stringify(generated)
    return (
      /"(?:items|prefixItems)"/.test(text) &&
      text.includes('"contains"') &&
      JSON.stringify(one).includes('[]')
    )
  }

  it('agrees on every schema and value', () => {
    const ajv = new Ajv2020({ strict: false, logger: false })
    fc.assert(
      fc.property(schema, fc.array(value, { minLength: 1, maxLength: 6 }), (generated, values) => {
        const whole = {
          allOf: [generated],
          $defs: { leaf: { type: ['integer', 'object', 'array'], required: ['a'] } },
        }
        for (const one of values) {
          const want = oracle(ajv, whole, one)
          fc.pre(want !== undefined && !isMisread(generated, one))
          expect([one, checkSchema(whole, one).length === 0]).toEqual([one, want])
        }
      }),
      { seed: 7, numRuns: process.env['RPCLOOM_LONG'] === '1' ? 20_000 : 500 },
    )
  }, 400_000)
})

describe('an issue that would be dropped costs nothing', () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `member${index}`)
  const members = Object.fromEntries(names.map((name) => [name, {}]))
  const items = names.map(() => ({}))
  const text = { type: 'string' }
  it.each<[string, object, object]>([
    ['items', { items: text }, items],
    ['prefixItems', { prefixItems: names.map(() => text) }, items],
    ['unevaluatedItems', { unevaluatedItems: text }, items],
    ['additionalProperties', { additionalProperties: text }, members],
    ['no additionalProperties', { additionalProperties: false }, members],
    ['unevaluatedProperties', { unevaluatedProperties: false }, members],
    ['patternProperties', { patternProperties: { '^m': text } }, members],
    ['an alternative', { anyOf: [{ additionalProperties: false }, text] }, members],
  ])('%s', (_keyword, schema, value) => {
    let reads = 0
    const counted = new Proxy(value, {
      get(target, name, receiver) {
        reads++
        return Reflect.get(target, name, receiver) as unknown
      },
    })
    expect(checkSchema(schema, counted, { maxIssues: 10 })).not.toEqual([])
    expect(reads).toBeLessThan(50)
  })

  it('propertyNames', () => {
    const effort = { left: 100_000 }
    expect(
      checkSchema({ propertyNames: { maxLength: 1 } }, members, { maxIssues: 10, effort }),
    ).toHaveLength(10)
    expect(effort.left).toBeGreaterThan(99_900)
  })
})

/**
 * Returns the result of ajv; undefined for the few schemas for which its code has undefined
 * variables.
 */
function oracle(ajv: Ajv2020, schema: object, value: unknown): boolean | undefined {
  try {
    return ajv.validate(schema, value)
  } catch (error) {
    if (error instanceof ReferenceError) return undefined
    throw error
  }
}

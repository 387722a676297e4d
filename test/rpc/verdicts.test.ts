import { Ajv } from 'ajv'
import fc from 'fast-check'
import { isValid } from '@rpcloom/schema/internal'
import { checkSchema, pointerResolver } from '@rpcloom/schema'
import type { Json, JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { isLong } from '../corpus/folder.ts'

/** Returns whether a value is valid, by a check without reasons and by one with reasons. */
function verdictsOf(schema: Json, value: unknown): { accepts: boolean; explains: boolean } {
  const accepts = isValid(schema, value, { resolve })
  return { accepts, explains: checkSchema(schema, value, { resolve }).length === 0 }
}

const components: JsonObject = {
  Tree: {
    type: 'object',
    properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
    additionalProperties: false,
  },
  Circle: { $ref: '#/components/schemas/Circle' },
  Text: { type: 'string', minLength: 2 },
  Pair: { prefixItems: [{ type: 'integer' }, { type: 'integer' }] },
}
const resolve = pointerResolver({ components: { schemas: components } })
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

/** A schema, valid values, invalid values. */
const table: readonly (readonly [schema: Json, fits: readonly Json[], fails: readonly Json[]])[] = [
  [true, [1, null], []],
  [false, [], [1, null]],
  [{}, [1, null, {}], []],
  [{ type: 'integer', minimum: 1, maximum: 3 }, [1, 3], [0, 4, 1.5, '1']],
  [
    { type: ['string', 'null'], minLength: 2, maxLength: 3 },
    ['ab', '😀😀😀', null],
    ['a', 'abcd', 1],
  ],
  [{ type: 'string', enum: ['a', 1] }, ['a'], [1, 'b']],
  [{ enum: [{ a: [1] }, 2] }, [{ a: [1] }, 2], [{ a: [2] }, '2']],
  [{ const: 'x', type: 'number' }, [], ['x', 1]],
  [{ type: 'string', const: 'a', enum: ['a', 'b'] }, ['a'], ['b']],
  [{ enum: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'] }, ['a', 'i'], ['j', null]],
  [
    { enum: [...Array.from({ length: 3000 }, (_, index) => ({ index })), 1, 'a', null, true, -0] },
    [{ index: 0 }, { index: 2999 }, 1, 'a', null, true, 0],
    [{ index: 3000 }, {}, 2, 'b', false, '1'],
  ],
  [{ type: 'string', pattern: "^['`$]{1,2}$" }, ["'", '`$'], ['a', '']],
  [{ type: 'string', pattern: '(' }, ['a'], [1]],
  [{ multipleOf: 0.01 }, [0.07, 'x'], [0.075]],
  [{ minimum: 2, exclusiveMinimum: true }, [2.1], [2]],
  [
    { type: 'array', items: ref('Text'), minItems: 1, uniqueItems: true },
    [['ab']],
    [[], ['ab', 'ab'], ['a']],
  ],
  [{ items: [{ type: 'integer' }], additionalItems: false }, [[], [1]], [['1'], [1, 2]]],
  [{ prefixItems: [false] }, [[]], [[1]]],
  [{ contains: { type: 'string' } }, [[1, 'a']], [[], [1]]],
  [ref('Tree'), [{ children: [{ children: [] }] }, {}], [{ children: [1] }, { child: 1 }]],
  [ref('Circle'), [1, 'x'], []],
  [{ type: 'object', required: ['__proto__', 'toString'] }, [], [{}, { toString: 1 }]],
  [
    { properties: { constructor: { type: 'string' } } },
    [{}, { constructor: 'a' }],
    [{ constructor: 1 }],
  ],
  [
    { patternProperties: { '^a': { type: 'string' } }, additionalProperties: { type: 'null' } },
    [{ a: 'x', b: null }],
    [{ a: 1 }, { b: 1 }],
  ],
  [{ propertyNames: { maxLength: 1 } }, [{ a: 1 }], [{ ab: 1 }]],
  [{ minProperties: 1, maxProperties: 1 }, [{ a: 1 }], [{}, { a: 1, b: 1 }]],
  [{ type: 'object', additionalProperties: false }, [{}], [{ a: 1 }]],
  [
    { dependencies: { a: ['b'], c: { required: ['d'] } } },
    [{ a: 1, b: 1 }, {}],
    [{ a: 1 }, { c: 1 }],
  ],
  [
    {
      properties: { a: true },
      allOf: [{ patternProperties: { '^x-': { type: 'string' } } }],
      anyOf: [{ required: ['b'], properties: { b: true } }, { properties: { c: true } }],
      if: { required: ['d'] },
      then: { properties: { d: true, e: true } },
      dependentSchemas: { a: { properties: { f: true } } },
      unevaluatedProperties: false,
    },
    [{}, { a: 1, f: 1 }, { c: 1, 'x-1': '' }, { b: 1 }, 'text'],
    [{ f: 1 }, { e: 1 }, { z: 1 }, { a: 1, g: 1 }],
  ],
  [
    { allOf: [ref('Pair')], unevaluatedItems: { type: 'string' } },
    [[1, 2], [1, 2, 'x'], []],
    [[1, 2, 3]],
  ],
  [
    { contains: { type: 'number' }, minContains: 2, maxContains: 3, unevaluatedItems: false },
    [[1, 2]],
    [[1], [1, 2, 'a'], [1, 2, 3, 4]],
  ],
  [{ allOf: [{ type: 'string' }, { minLength: 2 }] }, ['ab'], ['a', 1]],
  [{ anyOf: [{ type: 'string' }, { type: 'number', minimum: 5 }] }, ['a', 5], [4, null]],
  [{ oneOf: [{ type: 'integer' }, { minimum: 2 }] }, [1, 2.5, 'x'], [3]],
  [{ oneOf: [{}, {}] }, [], [1]],
  [{ not: { type: 'string' } }, [1], ['a']],
  [
    { if: { type: 'string' }, then: { minLength: 2 }, else: { type: 'number' } },
    ['ab', 1],
    ['a', null],
  ],
  [{ type: 'string', anyOf: [{ type: 'number' }, { minLength: 1 }] }, ['a'], ['', 1]],
  [
    { type: ['string', 'integer'], format: 'uint64', minimum: 5 },
    ['5', 5, '18446744073709551615'],
    ['4', 4, '18446744073709551616', '-5', '5x'],
  ],
  [{ type: 'string', format: 'date-time' }, ['2024-02-29T00:00:00Z'], ['2023-02-29T00:00:00Z']],
  [{ type: 'string', format: 'no-such-format' }, ['a'], [1]],
  [{ type: 'integer', format: 'int8' }, [-128, 127], [-129, 128]],
]

test('the verdicts of a table of schemas are right', () => {
  const wrong = table.flatMap(([schema, fits, fails]) =>
    [...fits.map((v) => [v, true] as const), ...fails.map((v) => [v, false] as const)].flatMap(
      ([v, want]) => {
        const { accepts, explains } = verdictsOf(schema, v)
        return accepts === want && explains === want ? [] : [{ schema, v, want, accepts, explains }]
      },
    ),
  )
  expect(wrong).toEqual([])
})

test('a reference is relative to the address of its schema', () => {
  const whole = {
    $id: 'http://schemas.test/whole',
    $defs: { part: { $id: 'part', type: 'string' } },
    items: { $ref: 'part' },
  }
  expect(checkSchema(whole, ['a'])).toEqual([])
  expect(checkSchema(whole, [1])).toMatchObject([{ pointer: '/0', message: 'must be string' }])
})

test.each([
  [18446744073709551615n, true],
  [18446744073709551616n, false],
  ['18446744073709551615', false],
  ['5', false],
])('an integer above 2^53 is a bigint, and no string: %s', (value, want) => {
  const verdicts = verdictsOf({ type: 'integer', format: 'uint64' }, value)
  expect(verdicts).toEqual({ accepts: want, explains: want })
})

const scalar = fc.constantFrom<Json>(
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  7,
  '',
  'a',
  'ab',
  'abc',
  '12',
)
const value = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'ab'), tie('value'), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
})).value

const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object')
const schema = fc.letrec<{ schema: Json }>((tie) => {
  const inner = tie('schema')
  const list = fc.array(inner, { minLength: 1, maxLength: 3 })
  const keywords = {
    type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
    enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }),
    const: scalar,
    minimum: fc.integer({ min: -1, max: 2 }),
    exclusiveMaximum: fc.integer({ min: 0, max: 8 }),
    multipleOf: fc.constantFrom(1, 2, 0.5),
    minLength: fc.integer({ min: 0, max: 2 }),
    maxLength: fc.integer({ min: 0, max: 2 }),
    pattern: fc.constantFrom('^a', 'b$', '^[0-9]+$'),
    items: fc.oneof(inner, list),
    additionalItems: inner,
    minItems: fc.integer({ min: 0, max: 2 }),
    maxItems: fc.integer({ min: 0, max: 2 }),
    uniqueItems: fc.boolean(),
    contains: inner,
    required: fc.uniqueArray(fc.constantFrom('a', 'b'), { minLength: 1 }),
    properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), inner, { noNullPrototype: true }),
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'b'), inner, { noNullPrototype: true }),
    additionalProperties: inner,
    propertyNames: inner,
    minProperties: fc.integer({ min: 0, max: 2 }),
    dependencies: fc.dictionary(fc.constantFrom('a', 'b'), fc.oneof(inner, fc.constant(['c'])), {
      noNullPrototype: true,
    }),
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: inner,
    if: inner,
    then: inner,
    else: inner,
  }
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.boolean(),
      fc.record<Record<string, unknown>>(keywords, { requiredKeys: [] }).map((made) => {
        // Only a few keywords at a time: with all of them, hardly any value is valid.
        const entries = Object.entries(made).filter(
          ([name], index) => (index + name.length) % 5 === 0,
        )
        return Object.fromEntries(entries) as JsonObject
      }),
    ),
  }
}).schema

test('verdicts agree with ajv, and a rejected value has reasons', () => {
  const ajv = new Ajv({ strict: false, allErrors: false, validateFormats: false })
  const schemas = fc.sample(schema, { seed: 42, numRuns: isLong ? 1000 : 150 })
  const values = fc.sample(value, { seed: 43, numRuns: 120 })
  const wrong = schemas.flatMap((one) => {
    const validate = ajv.compile(one as object | boolean)
    return values.flatMap((v) => {
      const want = validate(v)
      const { accepts, explains } = verdictsOf(one, v)
      return accepts === want && explains === want
        ? []
        : [JSON.stringify({ schema: one, v, want, accepts, explains })]
    })
  })
  expect(wrong.slice(0, 5)).toEqual([])
})

const fitting = { type: 'string', minLength: 1 }
test.each<[schema: Json, v: Json, issues: readonly string[]]>([
  [
    { type: 'array', items: fitting },
    ['a', 'b', 1, 'c', ''],
    ['/2 must be string', '/4 must have at least 1 characters'],
  ],
  [
    { type: 'array', items: { type: 'array', items: fitting } },
    [['a'], ['a', 'b', 3]],
    ['/1/2 must be string'],
  ],
  [{ items: false }, [1], ['/0 is not allowed']],
  [
    { items: { oneOf: [{ minimum: 1 }, { maximum: 2 }] } },
    [0, 1],
    ['/1 must match exactly one alternative, but matches several'],
  ],
  [
    { anyOf: [{ items: { type: 'number' } }, { items: { maxLength: 1 } }] },
    [1, 2, 'long', 'x'],
    ['/2 must have at most 1 characters'],
  ],
  [
    { allOf: [{ anyOf: [{ items: fitting }, {}] }, { items: { type: 'string' } }] },
    [1, 'a', ''],
    ['/0 must be string'],
  ],
])('the issues of %j', (one, v, issues) => {
  const found = checkSchema(one, v, { resolve })
  expect(found.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual(issues)
})

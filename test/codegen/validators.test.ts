import { Ajv } from 'ajv'
import fc from 'fast-check'
import { checkSchema, pointerResolver } from '@rpcloom/rpc/schema'
import type { Json, JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { build } from '../model/documents.ts'
import { emitted } from '../targets/emitted.ts'
import { isLong } from '../corpus/folder.ts'

type Check = (params: Record<string, unknown>) => boolean

type Issue = { readonly pointer: string; readonly message: string }
type Explain = (params: Record<string, unknown>) => readonly Issue[]

/** Compiles each schema to the validator of a method with one param `v`. */
async function validatorsOf(
  schemas: readonly Json[],
  components: JsonObject = {},
): Promise<readonly Check[]> {
  return (await compiled(schemas, components)).map(({ check }) => check)
}

/** Also returns the issues that a server reports for invalid params. */
async function compiled(
  schemas: readonly Json[],
  components: JsonObject = {},
): Promise<readonly { readonly check: Check; readonly explain: Explain }[]> {
  const methods = schemas.map((schema, index) => ({
    name: `m${index}`,
    paramStructure: 'by-name',
    params: [{ name: 'v', required: true, schema }],
    result: { name: 'r', schema: { type: 'null' } },
  }))
  const { api } = build({
    openrpc: '1.3.2',
    info: { title: 'Test', version: '1.0.0' },
    methods,
    components: { schemas: components },
  })
  const output = await emitted(api, ['server'])
  output.compile('server')
  const module = await output.load('server/dist/validators/test.js')
  const { createServer } = (await output.load('server/dist/index.js')) as unknown as Server
  const members = methods.map(({ name }) => [name, () => null] as const)
  const server = createServer({ test: Object.fromEntries(members) })
  const handle = (method: string | undefined, params: Record<string, unknown>): unknown =>
    server.handle(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  // The first rejection loads the document; later responses are synchronous.
  await handle(methods[0]?.name, {})
  return (api.groups[0]?.methods ?? []).map(({ standalone, name: methodName }) => {
    const validator = module[standalone] as { readonly check: Check } | undefined
    return {
      check: validator?.check ?? (() => true),
      explain(params) {
        const answer = JSON.parse(String(handle(methodName, params))) as {
          readonly error?: { readonly data: { readonly issues: readonly Issue[] } }
        }
        return answer.error?.data.issues ?? []
      },
    }
  })
}

interface Server {
  readonly createServer: (handlers: object) => { readonly handle: (text: string) => unknown }
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
]

test('the validators of a table of schemas accept and reject the right values', async () => {
  const checks = await validatorsOf(
    table.map(([schema]) => schema),
    components,
  )
  const resolve = pointerResolver({ components: { schemas: components } })
  const wrong = table.flatMap(([schema, fits, fails], index) =>
    [...fits.map((v) => [v, true] as const), ...fails.map((v) => [v, false] as const)].flatMap(
      ([v, want]) => {
        const got = checks[index]?.({ v })
        const interpreted = checkSchema(schema, v, { resolve }).length === 0
        return got === want && interpreted === want ? [] : [{ schema, v, want, got, interpreted }]
      },
    ),
  )
  expect(wrong).toEqual([])
})

test('an integer above 2^53 is a bigint, and a string only if the schema allows strings', async () => {
  const [check] = await validatorsOf([{ type: 'integer', format: 'uint64' }])
  expect([
    check?.({ v: 18446744073709551615n }),
    check?.({ v: 18446744073709551616n }),
    check?.({ v: '18446744073709551615' }),
    check?.({ v: '5' }),
  ]).toEqual([true, false, false, false])
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

test('emitted validators agree with ajv and with the interpreter', async () => {
  const ajv = new Ajv({ strict: false, allErrors: false, validateFormats: false })
  const schemas = fc.sample(schema, { seed: 42, numRuns: isLong ? 1000 : 150 })
  const values = fc.sample(value, { seed: 43, numRuns: 120 })
  const checks = await validatorsOf(schemas)
  const wrong = schemas.flatMap((one, index) => {
    const validate = ajv.compile(one as object | boolean)
    return values.flatMap((v) => {
      const want = validate(v)
      const got = checks[index]?.({ v })
      const interpreted = checkSchema(one, v).length === 0
      return got === want && interpreted === want
        ? []
        : [JSON.stringify({ schema: one, v, want, got, interpreted })]
    })
  })
  expect(wrong.slice(0, 5)).toEqual([])
})

const fitting = { type: 'string', minLength: 1 }
const lists: readonly (readonly [schema: Json, v: Json, issues: readonly Issue[]])[] = [
  [
    { type: 'array', items: fitting },
    ['a', 'b', 1, 'c', ''],
    [
      { pointer: '/v/2', message: 'must be string' },
      { pointer: '/v/4', message: 'must have at least 1 characters' },
    ],
  ],
  [
    { type: 'array', items: { type: 'array', items: fitting } },
    [['a'], ['a', 'b', 3]],
    [{ pointer: '/v/1/2', message: 'must be string' }],
  ],
  // Items that a failing alternative evaluated do not count as evaluated for the other one.
  [
    { anyOf: [{ items: { type: 'number' } }, { items: { maxLength: 1 } }] },
    [1, 2, 'long', 'x'],
    [{ pointer: '/v/2', message: 'must have at most 1 characters' }],
  ],
  [
    { allOf: [{ anyOf: [{ items: fitting }, {}] }, { items: { type: 'string' } }] },
    [1, 'a', ''],
    [{ pointer: '/v/0', message: 'must be string' }],
  ],
]

test('only items that the emitted validator rejected are checked again for issues', async () => {
  const methods = await compiled(lists.map(([one]) => one))
  const found = lists.map(([, v], index) => methods[index]?.explain({ v }))
  expect(
    found.map((issues) => issues?.map(({ pointer, message }) => ({ pointer, message }))),
  ).toEqual(lists.map(([, , issues]) => issues))
})

test('every rejection of random params has issues that a full validation finds, too', async () => {
  const schemas = fc.sample(schema, { seed: 44, numRuns: 80 })
  const values = fc.sample(value, { seed: 45, numRuns: 60 })
  const methods = await compiled(schemas)
  const wrong = schemas.flatMap((one, index) =>
    values.flatMap((v) => {
      if (methods[index]?.check({ v })) return []
      const issues = methods[index]?.explain({ v }) ?? []
      const all = new Set(checkSchema(one, v).map((issue) => `/v${issue.pointer} ${issue.message}`))
      const known = issues.every(({ pointer, message }) => all.has(`${pointer} ${message}`))
      return issues.length > 0 && known ? [] : [JSON.stringify({ schema: one, v, issues })]
    }),
  )
  expect(wrong.slice(0, 5)).toEqual([])
})

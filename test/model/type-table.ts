import type { Json, JsonObject } from 'rpcloom/model'

/**
 * A schema, valid values, values that type and validator reject, values that only the validator
 * rejects.
 */
export type Row = readonly [
  schema: Json,
  fits: readonly Json[],
  refused: readonly Json[],
  refusedAtRunTime?: readonly Json[],
]

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
const text: JsonObject = { type: 'string' }
const integer: JsonObject = { type: 'integer' }
const object = (properties: JsonObject, ...required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
})

/** Components to which rows refer. */
export const components: JsonObject = {
  Tree: object({ value: integer, children: { type: 'array', items: ref('Tree') } }, 'value'),
  JsonValue: {
    anyOf: [
      { type: ['string', 'number', 'boolean', 'null'] },
      { type: 'array', items: ref('JsonValue') },
      { type: 'object', additionalProperties: ref('JsonValue') },
    ],
  },
  Expression: {
    oneOf: [
      object({ kind: { const: 'number' }, value: { type: 'number' } }, 'kind', 'value'),
      object(
        { kind: { const: 'sum' }, terms: { type: 'array', items: ref('Expression') } },
        'kind',
        'terms',
      ),
    ],
  },
  Ping: object({ pong: ref('Pong') }),
  Pong: { allOf: [ref('Ping'), object({ count: integer }, 'count')] },
  Loop: ref('Loop'),
  SelfUnion: { anyOf: [ref('SelfUnion'), text] },
  SelfAll: { allOf: [ref('SelfAll'), object({ a: text }, 'a')] },
  Base: object({ id: text }, 'id'),
  Nested: { type: 'array', items: { anyOf: [text, ref('Nested')] } },
  Pairs: { type: 'object', additionalProperties: ref('Pairs') },
  Couple: { type: 'array', items: [integer, ref('Couple')], minItems: 1 },
  Amount: { type: ['string', 'integer'], format: 'uint64' },
  'Block hash': { type: 'string', pattern: '^0x' },
  Error: object({ message: text }, 'message'),
  null: { type: 'null' },
}

const many = (count: number, of: (index: number) => Json): readonly Json[] =>
  Array.from({ length: count }, (_, index) => of(index))

/** Nests a schema in arrays and objects alternately. */
function deep(levels: number, inner: Json): Json {
  if (levels === 0) return inner
  return levels % 2 === 0
    ? { type: 'array', items: deep(levels - 1, inner) }
    : object({ a: deep(levels - 1, inner) }, 'a')
}

function deepValue(levels: number, inner: Json): Json {
  if (levels === 0) return inner
  return levels % 2 === 0 ? [deepValue(levels - 1, inner)] : { a: deepValue(levels - 1, inner) }
}

export const table: readonly Row[] = [
  // Optional, nullable, both.
  [object({ a: text }), [{}, { a: '' }], [{ a: 1 }, { a: null }]],
  [object({ a: text }, 'a'), [{ a: '' }], [{}, { a: null }]],
  [object({ a: { type: ['string', 'null'] } }, 'a'), [{ a: null }, { a: '' }], [{}, { a: 1 }]],
  [object({ a: { ...text, nullable: true } }), [{}, { a: null }, { a: '' }], [{ a: 1 }]],
  [object({ a: { anyOf: [text, { type: 'null' }] } }), [{}, { a: null }], [{ a: 1 }]],
  [{ ...object({ a: text }), nullable: true }, [null, {}], [1, { a: 1 }]],
  [
    object({ a: { ...ref('Base'), nullable: true } }),
    [{ a: null }, { a: { id: '' } }],
    [{ a: {} }],
  ],
  // Undeclared members.
  [{ ...object({ a: text }), additionalProperties: false }, [{}, { a: '' }], [{ b: 1 }]],
  [{ type: 'object', additionalProperties: text }, [{}, { x: '' }], [{ x: 1 }, 1]],
  [
    { ...object({ total: integer }, 'total'), additionalProperties: text },
    [{ total: 1 }, { total: 1, x: '' }],
    [{ x: '' }, { total: 1, x: true }],
    [{ total: 1, x: 1 }],
  ],
  [
    { ...object({ a: text, b: { type: 'array', items: text } }), additionalProperties: integer },
    [{}, { a: '', b: [''], c: 1 }],
    [{ a: 1 }, { b: '' }],
    [{ c: '' }],
  ],
  [{ type: 'object', additionalProperties: true }, [{}, { x: 1 }], [1, 'x']],
  [{ type: 'object', additionalProperties: {} }, [{}, { x: null }], [null]],
  [{ type: 'object', maxProperties: 0 }, [{}], [{ a: 1 }]],
  [{ type: 'object', additionalProperties: false }, [{}], [{ a: 1 }]],
  [
    { type: 'object', patternProperties: { '^x-': text }, additionalProperties: false },
    [{}, { 'x-a': '' }],
    [{ 'x-a': 1 }],
    [{ y: '' }],
  ],
  [
    {
      type: 'object',
      patternProperties: { '^n': integer, '^t': text },
      additionalProperties: false,
    },
    [{ n: 1, t: '' }],
    [{ n: true }],
    [{ n: '' }],
  ],
  [
    {
      ...object({ id: text }, 'id'),
      patternProperties: { '^[0-9]+$': integer },
      additionalProperties: false,
    },
    [{ id: '' }, { id: '', 1: 2 }],
    [{ 1: 2 }, { id: 1 }],
    [{ id: '', 1: '' }],
  ],
  [{ type: 'object', required: ['a'] }, [{ a: 1 }, { a: null }], [{}]],
  [
    { type: 'object', required: ['a', 'b'], properties: { a: text } },
    [{ a: '', b: 1 }],
    [{ a: '' }, { b: 1 }],
  ],
  // Names.
  [
    object({ 'a-b': text, '1c': text, '/': text, '': text, ' x ': text }, 'a-b'),
    [{ 'a-b': '', '1c': '', '/': '', '': '', ' x ': '' }],
    [{ 'a-b': 1 }, { '1c': '' }],
  ],
  [object({ constructor: text, __proto: integer }), [{ constructor: '' }], [{ constructor: 1 }]],
  [
    object({ "quote's": text, 'back\\slash': text, 'new\nline': text }),
    [{ "quote's": '' }],
    [{ "quote's": 1 }],
  ],
  [object({ '*/': text, '`${x}`': text }, '*/'), [{ '*/': '' }], [{}]],
  [object({ ünïcode: text, 日本: integer }, '日本'), [{ 日本: 1 }], [{ 日本: '' }]],
  [object({ default: text, class: text, null: { type: 'null' } }, 'class'), [{ class: '' }], [{}]],
  [
    object({ readonly: text, async: { type: 'boolean' } }, 'async'),
    [{ async: true }],
    [{ async: 1 }],
  ],
  // Lists and tuples.
  [{ type: 'array', items: text }, [[], ['']], [[1], '', {}]],
  [{ type: 'array' }, [[], [1, '']], [1]],
  [{ type: 'array', items: false }, [[]], [[1]]],
  [{ type: 'array', items: { type: ['string', 'null'] } }, [['', null]], [[1]]],
  [
    { type: 'array', items: [text, integer], minItems: 2, additionalItems: false },
    [['', 1]],
    [[''], ['', ''], ['', 1, 2]],
  ],
  [
    { type: 'array', items: [text, integer], minItems: 1, additionalItems: false },
    [[''], ['', 1]],
    [[], ['', '']],
  ],
  [
    { type: 'array', prefixItems: [text], minItems: 1, items: integer },
    [[''], ['', 1, 2]],
    [[], ['', ''], [1]],
  ],
  [
    { type: 'array', prefixItems: [text, integer], minItems: 0, items: { type: 'boolean' } },
    [[], ['', 1, true]],
    [['', 1, 1]],
  ],
  [
    { type: 'array', prefixItems: [text, text], minItems: 2, maxItems: 2 },
    [['', '']],
    [[''], ['', '', '']],
  ],
  [
    {
      type: 'array',
      prefixItems: [text],
      allOf: [{ type: 'array', prefixItems: [true, integer], items: integer }],
    },
    [
      ['', 1],
      ['', 1, 2],
    ],
    [
      ['', ''],
      [1, 1],
    ],
  ],
  [{ type: 'array', items: text, minItems: 1 }, [['']], [[1]], [[]]],
  [{ type: 'array', items: { anyOf: [text, integer] } }, [['', 1]], [[true]]],
  [{ type: 'array', items: { type: 'array', items: text } }, [[['']]], [[''], [[1]]]],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, [['a']], [['c']]],
  [{ type: 'array', items: ref('Block hash') }, [['0x']], [[1]], [['1x']]],
  // Constants and enums.
  [{ const: 'a' }, ['a'], ['b', 1]],
  [{ const: null }, [null], [0, '']],
  [{ const: true }, [true], [false]],
  [{ const: 1 }, [1], [2, '1']],
  [{ const: { a: [1] } }, [{ a: [1] }], [{ a: [2] }, {}]],
  [{ enum: ['a', 1, true, null] }, ['a', 1, true, null], ['b', 2, false]],
  [{ type: 'string', enum: ['a', 'b'], nullable: true }, ['a', null], ['c']],
  [{ type: ['string', 'null'], enum: ['a', null] }, ['a', null], ['b']],
  [{ type: 'integer', enum: [1, 2] }, [1, 2], [3, '1']],
  [{ enum: [{ a: 1 }, 'x'] }, [{ a: 1 }, 'x'], [{ a: 2 }, 'y']],
  [{ enum: ["it's", '`', '\\', '\u2028', '*/'] }, ["it's", '\u2028'], ['its']],
  [{ enum: many(600, (index) => `value ${index}`) }, ['value 599'], ['value 600']],
  [
    {
      oneOf: [
        { const: 'a', title: 'A' },
        { const: 'b', description: 'B' },
      ],
    },
    ['a', 'b'],
    ['c'],
  ],
  [{ type: 'string', enum: ['a', 'a', 'b'] }, ['a', 'b'], ['c']],
  [
    object({ kind: { const: 'a' }, mode: { enum: [1, 'x'] } }, 'kind'),
    [{ kind: 'a', mode: 1 }],
    [{ kind: 'b' }],
  ],
  // Alternatives.
  [{ oneOf: [text, integer] }, ['', 1], [true, null]],
  [
    { anyOf: [object({ a: text }, 'a'), object({ b: text }, 'b')] },
    [{ a: '' }, { b: '' }, { a: '', b: '' }],
    [{}, { a: 1 }],
  ],
  [
    {
      oneOf: [
        object({ kind: { const: 'a' }, a: text }, 'kind', 'a'),
        object({ kind: { const: 'b' }, b: integer }, 'kind', 'b'),
      ],
    },
    [
      { kind: 'a', a: '' },
      { kind: 'b', b: 1 },
    ],
    [{ kind: 'a', b: 1 }, { kind: 'c' }],
  ],
  [
    { ...object({ id: text }, 'id'), oneOf: [object({ a: text }, 'a'), object({ b: text }, 'b')] },
    [
      { id: '', a: '' },
      { id: '', b: '' },
    ],
    [{ a: '' }, { id: '' }],
    [{ id: '', a: '', b: '' }],
  ],
  [
    {
      ...object({ id: text }, 'id'),
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
      properties: { id: text, a: text, b: text },
    },
    [{ id: '', a: '' }],
    [{ a: '' }],
    [{ id: '' }],
  ],
  [
    { allOf: [object({ a: text }, 'a'), object({ b: integer }, 'b')] },
    [{ a: '', b: 1 }],
    [{ a: '' }, { b: 1 }],
  ],
  [
    { ...object({ c: text }, 'c'), allOf: [ref('Base')] },
    [{ id: '', c: '' }],
    [{ id: '' }, { c: '' }],
  ],
  [{ allOf: [ref('Base'), { required: ['x'] }] }, [{ id: '', x: 1 }], [{ id: '' }]],
  [{ allOf: [text, { minLength: 1 }] }, ['a'], [1], ['']],
  [{ allOf: [{ enum: ['a', 'b'] }, { type: 'string' }] }, ['a'], ['c', 1]],
  [{ oneOf: [text, { type: 'null' }], maxLength: 3 }, ['a', null], [1], ['long']],
  [{ allOf: [{ type: ['integer', 'null'] }, { minimum: 2 }] }, [2, null], ['a'], [1]],
  [{ allOf: [ref('Block hash'), { maxLength: 4 }] }, ['0x'], [1, null], ['0x000']],
  [
    { allOf: [ref('Base'), { oneOf: [object({ a: text }, 'a'), object({ b: text }, 'b')] }] },
    [{ id: '', a: '' }],
    [{ id: '' }],
  ],
  [{ oneOf: [ref('Base'), { type: 'null' }] }, [null, { id: '' }], [{}]],
  [{ oneOf: [{ type: 'array', items: text }, text] }, ['', ['']], [1, [1]]],
  [{ anyOf: [{}, text] }, [1, '', null], []],
  [{ type: 'object', oneOf: [ref('Base'), ref('Error')] }, [{ id: '' }, { message: '' }], [{}, 1]],
  [
    { type: ['object', 'null'], properties: { a: text }, required: ['a'] },
    [null, { a: '' }],
    [{}, 1],
  ],
  [{ type: ['array', 'string'], items: integer }, ['', [1]], [[''], 1]],
  [{ type: ['integer', 'string', 'boolean'] }, [1, '', true], [null, []]],
  [
    {
      oneOf: many(120, (index) => object({ kind: { const: `k${index}` }, value: integer }, 'kind')),
    },
    [{ kind: 'k0' }, { kind: 'k119', value: 1 }],
    [{ kind: 'k120' }, {}],
  ],
  // Not, conditions, booleans, empty schemas.
  [true, [1, null, {}], []],
  [{}, [1, null, []], []],
  [false, [], [1, null, {}]],
  [{ description: 'Anything' }, [1, '', null], []],
  [{ type: 'string', not: { const: 'a' } }, ['b'], [1], ['a']],
  [{ not: { type: 'string' } }, [1, null], [], ['a']],
  [
    { ...object({ a: text, b: text }), if: { required: ['a'] }, then: { required: ['b'] } },
    [{}, { a: '', b: '' }, { b: '' }],
    [{ a: 1 }],
    [{ a: '' }],
  ],
  [object({ never: false, a: text }), [{ a: '' }], [{ never: 1 }]],
  [object({ any: true }, 'any'), [{ any: 1 }, { any: null }], [{}]],
  // Recursion.
  [
    ref('Tree'),
    [{ value: 1 }, { value: 1, children: [{ value: 2 }] }],
    [{ value: 1, children: [{}] }],
  ],
  [ref('JsonValue'), [1, [{ a: [null] }]], []],
  [
    ref('Expression'),
    [{ kind: 'sum', terms: [{ kind: 'number', value: 1 }] }],
    [{ kind: 'sum', terms: [{}] }],
  ],
  [ref('Ping'), [{ pong: { count: 1, pong: { count: 2 } } }], [{ pong: {} }, { pong: 1 }]],
  [ref('Loop'), [1, ''], []],
  [ref('SelfUnion'), ['', 'a'], []],
  [ref('SelfAll'), [{ a: '' }], [{}]],
  [ref('Nested'), [[], [[['a']]], ['a']], [[1], 1]],
  [ref('Pairs'), [{}, { a: { b: {} } }], [{ a: 1 }]],
  [ref('Couple'), [[1], [1, [2]]], [[], [1, 2]]],
  [
    { type: 'object', additionalProperties: { type: 'array', items: ref('Tree') } },
    [{ a: [{ value: 1 }] }],
    [{ a: [{}] }],
  ],
  // Numbers sent as strings.
  [ref('Amount'), ['1', 1], [true, null], ['x', '-1']],
  [
    { type: 'object', additionalProperties: ref('Amount') },
    [{ a: '1', b: 2 }],
    [{ a: true }],
    [{ a: '-1' }],
  ],
  [{ type: 'array', items: ref('Amount') }, [['1', 1]], [[null]], [['a']]],
  [{ anyOf: [ref('Amount'), { const: 'all' }] }, ['all', 1, '2'], [true], ['some']],
  [{ oneOf: [{ type: 'null' }, ref('Amount')] }, [null, 1], [true]],
  [{ type: 'integer', maximum: 2 ** 64 }, [1, 0], [true], [1.5]],
  [{ type: 'integer', format: 'int64' }, [1, -1], [null], [1.5]],
  [{ type: 'string', format: 'hex-quantity' }, ['0x1'], [true], ['0x', 'x']],
  [{ type: 'integer', minimum: 0, maximum: 255 }, [0, 255], ['1'], [256]],
  [
    { type: 'string', format: 'uint128' },
    ['1', '9'.repeat(38)],
    [true],
    ['x', '-1', '9'.repeat(39)],
  ],
  [{ type: 'integer', format: 'int24' }, [-8388608, 8388607], ['1'], [-8388609, 8388608]],
  // Schemas that nothing matches, as generators write them.
  [{ anyOf: [{ not: {} }, object({ a: text }, 'a')] }, [{ a: '' }], ['', {}, null]],
  [object({ a: text, b: { not: {}, description: 'Absent' } }), [{}, { a: '' }], [{ b: '' }]],
  [
    { ...object({ a: text }), additionalProperties: { not: {} } },
    [{}, { a: '' }],
    [{ a: '', b: '' }],
  ],
  // Annotations, formats, documentation.
  [
    object({ a: { ...text, readOnly: true, default: 'x', deprecated: true } }),
    [{}, { a: '' }],
    [{ a: 1 }],
  ],
  [
    object({ a: { ...text, writeOnly: true, description: 'closes */ a comment' } }, 'a'),
    [{ a: '' }],
    [{}],
  ],
  [{ type: 'string', format: 'date-time' }, ['2024-01-01T00:00:00Z'], [1], ['yesterday']],
  [{ type: 'string', contentEncoding: 'base64' }, ['AA==', '?'], [1]],
  [{ $comment: 'x', type: 'boolean', examples: [true] }, [true], ['true']],
  // Depth and size.
  [deep(60, text), [deepValue(60, '')], [deepValue(60, 1)]],
  [
    object(Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`p${index}`, integer]))),
    [{ p0: 1, p399: 1 }],
    [{ p399: '' }],
  ],
  [
    { allOf: many(40, (index) => object({ [`p${index}`]: integer }, `p${index}`)) },
    [Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`p${index}`, 1]))],
    [{ p0: 1 }],
  ],
  [
    {
      $defs: { X: text },
      type: 'object',
      properties: { a: { $ref: '#/components/schemas/Base' } },
      required: ['a'],
    },
    [{ a: { id: '' } }],
    [{ a: {} }],
  ],
  [
    { ...ref('Base'), properties: { extra: integer }, required: ['extra'] },
    [{ id: '', extra: 1 }],
    [{ id: '' }, { extra: 1 }],
  ],
  [ref('null'), [null], [1]],
  [ref('Error'), [{ message: '' }], [{}]],
]

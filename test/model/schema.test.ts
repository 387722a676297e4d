import { describe, expect, test } from 'vitest'
import type { Json, Type } from 'rpcloom/model'
import { answering, build, documentOf } from './documents.ts'

const string = { kind: 'string' }
const number = { kind: 'number' }
const nothing = { kind: 'null' }
const unknown = { kind: 'unknown' }
const big = (encoding: string, bounds: object = {}): object => ({
  kind: 'numeric',
  as: 'bigint',
  encoding,
  integer: true,
  ...bounds,
})
const strict = (bounds: object): object => ({ ...big('number', bounds), numberOnly: true })
const uint64 = { min: 0n, max: 2n ** 64n - 1n }

/** Replaces type IDs by names of references: `Foo` for its component. */
function readable(type: Type): unknown {
  switch (type.kind) {
    case 'ref':
      return `-> ${type.to.split('/').at(-1) ?? ''}`
    case 'array':
      return { kind: 'array', items: readable(type.items) }
    case 'tuple': {
      const rest = type.rest === undefined ? {} : { rest: readable(type.rest) }
      return { ...type, items: type.items.map(readable), ...rest }
    }
    case 'object': {
      const members = type.properties.map(({ name, required, type: of }) => [
        required ? name : `${name}?`,
        readable(of),
      ])
      return {
        ...Object.fromEntries(members),
        ...(type.additional === undefined
          ? {}
          : { '...': type.additional === false ? false : readable(type.additional) }),
        ...Object.fromEntries(
          (type.patterns ?? []).map((pattern) => [`/${pattern.pattern}/`, readable(pattern.type)]),
        ),
      }
    }
    case 'union':
      return {
        [type.discriminator === undefined ? 'any' : `any by ${type.discriminator}`]:
          type.members.map(readable),
      }
    case 'intersection':
      return { all: type.members.map(readable) }
    case 'enum':
      return { enum: type.members.map(({ value }) => value) }
    case 'literal':
      return { is: type.value }
    case 'unknown':
    case 'never':
    case 'null':
    case 'boolean':
    case 'number':
    case 'string':
    case 'numeric':
      return type
    default:
      return type satisfies never
  }
}

const components = {
  Cat: { type: 'object', properties: { sort: { type: 'string' }, lives: { type: 'integer' } } },
  Dog: { type: 'object', properties: { sort: { const: 'hound' } }, required: ['sort'] },
  Foo: { type: 'object', properties: { a: { type: 'string' } } },
  Alias: { $ref: '#/components/schemas/Foo' },
  Hash: { type: 'string', pattern: '^0x' },
  Names: { type: 'array', items: { type: 'string' } },
  Sort: { enum: ['cat', 'dog'] },
}
const toHash = { $ref: '#/components/schemas/Hash' }
const toNames = { $ref: '#/components/schemas/Names' }
const toSort = { $ref: '#/components/schemas/Sort' }

function typed(schema: Json): { type: unknown; untyped: readonly string[] } {
  const { api } = build(documentOf([], { ...components, Subject: schema }))
  const subject = api.types.get('test.openrpc.json#/components/schemas/Subject')
  if (subject === undefined) throw new Error('The component has no type')
  return { type: readable(subject.type), untyped: api.untyped.map(({ reason }) => reason) }
}

const table: readonly (readonly [what: string, schema: Json, type: unknown])[] = [
  ['string', { type: 'string' }, string],
  ['boolean', { type: 'boolean' }, { kind: 'boolean' }],
  ['integer', { type: 'integer' }, number],
  ['number', { type: 'number' }, number],
  ['null', { type: 'null' }, nothing],
  ['list of types', { type: ['string', 'null'] }, { any: [string, nothing] }],
  ['nullable', { type: 'string', nullable: true }, { any: [string, nothing] }],
  ['false', false, { kind: 'never' }],
  ['string by pattern', { pattern: '^a' }, string],
  ['number by bound', { minimum: 1 }, number],
  // Values that need a codec.
  ['uint64', { type: 'integer', format: 'uint64' }, strict(uint64)],
  [
    'uint64, string first',
    { type: ['string', 'integer'], format: 'uint64' },
    big('string', uint64),
  ],
  [
    'uint64 number first',
    { type: ['integer', 'string'], format: 'uint64', pattern: '^\\d+$' },
    big('number', uint64),
  ],
  [
    'uint64 or any string',
    { type: ['integer', 'string'], format: 'uint64' },
    { any: [strict(uint64), { kind: 'string' }] },
  ],
  [
    'uint64 as string only',
    { type: 'string', format: 'uint64' },
    { ...big('string', uint64), textOnly: true },
  ],
  [
    'int64',
    { type: 'integer', format: 'int64' },
    strict({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  ],
  [
    'uint64 or null',
    { type: ['integer', 'null'], format: 'uint64' },
    { any: [strict(uint64), nothing] },
  ],
  ['uint32', { type: 'integer', format: 'uint32' }, number],
  [
    'uint32 as string',
    { type: ['string', 'integer'], format: 'uint32', maximum: 9 },
    { kind: 'numeric', as: 'number', encoding: 'string', integer: true, min: 0n, max: 9n },
  ],
  ['bound above 2^53', { type: 'integer', minimum: 0, maximum: 2n ** 64n - 1n }, strict(uint64)],
  ['bound at 2^53 - 1', { type: 'integer', maximum: 2 ** 53 - 1 }, number],
  ['large fraction', { type: 'number', maximum: 1e30 }, number],
  [
    'hex quantity',
    { type: 'string', format: 'hex-quantity' },
    big('hex', { min: 0n, max: 2n ** 256n - 1n }),
  ],
  [
    'decimal',
    { type: ['string', 'number'], format: 'decimal' },
    { kind: 'numeric', as: 'number', encoding: 'string' },
  ],
  ['string or integer', { type: ['string', 'integer'] }, { any: [string, number] }],
  [
    'hex',
    { type: 'string', format: 'hex', pattern: '^0x[0-9a-f]*$' },
    { kind: 'string', format: 'hex' },
  ],
  ['bare hex', { type: 'string', format: 'hex' }, { kind: 'string', format: 'other' }],
  [
    'hex or a word',
    { type: 'string', format: 'hex', pattern: '^0x1$|^latest$' },
    { kind: 'string', format: 'other' },
  ],
  // Constants.
  ['const', { const: 'a' }, { is: 'a' }],
  [
    'const object',
    { const: { a: [1] } },
    { a: { kind: 'tuple', items: [{ is: 1 }], required: 1 }, '...': false },
  ],
  ['mixed enum', { enum: ['a', 1, null, 'a'] }, { enum: ['a', 1, null] }],
  ['enum of one', { type: 'string', enum: ['a'] }, { is: 'a' }],
  ['enum with a type', { type: 'integer', enum: ['1', 2, 3.5, 4] }, { enum: [2, 4] }],
  ['enum that its type contradicts', { type: 'number', enum: ['0'] }, { is: '0' }],
  [
    'oneOf of constants',
    {
      type: 'string',
      oneOf: [
        { const: 'a', description: 'A' },
        { const: 'b', title: 'B' },
      ],
    },
    { enum: ['a', 'b'] },
  ],
  // Lists and tuples.
  ['list', { type: 'array', items: { type: 'string' } }, { kind: 'array', items: string }],
  ['bare list', { type: 'array' }, { kind: 'array', items: unknown }],
  [
    'list in disguise',
    { type: 'array', items: [{ type: 'string' }] },
    { kind: 'array', items: string },
  ],
  [
    'tuple',
    { items: [{ type: 'string' }, { type: 'number' }] },
    { kind: 'tuple', items: [string, number], required: 2 },
  ],
  [
    'tuple with optional items and a rest',
    {
      items: [{ type: 'string' }, { type: 'number' }],
      minItems: 1,
      additionalItems: { type: 'null' },
    },
    { kind: 'tuple', items: [string, number], required: 1, rest: nothing },
  ],
  [
    'closed tuple of 2020',
    { prefixItems: [{ type: 'string' }], items: false, minItems: 0 },
    { kind: 'tuple', items: [string], required: 0 },
  ],
  // Objects.
  ['bare object', { type: 'object' }, {}],
  ['closed object', { type: 'object', maxProperties: 0 }, { '...': false }],
  [
    'object',
    { properties: { a: { type: 'string' }, b: { type: 'number' } }, required: ['a'] },
    { a: string, 'b?': number },
  ],
  ['map', { type: 'object', additionalProperties: { type: 'number' } }, { '...': number }],
  ['open map', { type: 'object', additionalProperties: true }, { '...': unknown }],
  [
    'patterns',
    { type: 'object', patternProperties: { '^x': { type: 'string' } } },
    { '/^x/': string },
  ],
  [
    'inherited names',
    { properties: { constructor: { type: 'string' } } },
    { 'constructor?': string },
  ],
  // References.
  ['reference', { $ref: '#/components/schemas/Foo' }, '-> Foo'],
  ['reference to a reference', { $ref: '#/components/schemas/Alias' }, '-> Alias'],
  [
    'description with a reference',
    { $ref: '#/components/schemas/Foo', description: 'x', type: 'object' },
    '-> Foo',
  ],
  [
    'nullable reference',
    { $ref: '#/components/schemas/Foo', nullable: true },
    { any: ['-> Foo', nothing] },
  ],
  [
    'properties with a reference',
    { $ref: '#/components/schemas/Foo', properties: { b: { type: 'number' } } },
    { all: ['-> Foo', { 'b?': number }] },
  ],
  ['deep reference', { $ref: '#/components/schemas/Foo/properties/a' }, '-> a'],
  // Combinations.
  [
    'alternatives by a mapping',
    {
      oneOf: ['Cat', 'Foo', 'Dog', 'Alias'].map((name) => ({
        $ref: `#/components/schemas/${name}`,
      })),
      discriminator: {
        propertyName: 'sort',
        mapping: { cat: '#/components/schemas/Cat', f1: 'Foo', f2: 'Foo', dog: 'Dog' },
      },
    },
    {
      any: [
        { all: [{ sort: { is: 'cat' } }, '-> Cat'] },
        { all: [{ sort: { enum: ['f1', 'f2'] } }, '-> Foo'] },
        '-> Dog',
        '-> Alias',
      ],
    },
  ],
  [
    'a discriminator without a mapping',
    {
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { type: 'string' }],
      discriminator: { propertyName: 'sort' },
    },
    { any: ['-> Cat', string] },
  ],
  ['oneOf', { oneOf: [{ type: 'string' }, { type: 'number' }] }, { any: [string, number] }],
  [
    'oneOf with an empty list of required members',
    { oneOf: [{ type: 'string' }, { type: 'number' }], required: [] },
    { any: [string, number] },
  ],
  [
    'anyOf twice the same',
    { anyOf: [{ type: 'string' }, { type: 'string', minLength: 1 }] },
    string,
  ],
  [
    'allOf merged with siblings',
    {
      properties: { a: { type: 'string' } },
      allOf: [{ properties: { b: { type: 'number' } } }, { required: ['a'] }],
    },
    { a: string, 'b?': number },
  ],
  [
    'allOf with a reference',
    { allOf: [{ $ref: '#/components/schemas/Foo' }, { properties: { b: { type: 'number' } } }] },
    { all: ['-> Foo', { 'b?': number }] },
  ],
  [
    'allOf of one reference',
    { allOf: [{ $ref: '#/components/schemas/Foo' }], type: 'object' },
    '-> Foo',
  ],
  ['allOf of a reference and a limit', { allOf: [toHash, { maxLength: 66 }] }, '-> Hash'],
  ['allOf of a reference beside a limit', { allOf: [toHash], maxLength: 66 }, '-> Hash'],
  ['allOf of a reference and its type', { allOf: [toHash, { type: 'string' }] }, '-> Hash'],
  [
    'allOf of a list and its items',
    { allOf: [toNames, { type: 'array', items: { type: 'string' } }] },
    '-> Names',
  ],
  ['allOf of an enum and a value', { allOf: [toSort, { enum: ['cat'] }] }, { is: 'cat' }],
  [
    'a limit beside alternatives of other types',
    { oneOf: [{ type: 'string' }, { type: 'null' }], maxLength: 3 },
    { any: [string, nothing] },
  ],
  ['limits without a type', { minLength: 1, allOf: [{ pattern: '^a' }] }, string],
  [
    'union with properties',
    {
      properties: { a: { type: 'string' } },
      oneOf: [
        { $ref: '#/components/schemas/Foo' },
        { type: 'object', properties: { b: { type: 'null' } } },
      ],
    },
    { all: [{ 'a?': string }, { any: ['-> Foo', { 'b?': nothing }] }] },
  ],
  [
    'alternatives that only constrain',
    { properties: { a: { type: 'string' } }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    { 'a?': string },
  ],
  [
    'discriminated union',
    {
      oneOf: [
        { properties: { kind: { const: 'a' }, x: { type: 'string' } }, required: ['kind'] },
        { properties: { kind: { enum: ['b'] } }, required: ['kind'] },
        { type: 'null' },
      ],
    },
    { 'any by kind': [{ kind: { is: 'a' }, 'x?': string }, { kind: { is: 'b' } }, nothing] },
  ],
  ['not', { type: 'string', not: { const: 'a' } }, string],
  // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
  ['if', { type: 'object', properties: {}, if: {}, then: { required: ['a'] } }, {}],
]

describe('schemas', () => {
  test.each(table)('%s', (_, schema, type) => {
    expect(typed(schema)).toEqual({ type, untyped: [] })
  })

  test.each<readonly [string, Json, unknown, readonly string[]]>([
    ['true', true, unknown, ['any-value']],
    ['empty schema', {}, unknown, ['any-value']],
    ['only a description', { title: 'a' }, unknown, ['any-value']],
    ['unknown keywords', { typer: 'object' }, unknown, ['unsupported']],
    ['dangling reference', { $ref: '#/components/schemas/None' }, unknown, ['unresolved']],
    ['reference to itself', { $ref: '#/components/schemas/Subject' }, unknown, ['unresolved']],
    [
      'required without a declaration',
      { type: 'object', required: ['a'] },
      { a: unknown },
      ['undeclared'],
    ],
    ['union with an unknown member', { oneOf: [{ type: 'string' }, {}] }, unknown, ['any-value']],
  ])('are counted if they cannot be typed: %s', (_, schema, type, untyped) => {
    expect(typed(schema)).toEqual({ type, untyped })
  })

  test('of unions may contain themselves only through a member', () => {
    const self = { $ref: '#/components/schemas/Subject' }
    expect(typed({ oneOf: [{ type: 'string' }, self] }).type).toEqual(string)
    expect(typed({ type: 'array', items: self }).type).toEqual({
      kind: 'array',
      items: '-> Subject',
    })
  })

  test('of enums keep the descriptions of their members', () => {
    const oneOf = [
      { const: 'a', description: 'First' },
      { const: 'b', deprecated: true },
    ]
    const { api } = build(documentOf([], { E: { oneOf } }))
    expect([...api.types.values()][0]?.type).toEqual({
      kind: 'enum',
      members: [
        { value: 'a', description: 'First' },
        { value: 'b', deprecated: {} },
      ],
    })
  })

  test('that are content descriptors are replaced by their schema', () => {
    const document = documentOf([
      answering('get', { $ref: '#/components/contentDescriptors/Name' }),
    ])
    const components = { contentDescriptors: { Name: { name: 'n', schema: { type: 'string' } } } }
    const { api } = build({ ...document, components })
    const type = api.groups[0]?.methods[0]?.result?.type
    expect(type?.kind === 'ref' && api.types.get(type.to)).toMatchObject({
      name: 'Name',
      type: string,
    })
  })

  test('with long chains of references and deep nesting are read', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [
        `C${index}`,
        { $ref: `#/components/schemas/C${index + 1}` },
      ]),
    )
    let deep: Json = { type: 'string' }
    for (let depth = 0; depth < 190; depth++) deep = { type: 'array', items: deep }
    const { api } = build(documentOf([], { ...chain, C5000: { type: 'string' }, Deep: deep }))
    expect(api.types.size).toBe(5002)
  })
})

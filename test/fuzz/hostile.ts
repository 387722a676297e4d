import type { Json, JsonObject } from 'rpcloom/model'
import { isLong } from '../corpus/folder.ts'

/** A document that tries to exhaust resources. */
export interface HostileDocument {
  readonly file: string
  readonly text: string
}

function documentOf(
  methods: readonly JsonObject[],
  schemas: Readonly<Record<string, Json>> = {},
  info: JsonObject = { title: 'T', version: '1' },
): JsonObject {
  return { openrpc: '1.3.2', info, methods, components: { schemas } }
}

/** Returns a method that takes and returns the schema, with an example to validate against it. */
function method(schema: Json, value: Json = {}): JsonObject {
  return {
    name: 'get',
    params: [{ name: 'v', schema }],
    result: { name: 'r', schema },
    examples: [{ name: 'e', params: [{ name: 'v', value }], result: { name: 'r', value } }],
  }
}

function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` }
}

function nested(depth: number, wrap: (inner: Json) => Json, leaf: Json): Json {
  return Array.from({ length: depth }).reduce<Json>((inner) => wrap(inner), leaf)
}

/** Returns components S0 to Sn. Each is made from the name of the next one. */
function chained(
  length: number,
  link: (next: JsonObject) => Json,
  leaf: Json,
): Readonly<Record<string, Json>> {
  const links = Array.from({ length }, (_, index) => [`S${index}`, link(ref(`S${index + 1}`))])
  return Object.fromEntries([...links, [`S${length}`, leaf]]) as Readonly<Record<string, Json>>
}

const uint64 = { type: 'integer', format: 'uint64' }
const record = { type: 'object', properties: { a: uint64 } }

function numbered<T>(count: number, item: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => item(index))
}

const product = numbered(24, (index) => ({
  oneOf: [
    { type: 'object', properties: { [`a${index}`]: { type: 'string' } }, required: [`a${index}`] },
    { type: 'object', properties: { [`b${index}`]: uint64 } },
  ],
}))

/** Each schema is a choice of the forty schemas that follow, and of members that refer back. */
const dense = Object.fromEntries(
  numbered(300, (at) => {
    const member = { [`p${at}`]: ref(`S${(at * 7) % 300}`) }
    const own = { type: 'object', properties: member, required: [`p${at}`] }
    const next = numbered(Math.min(40, 299 - at), (ahead) => ref(`S${at + ahead + 1}`))
    return [`S${at}`, { oneOf: [...next, own] }]
  }),
)

/** Two patterns, each with strings that match neither of them. */
const neither = {
  type: 'string',
  pattern: 'Number of collections',
  allOf: [{ pattern: '^0x([\\da-fA-F]{2})*$' }],
}

const members = isLong ? 2000 : 400

const alternatives = numbered(1000, (index) => ({
  type: 'object',
  properties: { kind: { const: `k${index}` }, n: uint64 },
  required: ['kind'],
}))

const aliases = [...'bcdefghijk'].map(
  (name, index) =>
    `x-${name}: &${name} [${numbered(9, () => `*${'abcdefghij'[index]}`).join(', ')}]`,
)

/** Text of a schema that is nested too deeply for `JSON.stringify`. */
const deepText = `${'{"items":'.repeat(10_000)}{}${'}'.repeat(10_000)}`
const deepFlow = `${'{items: '.repeat(10_000)}{}${'}'.repeat(10_000)}`
const yamlHead = 'openrpc: 1.3.2\ninfo: { title: T, version: "1" }\n'

/** Documents that generate, although they describe very large values. */
export const generating: Readonly<Record<string, JsonObject>> = {
  'nested lists': documentOf([
    method(
      nested(180, (items) => ({ type: 'array', items }), uint64),
      [],
    ),
  ]),
  '2^150 items': documentOf([
    method(
      nested(150, (items) => ({ type: 'array', minItems: 2, items }), uint64),
      [],
    ),
  ]),
  '2^160 items by reference': documentOf(
    [method(ref('S0'), [])],
    chained(160, (items) => ({ type: 'array', minItems: 2, items }), uint64),
  ),
  'nested records': documentOf([
    method(nested(120, (a) => ({ type: 'object', properties: { a } }), uint64)),
  ]),
  'nested allOf': documentOf([method(nested(180, (one) => ({ allOf: [one] }), record))]),
  'a chain of 1000 records': documentOf(
    [method(ref('S0'))],
    chained(1000, (next) => ({ type: 'object', properties: { next, n: uint64 } }), record),
  ),
  'a circle of 1000 records': documentOf(
    [method(ref('S0'))],
    chained(1000, (next) => ({ type: 'object', properties: { next, n: uint64 } }), ref('S0')),
  ),
  'a chain of 1000 references': documentOf(
    [method(ref('S1'))],
    chained(1000, (next) => next, record),
  ),
  '2^60 oneOf': documentOf(
    [method(ref('S0'), { a: 1 })],
    chained(60, (next) => ({ oneOf: [next, next] }), record),
  ),
  '2^60 anyOf': documentOf(
    [method(ref('S0'), { a: 'x' })],
    chained(60, (next) => ({ anyOf: [next, next] }), record),
  ),
  '2^60 allOf': documentOf(
    [method(ref('S0'), { a: 'x' })],
    chained(60, (next) => ({ allOf: [next, next] }), record),
  ),
  '2^40 members': documentOf(
    [method(ref('S0'))],
    chained(
      40,
      (next) => ({
        oneOf: [
          { type: 'object', properties: { x: next }, required: ['x'] },
          { type: 'object', properties: { y: next }, required: ['y'] },
        ],
      }),
      uint64,
    ),
  ),
  '300 choices among 40 others': documentOf([method(ref('S0'), {})], dense),
  '2^24 combinations': documentOf([method({ allOf: product })]),
  '1000 alternatives': documentOf([method({ oneOf: alternatives }, { kind: 'k7' })]),
  '20,000 literals': documentOf([
    method({ type: 'string', enum: numbered(20_000, (index) => `v${index}`) }, 'v1'),
  ]),
  '2000 properties': documentOf([
    method({
      type: 'object',
      properties: Object.fromEntries(numbered(2000, (index) => [`p${index}`, { type: 'string' }])),
    }),
  ]),
  '1000 params': documentOf([
    {
      ...method({}),
      params: numbered(1000, (index) => ({ name: `p${index}`, schema: { type: 'string' } })),
      examples: [],
    },
  ]),
  'names of 100 kB': documentOf(
    [
      {
        ...method({ type: 'object', properties: { ['p'.repeat(1e5)]: ref('S'.repeat(1e5)) } }),
        name: 'm'.repeat(1e5),
      },
    ],
    { ['S'.repeat(1e5)]: record },
  ),
  'patterns that backtrack': documentOf([
    method({ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(5000)}!`),
    {
      ...method(
        {
          type: 'object',
          patternProperties: { '^(x|x)*y$': { type: 'string' } },
          propertyNames: { pattern: '(a*)*b' },
        },
        { ['x'.repeat(60)]: '1', ['a'.repeat(3000)]: '2' },
      ),
      name: 'two',
    },
  ]),
  'patterns that no text fits, in many members': documentOf(
    [
      method({
        type: 'object',
        properties: Object.fromEntries(numbered(members, (index) => [`p${index}`, ref('None')])),
        required: numbered(members, (index) => `p${index}`),
      }),
    ],
    {
      None: {
        anyOf: numbered(40, (index) => ({ ...neither, minLength: index })),
      },
    },
  ),
  ...Object.fromEntries(
    [' ', '`', '{{', '<', '*', '[', '\n', '- ', '_a', '![']
      .slice(0, isLong ? undefined : 2)
      .map((piece) => [`20,000 times ${JSON.stringify(piece)}`, wordy(piece.repeat(20_000))]),
  ),
}

function wordy(text: string): JsonObject {
  const schema = { type: 'object', description: text, properties: { a: { description: text } } }
  const described = {
    ...method(schema),
    summary: text,
    description: text,
    tags: [{ name: text.slice(0, 1000), description: text }],
  }
  return documentOf(
    [described],
    {},
    { title: text.slice(0, 20_000), version: '1', description: text },
  )
}

/** Documents that are rejected, with the diagnostic code. */
export const refused: readonly (readonly [name: string, HostileDocument, code: string])[] = [
  [
    '3000 alternatives inside of each other',
    {
      file: 'case.json',
      text: JSON.stringify(
        documentOf(
          [method(ref('S0'))],
          chained(3000, (next) => ({ anyOf: [next, { type: 'string' }] }), record),
        ),
      ),
    },
    'RL116',
  ],
  [
    '10,000 levels of JSON',
    {
      file: 'case.json',
      text: `{"openrpc": "1.3.2", "info": {"title": "T", "version": "1"}, "methods": [
        {"name": "g", "params": [], "result": {"name": "r", "schema": ${deepText}}}]}`,
    },
    'RL105',
  ],
  [
    '10,000 levels of YAML',
    { file: 'case.yaml', text: `${yamlHead}methods: []\nx-deep: ${deepFlow}\n` },
    'RL105',
  ],
  [
    'aliases that explode',
    {
      file: 'case.yaml',
      text: `${yamlHead}x-a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]\n${aliases.join('\n')}\nmethods: []\n`,
    },
    'RL103',
  ],
  [
    '50 MB',
    {
      file: 'case.json',
      text: JSON.stringify(documentOf([method({ description: 'x '.repeat(25_000_000) })])),
    },
    'RL104',
  ],
  [
    'a chain of 10,000 references',
    {
      file: 'case.json',
      text: JSON.stringify(
        documentOf(
          [method(ref('S0'))],
          chained(10_000, (next) => next, uint64),
        ),
      ),
    },
    'RL115',
  ],
]

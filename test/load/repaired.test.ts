import { describe, expect, test } from 'vitest'
import type { Diagnostic } from 'rpcloom/diagnostics'
import { load } from 'rpcloom/load'
import type { Json } from 'rpcloom/model'
import { temporaryFolder } from '../temporary-folder.ts'

const text = { type: 'string' }
const id = { name: 'id', schema: text }
const method = { name: 'get', params: [id], result: { name: 'pet', schema: text } }
const head = { openrpc: '1.3.2', info: { title: 'T', version: '1' } }

type Members = Readonly<Record<string, Json>>

async function read(document: Json): ReturnType<typeof load> {
  const root = temporaryFolder({ 'api.json': JSON.stringify(document, null, 1) })
  return load({ root, inputs: ['api.json'] })
}

function brief({ severity, code, pointer }: Diagnostic): string {
  return `${severity} ${code} ${pointer}`
}

/** Members of a method as written and as read, and where the difference is reported. */
const members: readonly (readonly [what: string, written: Members, meant: Members, at: string])[] =
  [
    [
      'params by name, as schemas',
      { params: { id: text } },
      { paramStructure: 'by-name', params: [id] },
      'RL204 /methods/0/params',
    ],
    [
      'params by name, as descriptors',
      { params: { id: { schema: text, required: true } } },
      { paramStructure: 'by-name', params: [{ ...id, required: true }] },
      'RL204 /methods/0/params',
    ],
    [
      'one schema for all params',
      { params: { type: 'object', properties: { id: text, n: {} }, required: ['id'] } },
      {
        paramStructure: 'by-name',
        params: [
          { ...id, required: true },
          { name: 'n', schema: {} },
        ],
      },
      'RL204 /methods/0/params',
    ],
    [
      'a descriptor called after all params',
      { params: { name: 'GetParams', schema: { properties: { id: text } } } },
      { paramStructure: 'by-name', params: [id] },
      'RL204 /methods/0/params',
    ],
    ['an empty object of params', { params: {} }, { params: [] }, 'RL204 /methods/0/params'],
    [
      'a param without `schema`',
      { params: [{ name: 'id', required: true, ...text }] },
      { params: [{ name: 'id', required: true, schema: text }] },
      'RL203 /methods/0/params/0',
    ],
    [
      'a reference to a schema for a result',
      { result: { name: 'pet', $ref: '#/components/schemas/Pet' } },
      { result: { name: 'pet', schema: { $ref: '#/components/schemas/Pet' } } },
      'RL111 /methods/0/result',
    ],
    [
      'a flag that is a string',
      { deprecated: 'true' },
      { deprecated: true },
      'RL204 /methods/0/deprecated',
    ],
    ['lines', { summary: ['a', 'b'] }, { summary: 'a\nb' }, 'RL204 /methods/0/summary'],
    [
      'a code that is a string',
      { errors: [{ code: '7', message: 'M' }] },
      { errors: [{ code: 7, message: 'M' }] },
      'RL204 /methods/0/errors/0/code',
    ],
    [
      'members that are null',
      { summary: null, servers: null, examples: null, paramStructure: null },
      {},
      'RL204 /methods/0/paramStructure',
    ],
  ]

describe('the intent of a method is clear', () => {
  test.each(members)('%s', async (_, written, meant, at) => {
    const more = { components: { schemas: { Pet: text } } }
    const { loaded, diagnostics } = await read({
      ...head,
      methods: [{ ...method, ...written }],
      ...more,
    })
    const [code, pointer] = at.split(' ')
    expect(diagnostics.map(brief)).toContain(`warning ${code} ${pointer}`)
    expect(loaded?.documents[0]?.json['methods']).toEqual([{ ...method, ...meant }])
  })
})

const keywords: readonly (readonly [written: Json, meant: Json, at: string])[] = [
  ['string', text, ''],
  [['string', 'null'], { type: ['string', 'null'] }, ''],
  [{ type: 'String' }, text, '/type'],
  [{ type: 'int' }, { type: 'integer' }, '/type'],
  [{ type: ['string', null] }, { type: ['string', 'null'] }, '/type'],
  [{ type: 'any' }, {}, '/type'],
  [{ type: 'Pet?' }, {}, '/type'],
  [{ type: ['string', 'strin'] }, {}, '/type'],
  [{ items: 'uint64' }, { items: { type: 'integer', format: 'uint64' } }, '/items'],
  [
    { properties: { a: { required: true } } },
    { properties: { a: {} }, required: ['a'] },
    '/properties/a',
  ],
  [{ minLength: '3' }, { minLength: 3 }, '/minLength'],
  [{ additionalProperties: 'false' }, { additionalProperties: false }, '/additionalProperties'],
  [{ nullable: 'true' }, { nullable: true }, '/nullable'],
  [{ pattern: null }, {}, '/pattern'],
  [
    { properties: { a: text, 'x-note': 'See a.', 'x-b': 'integer' } },
    { properties: { a: text, 'x-b': { type: 'integer' } } },
    '/properties/x-note',
  ],
]

test.each(keywords)('the intent of a schema with %j is clear', async (written, meant, at) => {
  const more = { components: { schemas: { Pet: text } } }
  const result = { name: 'r', schema: written }
  const { loaded, diagnostics } = await read({ ...head, methods: [{ ...method, result }], ...more })
  const places = diagnostics.map(({ severity, pointer }) => `${severity} ${pointer}`)
  expect(places).toContain(`warning /methods/0/result/schema${at}`)
  expect(loaded?.documents[0]?.json['methods']).toEqual([
    { ...method, result: { name: 'r', schema: meant } },
  ])
})

describe('unclear values are not changed', () => {
  test.each<readonly [what: string, written: Members, at: string]>([
    [
      'params that are a param called schema or its schema',
      { params: { schema: text } },
      'RL204 /methods/0/params',
    ],
    ['params, one of which is invalid', { params: { id: text, n: 7 } }, 'RL204 /methods/0/params'],
    ['two results', { result: [method.result, method.result] }, 'RL204 /methods/0/result'],
    [
      'a schema with an unknown name',
      { result: { name: 'r', schema: 'Cat' } },
      'RL204 /methods/0/result/schema',
    ],
    ['methods, one of which is invalid', { name: {} }, 'RL204 /methods/0/name'],
  ])('of %s', async (_, written, at) => {
    const { diagnostics } = await read({ ...head, methods: [{ ...method, ...written }] })
    const [code, pointer] = at.split(' ')
    const found = diagnostics.find((one) => one.code === code && one.pointer === pointer)
    expect(found?.severity).toBe('error')
    expect(found?.help).not.toBe('')
  })
})

test('exclusive limits of draft 4 are read as those of later drafts, with a warning', async () => {
  const limits: readonly (readonly [Members, Members, number])[] = [
    [{ minimum: 0, exclusiveMinimum: true }, { exclusiveMinimum: 0 }, 1],
    [{ minimum: 0, exclusiveMinimum: false }, { minimum: 0 }, 1],
    [
      { minimum: 1, maximum: 5, exclusiveMinimum: true, exclusiveMaximum: true },
      { exclusiveMinimum: 1, exclusiveMaximum: 5 },
      2,
    ],
    [{ exclusiveMaximum: true }, {}, 1],
    [{ minimum: 1, exclusiveMinimum: 0 }, { minimum: 1, exclusiveMinimum: 0 }, 0],
  ]
  for (const [written, meant, count] of limits) {
    const schema = { type: 'number', ...written }
    const methods = [{ ...method, result: { name: 'r', schema } }]
    const { loaded, diagnostics } = await read({ ...head, methods })
    expect(loaded?.documents[0]?.json['methods']).toEqual([
      { ...method, result: { name: 'r', schema: { type: 'number', ...meant } } },
    ])
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(
      Array.from({ length: count }, () => 'warning RL208'),
    )
  }
})

test('other files that a document refers to are normalized, too', async () => {
  const root = temporaryFolder({
    'api.yaml': 'openrpc: 1.3.2\ninfo: { title: T, version: 1.10 }\nmethods:\n  - $ref: get.yaml\n',
    'get.yaml': 'name: get\nparams:\n  id: string\nresult:\n  name: r\n  schema: { type: Text }\n',
  })
  const { loaded, diagnostics } = await load({ root, inputs: ['api.yaml'] })
  expect(diagnostics.map(({ file, line, severity }) => `${severity} ${file}:${line}`)).toEqual([
    'warning api.yaml:2',
    'warning get.yaml:3',
    'warning get.yaml:6',
  ])
  expect(loaded?.documents[0]?.json['info']).toEqual({ title: 'T', version: '1.10' })
  expect(loaded?.resolve('api.yaml', 'get.yaml')?.json).toEqual({
    name: 'get',
    paramStructure: 'by-name',
    params: [id],
    result: { name: 'r', schema: text },
  })
})

test('JSON with comments and trailing commas is read if it is otherwise valid', async () => {
  const commented = `{ // "a"\n "openrpc": "1.3.2", "info": { "title": "/* T */", "version": "1", }, /* x */ "methods": [], }`
  const root = temporaryFolder({
    'a.json': commented,
    'b.json': `${commented} }`,
    'c.json': '{ /* ',
  })
  const { diagnostics, loaded } = await load({ root, inputs: ['a.json'] })
  expect(diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`)).toEqual([
    'RL118 1:3',
  ])
  expect(loaded?.documents[0]?.json['info']).toEqual({ title: '/* T */', version: '1' })
  for (const input of ['b.json', 'c.json']) {
    const { diagnostics: faults } = await load({ root, inputs: [input] })
    expect(new Set(faults.map(({ code }) => code))).toEqual(new Set(['RL102']))
  }
})

test('invalid escapes cause no crash', async () => {
  const { diagnostics } = await read({
    ...head,
    methods: [{ ...method, params: { $ref: '#/components/schemas/%' } }],
    components: { schemas: { '%': { properties: { id: text } } } },
  })
  expect(diagnostics.map(brief)).toContain('warning RL204 /methods/0/params')
})

/** Mistakes with only one possible meaning are errors, too: nothing is generated from a guess. */
test.each<readonly [what: string, written: Members, says: string]>([
  ['one param', { params: id }, 'error RL204 /params'],
  ['a param with a title', { params: [{ title: 'id', schema: text }] }, 'warning RL203 /params/0'],
  ['a list of one result', { result: [method.result] }, 'error RL204 /result'],
  ['a reason for a flag', { deprecated: 'ask' }, 'warning RL204 /deprecated'],
  ['one tag that is a string', { tags: ['a'] }, 'warning RL204 /tags/0'],
  ['one error', { errors: { code: 1, message: 'M' } }, 'warning RL204 /errors'],
  ['errors by code', { errors: { '-32000': 'Gone' } }, 'warning RL204 /errors'],
  ['links by name', { links: { next: { method: 'get' } } }, 'warning RL204 /links'],
  ['one example', { examples: { name: 'e', params: [] } }, 'warning RL204 /examples'],
  ['another word for by name', { paramStructure: 'byName' }, 'warning RL206 /paramStructure'],
  [
    'a component for a schema',
    { result: { name: 'r', schema: 'Pet' } },
    'error RL204 /result/schema',
  ],
  [
    'a name for a list of names',
    { result: { name: 'r', schema: { required: 'a' } } },
    'warning RL207 /result/schema/required',
  ],
  [
    'a value for an enum',
    { result: { name: 'r', schema: { enum: 'a' } } },
    'warning RL207 /result/schema/enum',
  ],
  [
    'one schema for several',
    { result: { name: 'r', schema: { oneOf: text } } },
    'warning RL207 /result/schema/oneOf',
  ],
  [
    'a list in the name of a type',
    { result: { name: 'r', schema: { type: 'Pet[]' } } },
    'warning RL207 /result/schema/type',
  ],
  [
    'an example by its value',
    { examples: [{ name: 'e', params: ['a'], result: { name: 'pet', value: 'Rex' } }] },
    'warning RL204 /examples/0/params/0',
  ],
])('%s is not guessed', async (_, written, says) => {
  const components = { schemas: { Pet: text } }
  const { diagnostics } = await read({ ...head, methods: [{ ...method, ...written }], components })
  const [severity = '', code, pointer] = says.split(' ')
  const found = diagnostics.find((one) => one.pointer === `/methods/0${pointer}`)
  expect([found?.severity, found?.code]).toEqual([severity, code])
  expect(found?.help).not.toBe('')
})

test.each<readonly [what: string, written: Members, says: readonly string[]]>([
  ['methods by name', { methods: { get: method } }, ['error RL204 /methods']],
  [
    'a method that is there twice',
    { methods: [method, { ...method, summary: 'Again' }] },
    ['error RL211 /methods/1'],
  ],
  [
    'components in a list',
    { methods: [method], components: { schemas: [{ title: 'A', ...text }] } },
    ['error RL204 /components/schemas'],
  ],
])('%s: nothing is guessed, because the document is explicit', async (_, written, says) => {
  const { diagnostics } = await read({ ...head, ...written })
  expect(diagnostics.map(brief)).toEqual(says)
})

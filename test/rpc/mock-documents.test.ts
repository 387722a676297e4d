import { build } from 'esbuild'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { JsonObject } from '@rpcloom/rpc'
import { mockDocuments } from '@rpcloom/mock'
import { hintsOf, hintsSchema } from '../../packages/rpc-mock/src/state/hints.ts'

const quantity = { type: ['string', 'integer'], format: 'uint64' }

const shop = {
  openrpc: '1.3.2',
  info: { title: 'Shop', version: '1' },
  'x-group': { key: 'handle', path: '/shop', transports: ['http'] },
  methods: [
    {
      name: 'shop.price',
      params: [{ name: 'amount', required: true, schema: quantity }],
      result: { name: 'price', schema: { type: 'integer', minimum: 1000 } },
      errors: [{ code: -5, message: 'sold out', 'x-reason': { name: 'soldOut' } }],
      examples: [
        {
          name: 'two',
          params: [{ name: 'amount', value: '2' }],
          result: { name: 'price', value: 3000 },
        },
      ],
    },
    { name: 'shop.noticed', params: [] },
  ],
}

function call(method: string, params?: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
}

test('a mock needs only a document', async () => {
  const mock = mockDocuments([shop])
  expect(JSON.parse((await mock.handle(call('shop.price', [2]))) ?? '')).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: 3000,
  })
  const refused = await mock.handle(call('shop.price', { amount: 'many' }))
  expect(JSON.parse(refused ?? '')).toMatchObject({ error: { code: -32602 } })
  expect(await mock.handle('{"jsonrpc":"2.0","method":"shop.noticed"}')).toBeUndefined()
  expect(JSON.parse((await mock.handle('{')) ?? '')).toMatchObject({ error: { code: -32700 } })
  mock.method('shop.price').failsOnce('soldOut')
  expect(JSON.parse((await mock.handle(call('shop.price', [2]))) ?? '')).toMatchObject({
    error: { code: -5, data: { reason: 'soldOut' } },
  })
  expect(mock.calls('shop.price')).toHaveLength(2)
  expect(() => mock.method('shop.nothing')).toThrow(TypeError)
})

test('the mock runs without Node.js and without eval', async () => {
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@rpcloom/mock'", resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'mocks',
  })
  const page = { URL, AbortController, structuredClone, URLSearchParams, Response, Headers }
  const options = { contextCodeGeneration: { strings: false, wasm: false } }
  const answer: unknown = await runInNewContext(
    `${outputFiles[0]?.text}
    mocks.mockDocuments([JSON.parse(shop)]).handle(text)`,
    { ...page, shop: JSON.stringify(shop), text: call('shop.price', [2]) },
    options,
  )
  expect(JSON.parse(String(answer))).toHaveProperty('result', 3000)
})

test('the documentation of the extension describes what mocks read', () => {
  const file = resolve(import.meta.dirname, '../../openrpc/extensions/x-mock.json')
  const {
    $schema: _,
    title: _title,
    examples,
    ...declared
  } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  expect(withoutWords(declared)).toEqual(withoutWords(hintsSchema))
  for (const example of examples as readonly unknown[]) expect(hintsOf(example)).toBe(example)
  expect(hintsOf({ finds: {} })).toEqual({})
})

function withoutWords(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutWords)
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(
    ([name, value]) => name !== 'description' || typeof value !== 'string',
  )
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutWords(value)]))
}

test('an example that is not valid against its schema is reported once and never returned', async () => {
  const [price] = shop.methods
  const cheap = { name: 'cheap', params: [{ name: 'amount', value: '3' }] }
  const document = {
    ...shop,
    methods: [
      {
        ...price,
        examples: [{ ...cheap, result: { name: 'price', value: 30 } }, ...(price?.examples ?? [])],
      },
    ],
  }
  const logged: unknown[] = []
  const mock = mockDocuments([document], { log: (level, text) => logged.push([level, text]) })
  const results: number[] = []
  for (const amount of [3, 3, 2]) {
    const text = await mock.handle(call('shop.price', [amount]))
    results.push((JSON.parse(text ?? '') as { readonly result: number }).result)
  }
  expect(results[0]).toBeGreaterThanOrEqual(1000)
  expect(results[1]).toBe(results[0])
  expect(results[2]).toBe(3000)
  expect(logged).toEqual([['warn', expect.stringContaining('shop.price')]])
})

test('of several examples with the same params the first valid one is returned', async () => {
  const [price] = shop.methods
  const example = (value: number): unknown => ({
    name: String(value),
    params: [{ name: 'amount', value: '3' }],
    result: { name: 'price', value },
  })
  const examples = [example(1), example(4000), example(5000)]
  const document = { ...shop, methods: [{ ...price, examples }] }
  const mock = mockDocuments([document as typeof shop], { log: () => undefined })
  expect(JSON.parse((await mock.handle(call('shop.price', [3]))) ?? '')).toMatchObject({
    result: 4000,
  })
})

test('documents that share a schema object have separate responses', async () => {
  const schema = { $ref: '#/components/schemas/Answer' }
  const document = (answer: string): Parameters<typeof mockDocuments>[0][number] => ({
    openrpc: '1.3.2',
    info: { title: answer, version: '1' },
    methods: [{ name: 'ask', params: [], result: { name: 'answer', schema } }],
    components: { schemas: { Answer: { const: answer } } },
  })
  for (const answer of ['yes', 'no']) {
    const text = await mockDocuments([document(answer)]).handle(call('ask'))
    expect(JSON.parse(text ?? '')).toMatchObject({ result: answer })
  }
})

test.each(['__proto__', 'constructor', 'toString'])(
  'a collection may be named %s',
  async (name) => {
    const schema = { type: 'string' }
    const params = [{ name: 'key', schema }]
    const method = (methodName: string, hints: JsonObject): JsonObject => ({
      name: methodName,
      params,
      result: { name: 'done', schema },
      'x-mock': hints,
    })
    const of = { collection: name, key: 'key' }
    const mock = mockDocuments([
      {
        ...shop,
        methods: [
          method('put', { creates: of }),
          method('get', { requires: { ...of, missing: -5 } }),
        ],
      },
    ])
    const asked = async (methodName: string, key: string): Promise<unknown> =>
      JSON.parse((await mock.handle(call(methodName, { key }))) ?? '')
    expect(await asked('get', 'a')).toMatchObject({ error: { code: -5 } })
    expect(await asked('put', 'a')).toHaveProperty('result')
    expect(await asked('get', 'a')).toHaveProperty('result')
  },
)

test('a mock responds to a declared rpc.discover with the document', async () => {
  const result = { name: 'r', schema: { type: 'string' } }
  const methods = [
    { name: 'rpc.discover', params: [], result: { name: 'doc', schema: { type: 'object' } } },
    { name: 'ping', params: [], result },
  ]
  const document = { openrpc: '1.3.2', info: { title: 'Disc', version: '1.0.0' }, methods }
  const mock = mockDocuments([document])
  const response: unknown = JSON.parse((await mock.handle(call('rpc.discover'))) ?? '')
  expect(response).toMatchObject({ result: { info: { title: 'Disc' }, methods } })
})

test('a reference may rename the param that it refers to', async () => {
  const $ref = '#/components/contentDescriptors/Account'
  const account = { name: 'account', required: true, schema: { type: 'string' } }
  const send = {
    name: 'send',
    paramStructure: 'by-name',
    params: [
      { $ref, name: 'from' },
      { $ref, name: 'to', required: false },
    ],
    result: { name: 'id', schema: { type: 'string' } },
  }
  const components = { contentDescriptors: { Account: account } }
  const mock = mockDocuments([{ ...shop, methods: [send], components }])
  const responseTo = async (params: unknown): Promise<unknown> =>
    JSON.parse((await mock.handle(call('send', params))) ?? '')
  expect(await responseTo({ from: 'a', to: 'b' })).toHaveProperty('result')
  expect(await responseTo({ from: 'a' })).toHaveProperty('result')
  expect(await responseTo({ account: 'a' })).toMatchObject({ error: { code: -32602 } })
})

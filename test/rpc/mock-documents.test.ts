import { build } from 'esbuild'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { mockDocuments } from '../../packages/rpc/src/mock/index.ts'
import { hintsOf } from '../../packages/rpc/src/mock/state/hints.ts'
import { hintsSchema } from '../../packages/rpc/src/mock/state/hints-schema.ts'

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
          result: { name: 'price', value: 30 },
        },
      ],
    },
    { name: 'shop.noticed', params: [] },
  ],
}

function call(method: string, params?: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
}

test('a document alone is enough for a mock', async () => {
  const mock = mockDocuments([shop])
  expect(JSON.parse((await mock.handle(call('shop.price', [2]))) ?? '')).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: 30,
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

test('it runs where there is neither Node nor eval', async () => {
  const entry = resolve(import.meta.dirname, '../../packages/rpc/src/mock/index.ts')
  const { outputFiles } = await build({
    stdin: { contents: `export * from ${JSON.stringify(entry)}`, resolveDir: import.meta.dirname },
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
  expect(JSON.parse(String(answer))).toHaveProperty('result', 30)
})

test('the extension says what mocks read', () => {
  const file = resolve(import.meta.dirname, '../../openrpc/extensions/x-mock.json')
  const {
    $schema: _,
    title: _title,
    examples,
    ...said
  } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  expect(withoutWords(said)).toEqual(withoutWords(hintsSchema))
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

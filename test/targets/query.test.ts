import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { hashKey, InfiniteQueryObserver, MutationObserver, QueryClient } from '@tanstack/query-core'
import { afterEach, expect, test } from 'vitest'
import { build, documentOf } from '../model/documents.ts'
import { consumerOptions, installed } from './emitted.ts'

const compiler = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
const text = { type: 'string' }
const big = { type: 'string', format: 'uint64' }
const wide = { type: 'integer', format: 'uint64' }
const page = {
  type: 'object',
  properties: { items: { type: 'array', items: text }, next: text },
  required: ['items', 'next'],
}

const document = documentOf(
  [
    {
      name: 'shop.getPet',
      paramStructure: 'by-name',
      params: [
        { name: 'id', required: true, schema: wide },
        { name: 'detail', schema: { type: 'integer', default: 0 } },
      ],
      result: {
        name: 'pet',
        schema: {
          oneOf: [
            { ...big, 'x-when': { detail: 0 } },
            {
              type: 'object',
              properties: { name: text },
              required: ['name'],
              'x-when': { detail: 1 },
            },
          ],
        },
      },
    },
    {
      name: 'shop.listPets',
      paramStructure: 'by-name',
      params: [{ name: 'after', schema: text }],
      result: { name: 'page', schema: page },
      'x-pagination': {
        cursor: { param: 'after', result: 'next' },
        items: 'items',
        end: 'empty-page',
      },
    },
    {
      name: 'shop.sell',
      paramStructure: 'by-position',
      params: [
        { name: 'id', required: true, schema: big },
        { name: 'to', schema: text },
      ],
      result: { name: 'done', schema: { type: 'object', additionalProperties: false } },
      'x-effect': 'write',
    },
    {
      name: 'shop.reset',
      params: [],
      result: { name: 'done', schema: { type: 'boolean' } },
      'x-effect': 'admin',
    },
    { name: 'care.check', params: [], result: { name: 'r', required: false, schema: text } },
  ],
  {},
  { 'x-group': { key: 'pets', namespaces: ['shop', 'care'] } },
)

const consumer = `
import { InfiniteQueryObserver, MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core'
import { createClient, memory } from '@test/client'
import { createQueries } from '@test/query'
import { createServer } from '@test/server'

export const sold: unknown[] = []
const all = ['a', 'b', 'c', 'd', 'e']
export const server = createServer({
  pets: {
    shop: {
      getPet: ({ id, detail }) => (detail === 1 ? { name: String(id) } : id),
      listPets: ({ after = '0' }) => {
        const from = Number(after)
        return { items: all.slice(from, from + 2), next: String(from + 2) }
      },
      sell: ({ id, to }) => {
        sold.push(id, to)
      },
      reset: () => true,
    },
    care: { check: () => undefined },
  },
})
export const client = createClient({ transport: memory(server) })
export const { pets } = createQueries(client)
export const other = createQueries(client, { prefix: ['other'] }).pets

export async function typed(cache: QueryClient): Promise<void> {
  const id = 2n ** 63n
  const amount: bigint = await cache.fetchQuery(pets.shop.getPet.queryOptions({ id, detail: 0 }))
  const named: { name: string } = await cache.fetchQuery(pets.shop.getPet.queryOptions({ id, detail: 1 }))
  const observer = new QueryObserver(cache, pets.shop.getPet.queryOptions({ id, detail: 1 }))
  const seen: string | undefined = observer.getCurrentResult().data?.name
  const checked: string | null = await cache.fetchQuery(pets.care.check.queryOptions())
  const infinite = new InfiniteQueryObserver(cache, pets.shop.listPets.infiniteQueryOptions({}))
  const items: string[] | undefined = infinite.getCurrentResult().data?.pages.flatMap((one) => one.items)
  const mutation = new MutationObserver(cache, pets.shop.sell.mutationOptions())
  await mutation.mutate([5n, 'ann'])
  await new MutationObserver(cache, pets.shop.reset.mutationOptions()).mutate()
  // @ts-expect-error A method that writes has no query.
  pets.shop.sell.queryOptions
  // @ts-expect-error The ID is required.
  pets.shop.getPet.queryOptions()
  // @ts-expect-error Variables are a tuple.
  await mutation.mutate(5n)
  void [amount, named, seen, checked, items]
}
`

interface Options {
  readonly queryKey: readonly unknown[]
}
type Make = (...args: readonly unknown[]) => never
interface Used {
  readonly pets: {
    readonly shop: Readonly<Record<string, Readonly<Record<string, Make>>>>
    readonly care: Readonly<Record<string, Readonly<Record<string, Make>>>>
  }
  readonly other: Used['pets']
  readonly sold: readonly unknown[]
}

const caches: QueryClient[] = []
afterEach(() => {
  for (const cache of caches.splice(0)) cache.clear()
})

function newCache(): QueryClient {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  caches.push(cache)
  return cache
}

test('the options of a client work with a cache of TanStack Query', async () => {
  const output = await installed(build(document).api, ['client', 'server', 'query'])
  output.put('use/use.ts', consumer)
  output.put('use/package.json', '{"type":"module"}')
  output.put(
    'use/tsconfig.json',
    JSON.stringify({
      compilerOptions: { ...consumerOptions, outDir: 'dist', skipLibCheck: true },
    }),
  )
  execFileSync(process.execPath, [compiler, '-p', join(output.folder, 'use')], { stdio: 'inherit' })
  // Safe: the module was compiled above.
  const { pets, other, sold } = (await output.load('use/dist/use.js')) as object as Used
  const cache = newCache()
  const id = 2n ** 63n

  // Keys are JSON, and equal for all forms of a param that are sent alike.
  const options: Options & object = pets.shop['getPet']?.['queryOptions']?.({ id }) as never
  expect(options.queryKey).toEqual(['pets', 'shop.getPet', { id: { bigint: String(id) } }])
  const key = (...args: readonly unknown[]): readonly unknown[] =>
    pets.shop['getPet']?.['queryKey']?.(...args) as never
  expect(hashKey(key({ id: 5n, detail: 1 }))).toBe(hashKey(key({ detail: 1, id: '5' })))
  expect(hashKey(key({ id }))).not.toBe(hashKey(key({ id: id + 1n })))
  expect(key()).toEqual(['pets', 'shop.getPet'])
  expect(other.shop['getPet']?.['queryKey']?.()).toEqual(['other', 'pets', 'shop.getPet'])

  expect(await cache.fetchQuery(options as never)).toBe(id)
  expect(cache.getQueryData(key({ id }))).toBe(id)
  await cache.invalidateQueries({ queryKey: key() })
  expect(cache.getQueryState(key({ id }))?.isInvalidated).toBe(true)
  // A result without a value is null.
  const check = pets.care['check']?.['queryOptions']?.() as never
  expect(await cache.fetchQuery(check)).toBeNull()

  const pages = new InfiniteQueryObserver(
    cache,
    pets.shop['listPets']?.['infiniteQueryOptions']?.({}) as never,
  )
  let result = await pages.fetchNextPage()
  while (result.hasNextPage) result = await pages.fetchNextPage()
  const data = result.data as { readonly pages: readonly { readonly items: readonly string[] }[] }
  expect(data.pages.flatMap(({ items }) => items)).toEqual(['a', 'b', 'c', 'd', 'e'])

  const mutation = new MutationObserver(cache, pets.shop['sell']?.['mutationOptions']?.() as never)
  expect(await mutation.mutate([7n, 'ann'] as never)).toBeNull()
  expect(sold).toEqual([7n, 'ann'])
}, 60_000)

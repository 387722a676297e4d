import { expect, test } from 'vitest'
import { load } from 'rpcloom/load'
import { buildApi, type JsonObject } from 'rpcloom/model'
import { method, optional, optionalPaged } from '../../packages/rpc/src/client/codegen.ts'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { descriptor } from '../rpc/client-fixture.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { build, documentOf } from '../model/documents.ts'
import { positron } from './condensed.ts'
import { consumerOptions, installed, emitted } from './emitted.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/peers.md'), 'utf8')
/** The overlay in the guide for documents in which params are required unless they say otherwise. */
const overlay = guide
  .split('```yaml')
  .map((part) => part.split('```')[0] ?? '')
  .find((part) => part.includes('required: true') && part.includes('actions:'))

async function modelOf(overlays: readonly string[]) {
  const root = temporaryFolder({
    'test.json': JSON.stringify(positron),
    'pairs.overlay.yaml': overlay ?? '',
  })
  const { loaded, diagnostics } = await load({ root, inputs: ['test.json'], overlays })
  if (loaded === undefined) throw new Error(JSON.stringify(diagnostics))
  return { api: buildApi(loaded, { scope: '@test' }).api, diagnostics }
}

test('the overlay of the guide makes params required and names results', async () => {
  const { api, diagnostics } = await modelOf(['pairs.overlay.yaml'])
  // `result: {}` is no content descriptor of OpenRPC.
  expect(new Set(diagnostics.map(({ pointer }) => pointer))).toEqual(new Set(['/methods/1/result']))
  const methods = api.groups[0]?.methods ?? []
  expect(methods.map(({ params }) => params.map(({ required }) => required))).toEqual([
    [true, false],
    [true],
  ])
  const without = await modelOf([])
  expect(without.api.groups[0]?.methods[1]?.params[0]?.required).toBe(false)
  expect(without.diagnostics.map(({ code }) => code)).toContain('RL203')
})

test('a result that is not required may be undefined, and an empty one is void', async () => {
  const { api } = await modelOf(['pairs.overlay.yaml'])
  const output = await emitted(api, ['client'])
  const client = output.sources.get('client/src/test.ts') ?? ''
  expect(client).toMatch(/showMessage\(.*: Promise<bigint \| undefined>/)
  expect(client).toMatch(/setColor\(.*: Promise<void>/)
  expect(output.sources.get('types/src/methods/test.ts')).toContain("returns: 'optional'")
  output.compile('client')
}, 60_000)

const show = descriptor({ name: 'show', order: [], returns: 'optional' })

test.each([
  ['absent', {}, undefined],
  ['null', { result: null }, undefined],
  ['null, with an error that is null', { result: null, error: null }, undefined],
  ['absent, with an error that is null', { error: null }, undefined],
  ['a value', { result: 'yes' }, 'yes'],
])('a result that is %s', async (_what, members, want) => {
  const call = optional(show)
  const check = (): never => {
    throw new Error('null is not checked')
  }
  const checks = want === 'yes' ? {} : { check }
  const result = await call(({ id }) =>
    Promise.resolve({ status: 200, message: { jsonrpc: '2.0', id, ...members }, ...checks }),
  )
  expect(result).toBe(want)
})

test('an error, another ID and a failed response remain errors', async () => {
  const call = optional(show)
  const send = (message: object, status = 200) =>
    call(() => Promise.resolve({ status, message, excerpt: '' }))
  await expect(send({ jsonrpc: '2.0', id: -1 })).rejects.toThrow('No response to show')
  await expect(send({}, 500)).rejects.toMatchObject({
    status: 500,
    message: 'No response to show, status 500',
  })
  await expect(
    call(({ id }) =>
      Promise.resolve({ status: 200, message: { id, error: { code: -1, message: 'no' } } }),
    ),
  ).rejects.toMatchObject({ code: -1 })
  // Control: a plain call requires a result.
  await expect(
    method(show)(({ id }) => Promise.resolve({ status: 200, message: { id } })),
  ).rejects.toThrow('No response to show')
})

const text = { type: 'string' }
const absent: readonly JsonObject[] = [
  {
    name: 'find',
    paramStructure: 'by-name',
    params: [{ name: 'detail', schema: { type: 'integer', format: 'uint256' } }],
    result: {
      name: 'r',
      required: false,
      schema: {
        oneOf: [
          { ...text, 'x-when': { detail: 1e21 } },
          { type: 'boolean', 'x-when': { detail: 0 } },
        ],
      },
    },
  },
  {
    name: 'list',
    'x-effect': 'read',
    paramStructure: 'by-name',
    params: [{ name: 'after', schema: text }],
    result: {
      name: 'page',
      required: false,
      schema: {
        type: 'object',
        properties: { items: { type: 'array', items: text }, next: text },
        required: ['items', 'next'],
      },
    },
    'x-pagination': {
      cursor: { param: 'after', result: 'next' },
      items: 'items',
      end: 'empty-page',
    },
  },
  {
    name: 'look',
    'x-effect': 'read',
    paramStructure: 'by-name',
    params: [{ name: 'detail', schema: { type: 'integer', maximum: 9 } }],
    result: {
      name: 'r',
      required: false,
      schema: {
        oneOf: [
          { ...text, 'x-when': { detail: 1 } },
          { type: 'boolean', 'x-when': { detail: 0 } },
        ],
      },
    },
  },
]

const absentUse = `
import type { Client } from '@test/client'
import type { Queries, QueryOptions } from '@test/query'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

export async function typed({ test: client }: Client, { test: queries }: Queries): Promise<void> {
  const found = await client.look({ detail: 1 })
  true satisfies Equal<typeof found, string | undefined>
  const query = queries.look.queryOptions({ detail: 1 })
  true satisfies Equal<typeof query, QueryOptions<string | null>>
  const page = await client.list({})
  void [page?.next, query]
  // @ts-expect-error The page may be absent.
  void page.next
  for await (const one of client.list.pages({})) void one.next
  const pages = queries.list.infiniteQueryOptions({})
  const first = await pages.queryFn({ signal: AbortSignal.timeout(1), pageParam: null })
  void first?.next
  const next: unknown = pages.getNextPageParam(null, [], null)
  void next
  // @ts-expect-error The page may be absent.
  void first.next
}
`

test('overloads, pages and queries have the type of an absent result', async () => {
  const { api } = build(documentOf(absent))
  const output = await installed(api, ['client', 'query'])
  output.put('use/use.ts', absentUse)
  output.put('use/package.json', '{"type":"module"}')
  output.put(
    'use/tsconfig.json',
    JSON.stringify({ compilerOptions: { ...consumerOptions, noEmit: true } }),
  )
  const compiler = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', join(output.folder, 'use')], { stdio: 'inherit' })
  const client = output.sources.get('client/src/test.ts') ?? ''
  expect(client).toContain('optionalPaged(')
  expect(client).toContain('1000000000000000000000n')
}, 60_000)

test('an absent page ends the iteration', async () => {
  const pagination = {
    cursor: { param: 'after', result: 'next' },
    items: 'items',
    end: 'empty-page',
  } as const
  const list = optionalPaged<object, { items: readonly string[] } | undefined, string>(
    descriptor({ name: 'list', returns: 'optional', pagination }),
  )
  const results: unknown[] = [{ items: ['a'], next: 'a' }, null]
  const transport: Parameters<typeof list>[0] = ({ id }) =>
    Promise.resolve({ status: 200, message: { jsonrpc: '2.0', id, result: results.shift() } })
  const pages: unknown[] = []
  for await (const page of list.pages(transport, {})) pages.push(page)
  expect(pages).toEqual([{ items: ['a'], next: 'a' }])
  for await (const item of list.items(transport, {})) expect.fail(`there is no item ${item}`)
})

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'rpcloom/load'
import { buildApi, type Json, type JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { docsFiles } from '../docs/site.ts'
import { documentOf } from '../model/documents.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { bitcoin } from './condensed.ts'
import { consumerOptions, emitted, installed } from './emitted.ts'

const compiler = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
const guide = readFileSync(join(import.meta.dirname, '../../docs/formats.md'), 'utf8')
/** The module in the guide with formats of numbers, and one more for integers beyond 2^53. */
const formats = guide
  .split(/^```ts\n/m)
  .map((part) => part.split('\n```')[0] ?? '')
  .find((part) => part.includes("of: 'number'"))
  ?.replace(
    "'unix-time': {",
    `lamports: {
    of: 'number',
    type: 'bigint',
    validate: (amount) => Number.isInteger(Number(amount)) && amount >= 0,
    codec: {
      decode: (amount: number | bigint) => BigInt(amount),
      encode: (amount: bigint) => amount,
    },
    sample: (random) => random.integer(0, 1000),
  },
  'unix-time': {`,
  )

async function loaded(document: JsonObject, module = formats ?? '') {
  const root = temporaryFolder({ 'test.json': JSON.stringify(document), 'formats.ts': module })
  const { loaded: found, diagnostics } = await load({
    root,
    inputs: ['test.json'],
    formats: './formats.ts',
  })
  if (found === undefined) return { diagnostics, api: undefined }
  const built = buildApi(found, { scope: '@test' })
  return { api: built.api, diagnostics: [...diagnostics, ...built.diagnostics] }
}

const time = { type: 'integer', format: 'unix-time' }
const solana: JsonObject = {
  name: 'getAccount',
  params: [{ name: 'at', required: true, schema: time }],
  result: {
    name: 'account',
    schema: {
      type: 'object',
      properties: {
        lamports: { type: 'integer', format: 'lamports' },
        since: time,
        fee: {
          anyOf: [{ type: 'integer', format: 'lamports' }, { type: 'string' }, { type: 'null' }],
        },
      },
      required: ['lamports', 'since', 'fee'],
      additionalProperties: false,
    },
  },
}

const consumer = `
import { createClient, http, memory, type Transport } from '@test/client'
import { getblock } from '@test/client/test'
import type { GetblockResult, GetblockResultVerbosity1, GetblockResultVerbosity2 } from '@test/client/test'
import { createServer, type Handlers } from '@test/server'
import { createMock } from '@test/mock'

export const received: unknown[] = []
export const handlers: Partial<Handlers> = {
  test: {
    getblockcount: () => 5,
    getblock: () => '',
    getbalance: (_params, { at }) => (at['wallet'] === 'savings' ? 1n : 2_099_999_999_999_999n),
    sendtoaddress: ({ amount }) => {
      const satoshi: bigint = amount
      received.push(satoshi)
      return 'ab'
    },
    getAccount: ({ at }) => ({ lamports: 2n ** 63n + 1n, since: new Date(at.getTime() + 1000), fee: 7n }),
  },
}
export const server = createServer(handlers)
export const client = createClient({ transport: memory(server) })
export const mocked = createClient({ transport: createMock({ seed: 1 }).transport })

export async function run(): Promise<unknown> {
  const balance: bigint = await client.getbalance()
  await client.sendtoaddress('bc1q', 1n)
  // @ts-expect-error A number could be bitcoins or satoshi.
  const refused: unknown = await client.sendtoaddress('bc1q', 1).catch((error: unknown) => error)
  const account = await client.getAccount(new Date(5000))
  const lamports: bigint = account.lamports
  const since: Date = account.since
  const fee: bigint | string | null = account.fee
  const saved: bigint = await client.at({ wallet: 'savings' }).getbalance()
  return { balance, saved, refused, lamports, since, fee }
}

/** Calls whose params select an alternative of the result have its type. */
export async function typed(transport: Transport, level: number): Promise<void> {
  const text: string = await client.getblock('a', 0)
  const brief: GetblockResultVerbosity1 = await client.getblock('a', 1)
  const usual: GetblockResultVerbosity1 = await client.getblock('a')
  const full: GetblockResultVerbosity2 = await client.getblock('a', 2, { timeoutMs: 5 })
  const any: GetblockResult = await client.getblock('a', level)
  // @ts-expect-error Any alternative may be returned.
  const wrong: string = await client.getblock('a', level)
  const alone: GetblockResultVerbosity2 = await getblock(transport, 'a', 2)
  const named: GetblockResult = await getblock(http('http://127.0.0.1:1'), 'a', level)
  const value: bigint | undefined = full.tx[0]?.value
  void [text, brief.tx[0]?.length, usual, any, wrong, alone, named, value]
}
`

test('programs get exact amounts, and the alternatives that their params select', async () => {
  const methods = [...((bitcoin['methods'] ?? []) as readonly JsonObject[]), solana]
  const { api, diagnostics } = await loaded({ ...bitcoin, methods })
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([])
  if (api === undefined) throw new Error('nothing was loaded')
  const output = await installed(api, ['client', 'server', 'mock'])
  output.put('use/use.ts', consumer)
  output.put('use/package.json', '{"type":"module"}')
  output.put(
    'use/tsconfig.json',
    JSON.stringify({ compilerOptions: { ...consumerOptions, outDir: 'dist' } }),
  )
  execFileSync(process.execPath, [compiler, '-p', join(output.folder, 'use')], { stdio: 'inherit' })
  const use = await output.load('use/dist/use.js')
  const { run, received, server, mocked } = use as {
    readonly run: () => Promise<Readonly<Record<string, unknown>>>
    readonly received: readonly unknown[]
    readonly server: { readonly handle: (text: string) => Promise<string> }
    readonly mocked: Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>
  }
  const got = await run()
  expect(got['balance']).toBe(2_099_999_999_999_999n)
  expect(got['saved']).toBe(1n)
  expect(got['refused']).toBeInstanceOf(TypeError)
  expect(String(got['refused'])).toContain('btc-amount')
  expect(got['lamports']).toBe(2n ** 63n + 1n)
  expect(got['since']).toEqual(new Date(6000))
  expect(got['fee']).toBe(7n)
  expect(received).toEqual([1n])
  const sent = async (method: string, params: Json): Promise<string> =>
    server.handle(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  expect(await sent('getbalance', [])).toContain('"result":20999999.99999999')
  expect(await sent('getAccount', [5])).toContain('"lamports":9223372036854775809')
  // The server validates by the format.
  expect(await sent('sendtoaddress', ['bc1q', 3e7])).toContain('-32602')
  const tooFine = await sent('sendtoaddress', ['bc1q', 0.123456789])
  expect(JSON.parse(tooFine)).toMatchObject({
    error: {
      code: -32602,
      data: { issues: [{ pointer: '/amount', message: 'is not a value of format btc-amount' }] },
    },
  })
  expect(typeof (await mocked['getbalance']?.())).toBe('bigint')
  for (let at = 0; at < 5; at++) {
    const hash = String(at).padStart(64, 'ab')
    expect(await mocked['getblock']?.(hash, 0)).toEqual(expect.any(String))
    expect(await mocked['getblock']?.(hash, 2)).toHaveProperty('tx', expect.toSatisfy(hasObjects))
    expect(await mocked['getblock']?.(hash)).toHaveProperty('tx', expect.toSatisfy(hasStrings))
  }
  const types = output.sources.get('types/src/types/test.ts') ?? ''
  expect(types).toContain('- `string`: when verbosity is 0: for verbosity = 0')
  expect(types).toContain('- `GetblockResultVerbosity2`: for verbosity = 2')
  // The example has bitcoins, which callers do not pass.
  const client = output.sources.get('client/src/test.ts') ?? ''
  expect(client).toContain('sendtoaddress(address: string, amount: bigint')
  expect(client).not.toContain('0.1')
  expect(client).toContain('When `verbosity` is 2.')
  const page = (await docsFiles(api)).get('site/test/getbalance.html') ?? ''
  expect(page).toContain('btc-amount')
}, 60_000)

function hasObjects(items: unknown): boolean {
  return Array.isArray(items) && items.every((item) => typeof item === 'object')
}

function hasStrings(items: unknown): boolean {
  return Array.isArray(items) && items.every((item) => typeof item === 'string')
}

test.each([
  ['a format of strings on a number', { type: 'integer', format: 'code' }],
  ['a format of numbers on a string', { type: 'string', format: 'unix-time' }],
  [
    'an extension of a format of numbers on a string',
    { type: 'string', 'x-bitcoin-unit': 'amount' },
  ],
  ['a format on a schema without type', { format: 'unix-time' }],
])('%s is reported', async (_what, schema) => {
  const code = `code: { validate: () => true, sample: () => 'x' },\n  lamports: {`
  const { diagnostics } = await loaded(
    documentOf([{ name: 'get', params: [], result: { name: 'r', schema } }]),
    formats?.replace('lamports: {', code),
  )
  expect(diagnostics.map((one) => one.code)).toEqual(['RL317'])
})

const satoshi = { type: 'number' }
const selected = { 'x-bitcoin-unit': 'amount' }

test.each<readonly [string, JsonObject, want: string]>([
  ['a reference', { schema: { $ref: '#/components/schemas/Amount' } }, 'bigint'],
  ['a reference to a union', { schema: { $ref: '#/components/schemas/Maybe' } }, 'bigint | null'],
  ['a nullable union', { schema: { anyOf: [satoshi, { type: 'null' }] } }, 'bigint | null'],
  ['a conjunction', { schema: { allOf: [satoshi, { minimum: 0 }] } }, 'bigint'],
  ['an enum', { schema: { type: 'number', enum: [0.1, 0.2] } }, 'bigint'],
  ['an enum without type', { schema: { enum: [0.1, 0.2, null] } }, 'bigint | null'],
])(
  'an extension of a descriptor applies to %s',
  async (_what, descriptor, want) => {
    const document = documentOf(
      [{ name: 'get', params: [], result: { name: 'r', ...selected, ...descriptor } }],
      { Amount: satoshi, Maybe: { anyOf: [satoshi, { type: 'null' }] } },
    )
    const { api, diagnostics } = await loaded(document)
    expect(diagnostics).toEqual([])
    if (api === undefined) throw new Error('nothing was loaded')
    const output = await emitted(api, ['client'])
    expect(output.sources.get('client/src/test.ts')).toContain(`Promise<${want}>`)
  },
  30_000,
)

test.each([
  ['an unknown type', "of: 'object'", 'RL013'],
  ['extensions that are no object', "of: 'number', extensions: 'x-unit'", 'RL013'],
  ['extensions with other names', "of: 'number', extensions: { unit: 1 }", 'RL013'],
  ['a sample that is no number', "of: 'number', sample: () => 'x'", 'RL014'],
])('a format with %s is refused', async (_what, members, code) => {
  const module = `export const formats = { odd: { validate: () => true, sample: () => 1, ${members} } }`
  const { diagnostics } = await loaded(documentOf([]), module)
  expect(diagnostics.map((one) => one.code)).toContain(code)
})

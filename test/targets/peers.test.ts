import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildApi, type JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { documentOf, loadedFrom } from '../model/documents.ts'
import { consumerOptions, type Emitted, installed } from './emitted.ts'

const text = { type: 'string' }
const param = (name: string, schema: JsonObject = text): JsonObject => ({
  name,
  required: true,
  schema,
})
const result = (schema: JsonObject): JsonObject => ({ result: { name: 'r', schema } })
const client = { 'x-implemented-by': ['client'] }
const byName = { paramStructure: 'by-name' }

/** One schema for all params: a union of records, one of which has a number as a string. */
const option = {
  anyOf: [
    {
      type: 'object',
      properties: { flag: { type: 'boolean' } },
      required: ['flag'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { amount: { type: 'string', format: 'uint64' } },
      required: ['amount'],
      additionalProperties: false,
    },
  ],
}

const chat = documentOf(
  [
    { name: 'ask', params: [param('text')], ...result(text) },
    { name: 'set', params: [param('flag')], 'x-params': option, ...result(text) },
    { name: 'wait', ...byName, params: [{ name: 'token', schema: {} }], ...result(text) },
    // A command of the server, and a notification to the client.
    { name: 'connect', params: [param('id')], ...result({ type: 'object' }) },
    { name: 'connect', params: [param('address')], ...byName, ...client },
    {
      name: 'confirm',
      params: [param('question')],
      ...result({ type: 'boolean' }),
      errors: [{ code: 4, message: 'Not sure' }],
      ...client,
    },
    { name: 'choose', params: [], 'x-params': option, ...result(text), ...client },
    { name: 'window/tabs/close', params: [param('tab')], ...result(text), ...client },
    {
      name: 'ping',
      params: [],
      ...result({ type: 'null' }),
      'x-implemented-by': ['server', 'client'],
    },
  ],
  {},
  {
    'x-cancel': { method: '$/cancel', id: 'id' },
    'x-progress': { method: '$/progress', token: 'token', value: 'value', param: 'token' },
  },
)

async function consumed(
  files: Readonly<Record<string, JsonObject>>,
  consumer: string,
): Promise<{ readonly output: Emitted; readonly results: unknown }> {
  const { api, diagnostics } = buildApi(loadedFrom(files, Object.keys(files)), { scope: '@test' })
  expect(diagnostics).toEqual([])
  const output = await installed(api, ['client', 'server', 'mock'])
  output.put('consumer/tsconfig.json', JSON.stringify({ compilerOptions: consumerOptions }))
  output.put('consumer/run.ts', consumer)
  output.compile('consumer')
  const { run } = await output.load('consumer/run.js')
  return { output, results: typeof run === 'function' ? await run() : undefined }
}

test('a document with methods of both sides connects both', async () => {
  const { results } = await consumed(
    { 'chat.json': chat },
    `
import { createPeer, pair, rpcErrors } from '@test/client/peer'
import { createServer } from '@test/server'

export async function run(): Promise<unknown> {
  const [here, there] = pair()
  const seen: unknown[] = []
  const server = createServer({
    chat: {
      ask: async ({ text }, ctx) => (await ctx.client.confirm(text)) ? 'yes' : 'no',
      set: (params) => ('flag' in params ? String(params.flag) : typeof params.amount),
      connect: async ({ id }, ctx) => {
        await ctx.client.connect({ address: id })
        return { tab: await ctx.client.window.tabs.close('7'), chosen: await ctx.client.choose({ amount: 5 }) }
      },
      wait: (_params, ctx) => new Promise((_resolve, reject) => {
        ctx.progress('half')
        ctx.signal.addEventListener('abort', () => { seen.push('aborted'); reject(ctx.signal.reason) })
      }),
      ping: () => null,
      // @ts-expect-error The client implements it.
      confirm: () => true,
    },
  })
  const attached = server.attach(there)
  const peer = createPeer({
    channel: here,
    handlers: {
      confirm: ({ question }) => {
        if (question === 'Hm?') throw rpcErrors.chat.notSure()
        return question.length > 3
      },
      connect: ({ address }) => { seen.push(address) },
      choose: (params) => ('amount' in params ? String(params.amount + 1n) : 'flag'),
      window: { tabs: { close: ({ tab }) => 'closed ' + tab } },
      ping: () => null,
      // @ts-expect-error The server implements it.
      ask: () => 'no',
    },
  })
  const abort = new AbortController()
  const waiting = new Promise((resolve) => {
    peer.wait({}, { signal: abort.signal, onProgress: (value) => { seen.push(value); abort.abort() } }).catch(resolve)
  })
  const error: unknown = await waiting
  const results = {
    asked: [await peer.ask('Sure?'), await peer.ask('No')],
    unsure: await peer.ask('Hm?').catch((error: unknown) => Object(error).code),
    set: [await peer.set({ flag: true }), await peer.set({ amount: 3n })],
    // @ts-expect-error A record with another type is none of the alternatives.
    invalid: await peer.set({ flag: 'yes' }).catch((error: unknown) => Object(error).code),
    connected: await peer.connect('1'),
    pinged: [await peer.ping(), await attached.client.ping()],
    unimplemented: server.unimplemented,
    discovered: JSON.parse(String(await server.handle('{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}'))).result.methods.length,
    error: String(error),
  }
  await peer.close()
  return { ...results, seen, closed: (await peer.closed) instanceof Error }
}
`,
  )
  expect(results).toEqual({
    asked: ['yes', 'no'],
    unsure: 4,
    set: ['true', 'bigint'],
    invalid: -32602,
    connected: { tab: 'closed 7', chosen: '6' },
    pinged: [null, null],
    unimplemented: [],
    // Both methods of one name are in the document.
    discovered: 9,
    error: expect.stringContaining('abort'),
    seen: ['half', 'aborted', '1'],
    closed: true,
  })
}, 60_000)

test('mocks answer for either side', async () => {
  const { results } = await consumed(
    { 'chat.json': chat },
    `
import { createPeer, pair } from '@test/client/peer'
import { createMock, createMockClient } from '@test/mock'
import { createServer } from '@test/server'

export async function run(): Promise<unknown> {
  const [editor, service] = pair()
  const mock = createMock()
  mock.chat.ask.returns('mocked')
  mock.chat.set.returns('set')
  const attached = mock.connect(service)
  const seen: unknown[] = []
  const peer = createPeer({
    channel: editor,
    handlers: { confirm: ({ question }) => question === 'Sure?', connect: ({ address }) => { seen.push(address) } },
  })
  const asked = [await peer.ask('x'), await peer.set({ amount: 1n })]
  await mock.client.connect({ address: 'here' })
  const confirmed = [await mock.client.confirm('Sure?'), await attached.client.confirm('?')]
  const calls = mock.calls('set').map(({ params }) => params)

  const [here, there] = pair()
  const server = createServer({ chat: { ask: async ({ text }, ctx) => String(await ctx.client.confirm(text)) } })
  const caller = server.attach(there)
  const client = createMockClient({ handlers: { choose: () => 'chosen' } })
  client.chat.confirm.once(true)
  client.chat.window.tabs.close.returns('closed')
  client.connect(here)
  return {
    asked, confirmed, seen, calls,
    answered: [await caller.client.confirm('x'), await caller.client.window.tabs.close('1'), await caller.client.choose({ flag: true })],
    made: typeof (await caller.client.confirm('y')),
    recorded: client.calls('confirm').length,
  }
}
`,
  )
  expect(results).toEqual({
    asked: ['mocked', 'set'],
    confirmed: [true, false],
    seen: ['here'],
    calls: [{ amount: 1n }],
    answered: [true, 'closed', 'chosen'],
    made: 'boolean',
    recorded: 2,
  })
}, 60_000)

test('the client of a pair of documents is one of them', async () => {
  const { results } = await consumed(
    {
      'ui.json': documentOf([{ name: 'draw', params: [param('shape')], ...result(text) }]),
      'front.json': documentOf([
        { name: 'draw', params: [param('frame')], ...result(text), ...client },
      ]),
    },
    `
import { createClient } from '@test/client'
import { createPeer, pair } from '@test/client/peer'
import type { DrawParams } from '@test/client/front'
import { createMock } from '@test/mock'
import { createServer } from '@test/server'

export async function run(): Promise<unknown> {
  const [here, there] = pair()
  const server = createServer({ ui: { draw: async ({ shape }, ctx) => ctx.client.draw(shape + '!') } })
  server.attach(there)
  const peer = createPeer({ channel: here, handlers: { draw: ({ frame }: DrawParams) => frame.toUpperCase() } })
  // @ts-expect-error Servers implement none of its methods.
  void ((client: ReturnType<typeof createClient>) => client.front)
  const mock = createMock({ handlers: { ui: { draw: () => 'mocked' } } })
  return [await peer.ui.draw('o'), await createClient({ transport: mock.transport }).ui.draw('x')]
}
`,
  )
  expect(results).toEqual(['O!', 'mocked'])
}, 60_000)

test('several documents with methods of the client have a member each', async () => {
  const one = (name: string): JsonObject =>
    documentOf([
      { name: `${name}/ask`, params: [param('text')], ...result(text) },
      { name: `${name}/tell`, params: [param('text')], ...result(text), ...client },
    ])
  const { results } = await consumed(
    { 'a.json': one('a'), 'b.json': one('b') },
    `
import { createPeer, pair } from '@test/client/peer'
import { createServer } from '@test/server'

export async function run(): Promise<unknown> {
  const [here, there] = pair()
  const server = createServer({
    a: { ask: async ({ text }, ctx) => ctx.client.b.tell(text) },
    b: { ask: async ({ text }, ctx) => ctx.client.a.tell(text) },
  })
  server.attach(there)
  const peer = createPeer({
    channel: here,
    handlers: { a: { tell: ({ text }) => 'a ' + text }, b: { tell: ({ text }) => 'b ' + text } },
  })
  const results = [await peer.a.ask('x'), await peer.b.ask('y')]
  await peer.close()
  return results
}
`,
  )
  expect(results).toEqual(['b x', 'a y'])
}, 60_000)

test('a document without the extensions has a peer, which no method of the server calls', async () => {
  const { results, output } = await consumed(
    {
      'plain.json': documentOf([
        { name: 'ask', params: [param('text')], ...result(text) },
        // A peer has a member of this name.
        { name: 'close', params: [], ...result(text) },
      ]),
    },
    `
import { createPeer, pair } from '@test/client/peer'
import { createServer } from '@test/server'

export async function run(): Promise<unknown> {
  const [here, there] = pair()
  createServer({ plain: { ask: ({ text }, ctx) => text + ctx.transport, close: () => 'called' } }).attach(there)
  const peer = createPeer({ channel: here })
  const results = [await peer.ask('over '), await peer.plain.close()]
  await peer.close()
  return results
}
`,
  )
  expect(results).toEqual(['over channel', 'called'])
  expect([...output.sources.keys()].filter((path) => path.startsWith('types/src/peer'))).toEqual([])
}, 60_000)

/** Returns the samples in the README and llms.txt of a package that match a pattern. */
function samplesOf(folder: string, name: string, pattern: RegExp): readonly string[] {
  return ['README.md', 'llms.txt'].flatMap((file) => {
    const page = readFileSync(join(folder, name, file), 'utf8')
    const blocks = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = '']) => code)
    return blocks.filter((code) => pattern.test(code))
  })
}

test('the samples of peers in README.md and llms.txt run', async () => {
  const { api } = buildApi(loadedFrom({ 'chat.json': chat }), { scope: '@test' })
  const output = await installed(api, ['client', 'server'])
  const peers = samplesOf(output.folder, 'client', /createPeer/)
  const servers = samplesOf(output.folder, 'server', /stdio\(process/)
  expect([peers.length, servers.length]).toEqual([2, 2])
  output.put(
    'consumer/tsconfig.json',
    JSON.stringify({ compilerOptions: { ...consumerOptions, module: 'nodenext' } }),
  )
  // The test is the server: the sample gets a channel in memory instead of an address.
  const inMemory = peers.map((code) =>
    code.replace(/socket\('[^']*'\)/, 'Reflect.get(globalThis, "near") as Channel'),
  )
  for (const [index, code] of inMemory.entries())
    output.put(
      `consumer/peer${index}.ts`,
      `import type { Channel } from '@test/client/peer'\n${code}`,
    )
  for (const [index, code] of servers.entries()) output.put(`consumer/server${index}.ts`, code)
  output.put(
    'consumer/run.ts',
    `
import { pair } from '@test/client/peer'
import { createServer } from '@test/server'

const [near, far] = pair()
Reflect.set(globalThis, 'near', near)
const attached = createServer({}).attach(far)
const loaded = import(String(process.argv[2]))
const refused = await attached.client.confirm('Sure?').catch((error: unknown) => Object(error).code)
await attached.close()
await loaded
console.log(refused)
`,
  )
  output.compile('consumer')
  const node = (name: string, ...args: readonly string[]): ReturnType<typeof spawnSync> => {
    const program = join(output.folder, `consumer/${name}.js`)
    return spawnSync(process.execPath, [program, ...args], { input: '', encoding: 'utf8' })
  }
  for (const index of peers.keys())
    expect(node('run', `./peer${index}.js`)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^TransportError: [^]*\n-32601\n$/),
    })
  for (const index of servers.keys())
    expect(node(`server${index}`)).toMatchObject({
      status: 0,
      stdout: '',
      stderr: expect.stringContaining('The other end closed the channel'),
    })
}, 60_000)

import { buildApi } from 'rpcloom/model'
import { expect, onTestFinished, test } from 'vitest'
import {
  fakeNode,
  newestSubscription,
  until,
  well,
  type FakeNode,
} from '../client/socket-fixture.ts'
import { loadedFrom } from '../model/documents.ts'
import { emitted } from './emitted.ts'

const result = { name: 'subscription', schema: { type: 'string' } }
const amount = { type: 'string', format: 'uint64' }
const block = { type: 'object', required: ['number'], properties: { number: amount } }
const after = { name: 'after', schema: amount }

/** Topics whose position is one value, an object, and one that comes after an optional param. */
const method = {
  name: 'eth_subscribe',
  'x-cost': 7,
  paramStructure: 'by-position',
  params: [
    {
      name: 'kind',
      required: true,
      schema: { type: 'string', enum: ['heads', 'logs', 'plain'] },
    },
  ],
  result,
  'x-subscription': {
    notification: 'eth_subscription',
    unsubscribe: 'eth_unsubscribe',
    kinds: [
      {
        name: 'heads',
        params: [after],
        payload: block,
        resume: { param: 'after', event: '/number' },
      },
      {
        name: 'logs',
        params: [
          { name: 'filter', schema: { type: 'object' } },
          { name: 'after', schema: { type: 'object' } },
        ],
        payload: { type: 'object' },
        resume: { param: 'after', event: { block: '/at/a~1b', index: '/index' } },
      },
      { name: 'plain', params: [], payload: block },
    ],
  },
}

const blocks = { openrpc: '1.3.2', info: { title: 'Blocks', version: '1' }, methods: [method] }

const named = {
  openrpc: '1.3.2',
  info: { title: 'News', version: '1' },
  'x-group': { key: 'news', path: '/news' },
  methods: [
    {
      name: 'eth_subscribe',
      paramStructure: 'by-name',
      params: [{ name: 'from', schema: amount }],
      result,
      'x-subscription': {
        notification: 'eth_subscription',
        unsubscribe: 'eth_unsubscribe',
        single: true,
        kinds: [{ name: 'news', payload: amount, resume: { param: 'from', event: '' } }],
      },
    },
  ],
}

const consumer = `
import { createClient, webSocket } from '../client/dist/index.js'

export function run(url: string): readonly unknown[] {
  const transport = webSocket(url, { reconnect: { baseMs: 1 } })
  const { blocks, news } = createClient({ transport })
  return [
    blocks.subscribe('heads'),
    blocks.subscribe('logs'),
    blocks.subscribe('plain'),
    news.subscribe('news', { from: 1n }),
    transport,
  ]
}

export function follow(url: string, onState: (state: { kind: string }) => void): readonly unknown[] {
  const transport = webSocket(url, { reconnect: { baseMs: 1 }, onState })
  const { blocks, news } = createClient({ transport })
  return [blocks.subscribe('heads'), news.subscribe('news', { from: 1n }), transport]
}
`
const compilerOptions = {
  target: 'es2023',
  module: 'nodenext',
  lib: ['es2023', 'dom'],
  strict: true,
}

type Events = AsyncIterable<unknown> & { readonly ready: Promise<void> }

async function emittedClient(): Promise<Awaited<ReturnType<typeof emitted>>> {
  const documents = { 'blocks.json': blocks, 'news.json': named }
  const { api, diagnostics } = buildApi(loadedFrom(documents, Object.keys(documents)), {
    scope: '@test',
  })
  expect(diagnostics).toEqual([])
  const made = await emitted(api, ['client', 'server'])
  expect(made.sources.get('server/src/blocks.ts')).toMatch(/cost: 7/)
  expect(made.sources.get('client/src/index.ts')).toMatch('subscription: resumingSubscription')
  made.put('consumer/run.ts', consumer)
  made.put('consumer/tsconfig.json', JSON.stringify({ compilerOptions, include: ['.'] }))
  made.compile('client')
  made.compile('consumer')
  return made
}

test('a client continues after the last event that it received', async () => {
  const made = await emittedClient()
  const node = await fakeNode()
  onTestFinished(() => node.close())
  const { run } = (await made.load('consumer/run.js')) as {
    run(url: string): readonly [Events, Events, Events, Events, { close(): void }]
  }
  const [heads, logs, plain, news, transport] = run(node.url)
  onTestFinished(() => transport.close())
  await Promise.all([heads.ready, logs.ready, plain.ready, news.ready])
  const first = BigInt(newestSubscription()) - 3n
  const id = (at: number): string => `0x${(first + BigInt(at)).toString(16)}`
  expect(requested(node, 0)).toEqual([['heads'], ['logs'], ['plain'], { from: '1' }])
  for (const number of ['5', '6']) node.emit(id(0), { number })
  node.emit(id(1), { at: { 'a/b': 8 }, index: 2 })
  node.emit(id(1), { at: 8, index: 3 })
  node.emit(id(2), { number: '9' })
  node.emit(id(3), '77')
  for await (const event of news) {
    expect(event).toBe(77n)
    break
  }
  node.drop()
  await until(() => node.connections === 3 && requested(node, 1).length === 3)
  expect(requested(node, 1)).toEqual([
    ['heads', '6'],
    ['logs', null, { block: 8, index: 2 }],
    ['plain'],
  ])
  // Names the last event again if the connection is lost once more before another one.
  node.drop()
  await until(() => node.connections === 4 && requested(node, 2).length === 3)
  expect(requested(node, 2)).toEqual(requested(node, 1))
})

test('a client subscribes again without a position that the server rejects, and reports a gap', async () => {
  const made = await emittedClient()
  const known = ['["heads"]', '{"from":"1"}']
  let rejected = 0
  /** IDs of the newest subscriptions, by their params. */
  const ids = new Map<string, string>()
  const node = await fakeNode((socket, calls, text) => {
    const [{ id, params } = { id: undefined }] = calls
    const given = JSON.stringify(params)
    if (text.includes('eth_subscribe') && !known.includes(given)) {
      rejected++
      const error = { code: -32602, message: 'too many arguments, want at most 1' }
      return socket.send(JSON.stringify({ jsonrpc: '2.0', id, error }))
    }
    well(socket, calls, text)
    ids.set(given, newestSubscription())
  })
  onTestFinished(() => node.close())
  const { follow } = (await made.load('consumer/run.js')) as {
    follow(
      url: string,
      onState: (state: { readonly kind: string }) => void,
    ): readonly [Events, Events, { close(): void }]
  }
  const gaps: unknown[] = []
  const [heads, news, transport] = follow(node.url, (state) => {
    if (state.kind === 'gap') gaps.push(state)
  })
  onTestFinished(() => transport.close())
  await Promise.all([heads.ready, news.ready])
  node.emit(ids.get('["heads"]'), { number: '5' })
  node.emit(ids.get('{"from":"1"}'), '6')
  expect(await next(heads)).toEqual({ number: 5n })
  expect(await next(news)).toBe(6n)
  ids.clear()
  node.drop()
  await until(() => gaps.length === 2 && ids.size === 2)
  expect(rejected).toBe(2)
  expect(gaps).toMatchObject([{ data: { code: -32602 } }, { data: { code: -32602 } }])
  node.emit(ids.get('["heads"]'), { number: '9' })
  node.emit(ids.get('{"from":"1"}'), '10')
  expect(await next(heads)).toEqual({ number: 9n })
  expect(await next(news)).toBe(10n)
})

/** Returns the next event, and leaves the subscription open. */
async function next(events: Events): Promise<unknown> {
  return (await events[Symbol.asyncIterator]().next()).value
}

/** Returns the params of the calls that subscribe after a number of reconnections. */
function requested({ calls }: FakeNode, connection: number): readonly unknown[] {
  const all = calls.filter(({ method }) => method === 'eth_subscribe')
  return all
    .slice(connection === 0 ? 0 : 1 + 3 * connection, 4 + 3 * connection)
    .map(({ params }) => params)
}

test('a client without such a topic has no code for it', async () => {
  const kinds = method['x-subscription'].kinds.filter(({ name }) => name === 'plain')
  const document = {
    ...blocks,
    methods: [{ ...method, 'x-subscription': { ...method['x-subscription'], kinds } }],
  }
  const { api } = buildApi(loadedFrom({ 'b.json': document }), { scope: '@test' })
  const made = await emitted(api, ['client'])
  expect([...made.sources.values()].join('')).not.toContain('resuming')
})

test.each([
  [{ param: 'other', event: '/number' }, 'RL302', '/kinds/0/resume'],
  [{ param: 'after', event: 'number' }, 'RL301', '/kinds/0/resume'],
  [{ param: 'after', event: {} }, 'RL301', '/kinds/0/resume'],
  [{ event: '/number' }, 'RL301', '/kinds/0/resume'],
])('a malformed declaration is reported and ignored: %j', (resume, code, pointer) => {
  const kinds = [{ ...method['x-subscription'].kinds[0], resume }]
  const params = [{ name: 'kind', required: true, schema: { enum: ['heads'] } }]
  const broken = { ...method, params, 'x-subscription': { ...method['x-subscription'], kinds } }
  const document = { ...blocks, methods: [broken] }
  const { api, diagnostics } = buildApi(loadedFrom({ 'b.json': document }), { scope: '@test' })
  expect(diagnostics).toMatchObject([{ code, pointer: `/methods/0/x-subscription${pointer}` }])
  expect(api.groups[0]?.methods[0]?.subscription?.topics[0]?.resume).toBeUndefined()
})

test.each([0, -1, 1.5, '5', null])('a cost of %j is reported and ignored', (cost) => {
  const document = { ...blocks, methods: [{ ...method, 'x-cost': cost }] }
  const { api, diagnostics } = buildApi(loadedFrom({ 'b.json': document }), { scope: '@test' })
  expect(diagnostics).toMatchObject([{ code: 'RL301', pointer: '/methods/0/x-cost' }])
  expect(api.groups[0]?.methods[0]?.cost).toBeUndefined()
})

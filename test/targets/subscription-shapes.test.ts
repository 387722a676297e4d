import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'rpcloom/load'
import { buildApi } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'
import { emitted } from './emitted.ts'

const id = { name: 'subscription', schema: { type: 'string' } }
const gone = { name: 'done', schema: { type: 'boolean' } }
const head = { type: 'object', required: ['number'], properties: { number: { type: 'integer' } } }
const param = (name: string, schema: object, required = true): object => ({
  name,
  schema,
  required,
})
const end = (name: string): object => ({
  name,
  params: [param('id', { type: 'string' })],
  result: gone,
})

/** One method whose first param is the topic. The document declares no notification. */
const enumerated = [
  {
    name: 'eth_subscribe',
    params: [
      param('topic', { $ref: '#/components/schemas/Topic' }),
      param('filter', { type: 'object' }, false),
    ],
    result: id,
  },
  end('eth_unsubscribe'),
  { name: 'eth_chainId', params: [], result: { name: 'id', schema: { type: 'string' } } },
]

/** A method and a notification per topic, and one method that ends all subscriptions. */
const notified = [
  {
    name: 'star_subscribeNewHeads',
    params: [
      param('block_id', { type: 'integer' }, false),
      param('topic', { type: 'integer' }, false),
    ],
    result: id,
  },
  {
    name: 'star_subscriptionNewHeads',
    params: [param('subscription_id', { type: 'string' }), param('result', head)],
  },
  {
    name: 'star_subscribeEvents',
    paramStructure: 'by-name',
    params: [param('keys', { type: 'array', items: { type: 'string' } })],
    result: id,
  },
  {
    name: 'star_subscriptionEvents',
    params: [param('subscription_id', { type: 'string' }), param('event', { type: 'string' })],
  },
  // No method starts it.
  {
    name: 'star_subscriptionReorg',
    params: [param('subscription_id', { type: 'string' }), param('result', head)],
  },
  end('star_unsubscribe'),
]

/**
 * Pairs of methods to start and end a subscription. The notification can have any name, and one of
 * the results is the event.
 */
const paired = [
  // An extension of another tool does not declare a subscription.
  { name: 'chain_subscribeNewHeads', 'x-subscription': true, params: [], result: id },
  end('chain_unsubscribeNewHeads'),
  { name: 'state_subscribeNewHeads', params: [], result: { name: 'head', schema: head } },
  end('state_unsubscribeNewHeads'),
  // No method ends it, so it is an ordinary method.
  { name: 'chain_subscribeOther', params: [], result: id },
]

const document = (title: string, methods: readonly object[]): object => ({
  openrpc: '1.3.2',
  info: { title, version: '1.0.0' },
  methods,
  components: { schemas: { Topic: { type: 'string', enum: ['newHeads', 'logs'] } } },
})

const consumer = `
import { createServer } from '../server/dist/index.js'
import { createMock } from '../mock/dist/index.js'
import { createClient, http, webSocket, type Client, type Subscription } from '../client/dist/index.js'

async function first<Event>(events: AsyncIterable<Event>): Promise<Event> {
  for await (const event of events) return event
  throw new Error('no event')
}

async function heads(node: Client): Promise<readonly unknown[]> {
  const known: Subscription<{ readonly number: number }> = node.notified.subscribe('newHeads', 7)
  const named: Subscription<string> = node.notified.subscribe('events', { keys: ['a', 'b'] })
  const any: Subscription<unknown> = node.enumerated.subscribe('logs', { address: '0x1' })
  const bare = node.paired.subscribe('newHeads')
  const other: Subscription<{ readonly number: number }> = node.paired.subscribe('state_newHeads')
  return Promise.all([first(known), first(named), first(any), first(bare), first(other)])
}

export async function run(): Promise<unknown> {
  const server = createServer({
    enumerated: { async *logs({ filter }) { yield { filter } } },
    notified: {
      async *newHeads({ block_id = 0 }) { yield { number: block_id } },
      async *events({ keys }) { yield keys.join() },
    },
    paired: {
      chain: { async *newHeads() { yield 'any' } },
      state: { async *stateNewHeads() { yield { number: 9 } } },
    },
  })
  const { url, close } = await server.listen()
  const transport = http(url)
  const subscriptions = webSocket(url.replace('http', 'ws'))
  const node = createClient({ transport, subscriptions })
  const received = await heads(node)
  // @ts-expect-error Nobody calls what the server sends.
  const own: unknown = node.notified.subscriptionReorg
  await subscriptions.close()
  await close()
  // @ts-expect-error A notification is an event, which nobody calls.
  const called: unknown = node.notified.subscriptionNewHeads
  const mock = createMock({ seed: 1, eventsEveryMs: 1 })
  const made = await first(createClient({ transport: mock.transport }).notified.subscribe('newHeads'))
  return { received, called, own, unimplemented: server.unimplemented, made: typeof made.number }
}
`

const compilerOptions = {
  target: 'es2023',
  lib: ['es2023', 'dom'],
  types: ['node'],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
}

test('subscriptions of every form reach the loop of a client', async () => {
  const files = Object.entries({ enumerated, notified, paired }).map(([name, methods]) => {
    const servers = [{ url: `http://127.0.0.1/${name}` }]
    return [`${name}.json`, JSON.stringify({ ...document(name, methods), servers })] as const
  })
  const root = temporaryFolder(Object.fromEntries(files))
  const { loaded, diagnostics } = await load({ root, inputs: ['*.json'] })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  if (loaded === undefined) throw new Error('nothing was loaded')
  const { api } = buildApi(loaded, { scope: '@test' })
  const made = await emitted(api, ['client', 'server', 'mock'])
  // The mock imports the server.
  symlinkSync(
    join(made.folder, 'server'),
    join(made.folder, 'node_modules/@test/server'),
    'junction',
  )
  for (const name of ['client', 'server', 'mock']) made.compile(name)
  made.put('consumer/run.ts', consumer)
  made.put('consumer/tsconfig.json', JSON.stringify({ compilerOptions, include: ['.'] }))
  made.compile('consumer')
  const { run } = (await made.load('consumer/run.js')) as { run(): Promise<unknown> }
  expect(await run()).toEqual({
    received: [{ number: 7 }, 'a,b', { filter: { address: '0x1' } }, 'any', { number: 9 }],
    made: 'number',
    unimplemented: ['eth_subscribe newHeads', 'eth_chainId', 'chain_subscribeOther'],
  })
})

import { buildApi } from 'rpcloom/model'
import { afterEach, expect, test } from 'vitest'
import { fakeNode, newestSubscription, until } from '../client/socket-fixture.ts'
import { loadedFrom } from '../model/documents.ts'
import { emitted } from './emitted.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((close) => close()))
})

const amount = { type: 'string', format: 'uint64' }
const result = { name: 'subscription', schema: { type: 'string' } }

/** Names omit the only namespace, and a param has the name of the first argument. */
const single = {
  openrpc: '1.3.2',
  info: { title: 'Single', version: '1' },
  methods: [
    {
      name: 'eth_subscribe',
      paramStructure: 'by-position',
      params: [{ name: 'kind', required: true, schema: { type: 'string' } }],
      result,
      'x-subscription': {
        notification: 'eth_subscription',
        unsubscribe: 'eth_unsubscribe',
        kinds: [
          {
            name: 'paid',
            params: [
              { name: 'from', schema: amount },
              { name: 'kind', required: false, schema: { type: 'boolean' } },
            ],
            payload: {
              title: 'PaidPayload',
              type: 'object',
              required: ['sum'],
              properties: { sum: amount },
            },
          },
          { name: 'it\'s "all"', params: [], payload: {} },
        ],
      },
    },
    { name: 'eth_add', paramStructure: 'by-position', params: [], result },
  ],
}

/**
 * Another method has the same name, params are by name, and two methods have a topic of the same
 * name.
 */
const named = {
  openrpc: '1.3.2',
  info: { title: 'Named', version: '1' },
  methods: [
    { name: 'news.subscribe', params: [], result },
    ...['open', 'start'].map((name) => ({
      name: `news.${name}`,
      paramStructure: 'by-name',
      params: [{ name: 'topic', required: true, schema: { type: 'string' } }],
      result,
      'x-subscription': {
        notification: 'eth_subscription',
        unsubscribe: 'news.close',
        kinds: [
          {
            name: 'prices',
            params: [{ name: 'above', required: true, schema: amount }],
            payload: amount,
          },
        ],
      },
    })),
  ],
}

const consumer = `
import { createClient, webSocket, http, type Client, type Subscription } from '../client/dist/index.js'
import { subscribe, type PaidPayload } from '../client/dist/single.js'

export async function run(url: string): Promise<readonly unknown[]> {
  const subscriptions = webSocket(url)
  const node: Client = createClient({ transport: http('http://127.0.0.1:1'), subscriptions })
  const payments: Subscription<PaidPayload> = node.single.subscribe('paid', 7n, true)
  const alone: Subscription<PaidPayload> = subscribe(subscriptions, 'paid', '7')
  const everything: Subscription<unknown> = node.single.subscribe('it\\'s "all"')
  const prices: Subscription<bigint> = node.named.subscribe('prices', { above: 5 })
  const id: Promise<string> = node.named.newsSubscribe()
  await id.catch(() => undefined)
  // @ts-expect-error There is no such kind.
  const misnamed = (): unknown => node.single.subscribe('other')
  // @ts-expect-error The params are those of the kind.
  const misused = (): unknown => node.single.subscribe('paid', false)
  void [misnamed, misused]
  return [payments, alone, everything, prices]
}
`

const compilerOptions = {
  target: 'es2023',
  lib: ['es2023', 'dom'],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
}

test('subscriptions are typed by topic, whatever else a group contains', async () => {
  const { api } = buildApi(
    loadedFrom({ 'single.json': single, 'named.json': named }, ['single.json', 'named.json']),
    { scope: '@test' },
  )
  const made = await emitted(api, ['client'])
  made.compile('client')
  made.put('consumer/run.ts', consumer)
  made.put('consumer/tsconfig.json', JSON.stringify({ compilerOptions, include: ['.'] }))
  made.compile('consumer')
  made.compile('consumer', '5.9')
  const node = await fakeNode()
  cleanups.push(() => node.close())
  const { run } = (await made.load('consumer/run.js')) as {
    run(url: string): Promise<readonly AsyncIterable<unknown>[]>
  }
  const subscriptions = await run(node.url)
  await until(() => node.calls.length === 4)
  expect(node.calls.map(({ method, params }) => [method, params])).toEqual([
    ['eth_subscribe', ['paid', '7', true]],
    ['eth_subscribe', ['paid', '7']],
    ['eth_subscribe', ['it\'s "all"']],
    ['news.open', { topic: 'prices', above: '5' }],
  ])
  node.emit(newestSubscription(), { any: 1 })
  for await (const event of subscriptions[2] ?? []) {
    expect(event).toEqual({ any: 1 })
    break
  }
})

import { describe, expect, test } from 'vitest'
import { subscription } from '../../packages/rpc/src/client/codegen.ts'
import type { Transport } from '../../packages/rpc/src/client/index.ts'
import { validating } from '../../packages/rpc/src/client/validate.ts'
import { readDocument } from '../../packages/rpc/src/document/read.ts'
import type { MethodDescriptor } from '../../packages/rpc/src/codegen.ts'

const text = { type: 'string' }
const names = { notification: 'star_newHeads', unsubscribe: 'star_unsubscribe' }
const document = {
  openrpc: '1.3.2',
  info: { title: 'Star', version: '1' },
  methods: [
    {
      name: 'star_subscribeNewHeads',
      params: [
        { name: 'from', schema: text },
        { name: 'to', schema: text },
      ],
      result: { name: 'id', schema: text },
      'x-subscription': { ...names, single: true, kinds: [{ name: 'newHeads', payload: text }] },
    },
  ],
}

const method: MethodDescriptor = {
  name: 'star_subscribeNewHeads',
  group: { key: 'star', path: '/', transports: ['ws'], batch: { allowed: true } },
  order: ['from', 'to'],
  structure: 'either',
  subscription: { ...names, single: true, topics: { newHeads: { order: ['from', 'to'] } } },
}

/** Accepts a subscription and sends two events, the second one invalid. */
const node: Transport = ({ id, events }) => {
  events?.start({})
  events?.event('valid')
  events?.event(7)
  return Promise.resolve({ status: 200, message: { jsonrpc: '2.0', id, result: '1' } })
}

describe('a method with one topic', () => {
  test('has the params of the topic', () => {
    const [topic] =
      readDocument(document).methods.get('star_subscribeNewHeads')?.subscription?.topics ?? []
    expect(topic?.params.map(({ name }) => name)).toEqual(['from', 'to'])
  })

  test('sends the params without a topic', async () => {
    const sent: unknown[] = []
    const recording: Transport = (request) => {
      sent.push(request.params)
      return node(request)
    }
    await subscription(method)(recording, 'newHeads', 'a', 'b').ready
    await subscription({
      ...method,
      order: [],
      subscription: { ...names, single: true, topics: { newHeads: { order: [] } } },
    })(recording, 'newHeads').ready
    expect(sent).toEqual([['a', 'b'], undefined])
  })

  test('has its events validated', async () => {
    const checked = validating(node, { star: () => Promise.resolve(document) })
    const received: unknown[] = []
    const read = async (): Promise<void> => {
      for await (const event of subscription(method)(checked, 'newHeads')) received.push(event)
    }
    await expect(read()).rejects.toThrow('does not match its schema')
    expect(received).toEqual(['valid'])
  })
})

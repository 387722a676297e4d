import { Agent, request } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Channel, ChannelEvents } from '@rpcloom/rpc/channels'
import { listen } from '@rpcloom/rpc/node'
import { createDispatcher, type ServerGroup } from '@rpcloom/rpc/server'

const both = { http: 'public', ws: 'public' } as const
const group: ServerGroup = {
  key: 'a',
  slug: 'a',
  path: '/a',
  transports: ['http'],
  batch: { allowed: true },
  availability: both,
  methods: [
    {
      name: 'a.wait',
      member: 'wait',
      order: [],
      effect: 'read',
      availability: both,
    },
  ],
  document: () => ({ methods: [] }),
}

test('closing ends a keep-alive connection as soon as its call has a response', async () => {
  let answer = (): void => {}
  let called = (): void => {}
  const atWork = new Promise<void>((resolve) => (called = resolve))
  const wait = (): Promise<string> => {
    called()
    return new Promise((resolve) => (answer = () => resolve('done')))
  }
  const dispatcher = createDispatcher({ groups: [group], handlers: { a: { wait } } })
  // Longer than any test, so the connection closes only when it becomes idle.
  const listening = await listen(dispatcher, { graceMs: 2 ** 31 - 1 })
  const agent = new Agent({ keepAlive: true })
  const body = '{"jsonrpc":"2.0","id":1,"method":"a.wait"}'
  const answered = new Promise<string>((resolve, reject) => {
    const outgoing = request(
      `${listening.url}/a`,
      { agent, method: 'POST', headers: { 'content-type': 'application/json' } },
      (incoming) => {
        let text = ''
        incoming.on('data', (chunk: Buffer) => (text += chunk.toString()))
        incoming.on('end', () => resolve(text))
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
  await atWork
  const closed = listening.close()
  answer()
  expect(await answered).toContain('"done"')
  await closed
  agent.destroy()
})

test('a connection that ended while its peer did not read waits for nothing', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const dispatcher = createDispatcher({
    groups: [{ ...group, transports: ['ws'] }],
    handlers: { a: { wait: () => 'done' } },
    limits: { bufferedBytes: 10 },
  })
  let events: ChannelEvents | undefined
  const channel: Channel = {
    bufferedAmount: 1000,
    send: () => undefined,
    close: () => undefined,
    listen: (given) => (events = given),
  }
  dispatcher.attach(channel, { path: '/a' })
  events?.text('{"jsonrpc":"2.0","id":1,"method":"a.wait"}')
  expect(vi.getTimerCount()).toBe(1)
  events?.end(new Error('gone'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(vi.getTimerCount()).toBe(0)
})

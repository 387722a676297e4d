import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { type Channel, type Dialer, pair, socket, stdio } from '@rpcloom/rpc/channels'
import { clientOf, handlersOf, type Program, serverOf } from './ends.mjs'

// Both ends send more than a channel and the limits of calls hold. An end that stopped reading while it waits would wait for the
// end of `limits.stallMs`.

interface Ends {
  readonly near: Channel | Dialer
  readonly far: Promise<Channel>
}

async function sockets(): Promise<Ends> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const far = once(server, 'connection').then(([one]: readonly Socket[]) => {
    if (!one) throw new Error('No connection')
    onTestFinished(() => void one.destroy())
    return stdio(one, 'headers')
  })
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void near.destroy())
  return { near: stdio(near, 'headers'), far }
}

async function webSockets(): Promise<Ends> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  onTestFinished(() => {
    for (const one of server.clients) one.terminate()
    server.close()
  })
  const far = once(server, 'connection').then(([one]: readonly Parameters<typeof socket>[0][]) => {
    if (one === undefined || typeof one === 'string') throw new Error('No connection')
    return socket(one)
  })
  return { near: socket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`), far }
}

async function memory(): Promise<Ends> {
  const [near, far] = pair()
  return { near, far: Promise.resolve(far) }
}

const value = 'x'.repeat(20_000)

describe.each([
  ['a socket', sockets],
  ['a WebSocket', webSockets],
  ['a pair in memory', memory],
] as const)('over %s', (_, open) => {
  test('500 calls of 20 kB in both directions complete', { timeout: 30_000 }, async () => {
    const { near, far } = await open()
    const twice = (params: { readonly value: unknown }): unknown => params.value
    const peer = clientOf(near, { handlers: { twice } })
    const program = serverOf().attach(await far).client as Program
    const calls = Array.from({ length: 500 }, () => [
      peer.echo({ value }),
      program.twice({ value } as never),
    ]).flat()
    expect(new Set(await Promise.all(calls))).toEqual(new Set([value]))
  })

  test(
    'notifications of 10 MB in both directions arrive in order',
    { timeout: 30_000 },
    async () => {
      const { near, far } = await open()
      const seen: string[] = []
      const log = ({ message }: { readonly message: string }): unknown => seen.push(message)
      const peer = clientOf(near, { handlers: { log } })
      const handlers = { ...handlersOf(), note: () => undefined }
      const program = serverOf({ handlers }).attach(await far).client as Program
      for (let n = 0; n < 500; n++) {
        void program.log({ message: `${n} ${value}` })
        void peer.note({ n, value } as never)
      }
      await peer.noted()
      await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(500)
      expect(seen.map((one) => Number(one.split(' ')[0]))).toEqual(seen.map((_one, n) => n))
    },
  )

  test('a call of 1000 calls within each other completes', { timeout: 30_000 }, async () => {
    const { near, far } = await open()
    const back = ({ value: n }: Depth, { client }: { readonly client: Program }): unknown =>
      n === 0 ? 0 : client.twice({ value: n - 1 })
    const twice = ({ value: n }: Depth, { client }: { readonly client: typeof peer }): unknown =>
      n === 0 ? 0 : client.back({ value: n - 1 })
    const peer = clientOf(near, { handlers: { twice } })
    serverOf({ handlers: { ...handlersOf(), back } }).attach(await far)
    expect(await peer.back({ value: 1000 })).toBe(0)
  })
})

interface Depth {
  readonly value: number
}

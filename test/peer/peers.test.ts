import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { type Channel, events, pair, port, socket, window } from '@rpcloom/rpc/channels'
import { unversionedDialect } from '@rpcloom/rpc/server'
import { clientOf, handlersOf, type Program, serverOf } from './ends.mjs'
import { eventsOf } from './channel-events.ts'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Returns the other end of a pair, whose messages the test reads and writes. */
function spied(far: Channel): string[] {
  const texts: string[] = []
  far.listen(
    eventsOf(
      (text) => texts.push(text),
      (error) => texts.push(error.message),
    ),
  )
  return texts
}

describe('a peer', () => {
  test('reads batches of responses in any order, between calls', async () => {
    const [near, far] = pair()
    const sent = spied(far)
    const peer = clientOf(near)
    const batches = [1, 2].map((value) =>
      peer.batch((client) => Promise.all([client.echo({ value }), client.echo({ value: -value })])),
    )
    await turn()
    const idsOf = (text = ''): readonly number[] =>
      (JSON.parse(text) as { readonly id: number }[]).map(({ id }) => id)
    const [first, second] = sent.map(idsOf)
    const respond = (ids: readonly number[] = []): void =>
      far.send(JSON.stringify(ids.map((id) => ({ jsonrpc: '2.0', id, result: id }))))
    respond(second)
    far.send('[{"jsonrpc":"2.0","id":"x","method":"twice","params":{"value":4}}]')
    respond(first?.toReversed())
    expect(await Promise.all(batches)).toEqual([first, second])
    await expect.poll(() => sent.at(-1)).toBe('[{"jsonrpc":"2.0","id":"x","result":8}]')
  })

  test.each([
    ['garbage', 'Debugger attached.', '{"jsonrpc":"2.0","id":null,"error":{"code":-32700'],
    ['a number', '1', '{"jsonrpc":"2.0","id":null,"error":{"code":-32600'],
    ['an empty batch', '[]', '{"jsonrpc":"2.0","id":null,"error":{"code":-32600'],
    ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"x"}', '"code":-32601'],
  ])('responds to %s with an error, and goes on', async (_, text, want) => {
    const [near, far] = pair()
    const sent = spied(far)
    const peer = clientOf(near)
    far.send(text)
    await expect.poll(() => sent[0]).toContain(want)
    const call = peer.echo({ value: 1 })
    await turn()
    const { id } = JSON.parse(sent[1] ?? '') as { readonly id: number }
    far.send(`{"jsonrpc":"2.0","id":${id},"result":"ok"}`)
    expect(await call).toBe('ok')
  })

  test('closing waits for the handlers in progress, whose calls get responses', async () => {
    const [near, far] = pair()
    const attached = serverOf().attach(far)
    const peer = clientOf(near)
    const call = peer.back({ value: 1, ms: 20 })
    await peer.started()
    const closed = attached.close()
    expect(await call).toBe(3)
    await closed
    expect(String(await peer.closed)).toContain('1001')
  })

  test('events reads the calls of a handler in a loop', async () => {
    const [near, far] = pair()
    const program = serverOf().attach(far).client as Program
    const logs = events<{ readonly message: string }>()
    clientOf(near, { handlers: { log: logs.handler } })
    for (const message of ['a', 'b', 'c']) void program.log({ message })
    const seen: string[] = []
    for await (const { message } of logs) if (seen.push(message) === 3) break
    expect(seen).toEqual(['a', 'b', 'c'])
  })
})

test('a call of a batch reports its progress', async () => {
  const [near, far] = pair()
  serverOf({}).attach(far)
  const peer = clientOf(near, {})
  const seen: unknown[] = []
  const onProgress = (value: unknown): unknown => seen.push(value)
  const calls = peer.batch((one) =>
    Promise.all([
      one.echo({ value: 1 }),
      one.steps({ count: 2 }, { onProgress }),
      one.echo({ value: 2 }),
    ]),
  )
  expect(await calls).toHaveLength(3)
  expect(seen).toEqual([{ n: 1 }, { n: 2 }])
})

test('messages of the dialect `unversioned` have no member jsonrpc', async () => {
  const [near, far] = pair()
  const texts: string[] = []
  const tapped: Channel = {
    listen: (given) => far.listen(given),
    close: () => far.close(),
    send(text) {
      texts.push(text)
      far.send(text)
    },
  }
  const send = near.send.bind(near)
  near.send = (text) => {
    texts.push(text)
    send(text)
  }
  serverOf({ dialect: () => unversionedDialect }).attach(tapped)
  const peer = clientOf(near, { dialect: 'unversioned' })
  expect(await peer.back({ value: 1 })).toBe(3)
  const seen: unknown[] = []
  const onProgress = (value: unknown): unknown => seen.push(value)
  expect(await peer.steps({ count: 1 }, { onProgress })).toBe(1)
  expect(seen).toEqual([{ n: 1 }])
  expect(
    await peer.batch((one) => Promise.all([one.echo({ value: 1 }), one.fail()])).catch(() => 0),
  ).toBe(0)
  expect(texts.filter((text) => text.includes('jsonrpc'))).toEqual([])
  expect(texts.length).toBeGreaterThan(8)
})

describe('a dialled channel', () => {
  test('is opened again after a loss, with the same handlers', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await once(server, 'listening')
    onTestFinished(() => server.close())
    const programs: Program[] = []
    server.on('connection', (one) => {
      programs.push(serverOf().attach(socket(one)).client as Program)
    })
    const { port: at } = server.address() as AddressInfo
    const peer = clientOf(socket(`ws://127.0.0.1:${at}`, { reconnect: { baseMs: 1 } }))
    expect(await peer.echo({ value: 1 })).toBe(1)
    const pending = peer.hang()
    const lost = expect(pending).rejects.toThrow(/closed the connection|Lost/)
    for (const client of server.clients) client.terminate()
    await lost
    await expect.poll(() => programs.length).toBe(2)
    expect(await programs[1]?.twice({ value: 4 })).toBe(8)
    await expect(programs[0]?.twice({ value: 4 })).rejects.toThrow()
    expect(await peer.back({ value: 1 })).toBe(3)
    await peer.close()
    expect(String(await peer.closed)).toContain('closed')
  })

  test('is opened again when the other end no longer responds to pings', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: false })
    await once(server, 'listening')
    onTestFinished(() => server.close())
    let connections = 0
    server.on('connection', (one) => {
      connections++
      serverOf().attach(socket(one))
    })
    const { port: at } = server.address() as AddressInfo
    const options = { idle: { afterMs: 20, waitMs: 20 }, reconnect: { baseMs: 1 } }
    const peer = clientOf(socket(`ws://127.0.0.1:${at}`, options))
    const lost = expect(peer.hang()).rejects.toThrow('heartbeat timeout')
    await expect.poll(() => connections).toBeGreaterThan(1)
    await lost
    await peer.close()
  })

  test('gets no calls that were aborted before it was open', async () => {
    let asked = (_accept: () => void): void => {}
    const accepting = new Promise<() => void>((resolve) => (asked = resolve))
    const server = new WebSocketServer({
      port: 0,
      host: '127.0.0.1',
      verifyClient: (_info, done) => asked(() => done(true)),
    })
    await once(server, 'listening')
    onTestFinished(() => server.close())
    const handlers = handlersOf()
    server.on('connection', (one) => serverOf({ handlers }).attach(socket(one)))
    const { port: at } = server.address() as AddressInfo
    const peer = clientOf(socket(`ws://127.0.0.1:${at}`))
    const abort = new AbortController()
    const aborted = expect(
      peer.steps({ count: 1 }, { signal: abort.signal, onProgress: () => undefined }),
    ).rejects.toThrow('enough')
    const hanging = expect(peer.hang({ signal: abort.signal })).rejects.toThrow('enough')
    const call = peer.echo({ value: 1 })
    abort.abort(new Error('enough'))
    await Promise.all([aborted, hanging])
    const accept = await accepting
    accept()
    expect(await call).toBe(1)
    expect(handlers.started).toEqual([1])
    await peer.close()
  })

  test('ends when no attempt is left', async () => {
    const reconnect = { attempts: 2, baseMs: 1 }
    const peer = clientOf(socket('ws://127.0.0.1:9', { reconnect }))
    await expect(peer.echo({ value: 1 })).rejects.toThrow('Could not connect')
    expect(String(await peer.closed)).toContain('Could not connect')
  })
})

test('messages of a port that cannot be read are not of its channel', async () => {
  const posted: string[] = []
  const target = Object.assign(new EventEmitter(), {
    postMessage: (text: string) => posted.push(text),
  })
  serverOf().attach(port(target))
  target.emit('messageerror', new Error('not cloned'))
  target.emit('message', '{"jsonrpc":"2.0","id":1,"method":"echo"}')
  await expect.poll(() => posted).toEqual(['{"jsonrpc":"2.0","id":1,"result":null}'])
})

describe('window', () => {
  test('ignores messages of other origins and other windows', async () => {
    const page = new EventTarget()
    Object.assign(globalThis, {
      addEventListener: page.addEventListener.bind(page),
      removeEventListener: page.removeEventListener.bind(page),
    })
    onTestFinished(() => {
      Reflect.deleteProperty(globalThis, 'addEventListener')
      Reflect.deleteProperty(globalThis, 'removeEventListener')
    })
    const posted: unknown[] = []
    const frame = { postMessage: (...args: unknown[]) => posted.push(args) }
    const origin = 'https://app.example'
    const channel = window(frame, { origin })
    const texts = spied(channel)
    const emit = (event: object): boolean =>
      page.dispatchEvent(Object.assign(new Event('message'), event))
    emit({ data: 'yes', origin, source: frame })
    emit({ data: 'other origin', origin: 'https://evil.example', source: frame })
    emit({ data: 'other window', origin, source: {} })
    emit({ data: { not: 'text' }, origin, source: frame })
    channel.send('hello')
    channel.close()
    emit({ data: 'late', origin, source: frame })
    expect(texts).toEqual(['yes'])
    expect(posted).toEqual([['hello', origin]])
    for (const wrong of ['*', 'null', 'https://app.example/', 'app.example'])
      expect(() => window(frame, { origin: wrong })).toThrow('is not an origin')
  })
})

describe('close', () => {
  test('of both ends, whose handlers call each other, ends', async () => {
    const [near, far] = pair()
    const wait = { value: 1, ms: 20 }
    const attached = serverOf().attach(far)
    const peer = clientOf(near, {
      handlers: {
        twice: async (_params: object, ctx: { readonly client: typeof peer }) =>
          ctx.client.back(wait),
      },
    })
    const call = peer.back(wait)
    await peer.started()
    const closed = Promise.all([attached.close(), peer.close()])
    await expect(call).rejects.toThrow()
    await closed
  })

  test('refuses the calls that arrive meanwhile', async () => {
    const [near, far] = pair()
    const sent = spied(far)
    let finish = (): void => {}
    const peer = clientOf(near, {
      handlers: { twice: () => new Promise<number>((resolve) => (finish = () => resolve(4))) },
    })
    const call = (id: number): void =>
      far.send(`{"jsonrpc":"2.0","id":${id},"method":"twice","params":{"value":2}}`)
    call(1)
    await turn()
    const closed = peer.close()
    await turn()
    call(2)
    await expect
      .poll(() => JSON.parse(sent[0] ?? '{}') as unknown)
      .toMatchObject({
        id: 2,
        error: { code: -32002, data: { reason: 'connectionClosing' } },
      })
    finish()
    await closed
    expect(sent.slice(1, 2)).toEqual(['{"jsonrpc":"2.0","id":1,"result":4}'])
  })

  test('within a handler does not wait for the handler', async () => {
    const [near, far] = pair()
    const end = async (): Promise<number> => {
      await attached.close()
      return 5
    }
    const attached = serverOf({ handlers: { ...handlersOf(), hang: end } }).attach(far)
    const peer = clientOf(near)
    expect(await peer.hang()).toBe(5)
    expect(String(await peer.closed)).toContain('1001')
  })

  test('aborts handlers after its time limit', async () => {
    const [near, far] = pair()
    const handlers = handlersOf()
    const attached = serverOf({ handlers }).attach(far)
    const peer = clientOf(near)
    const failed = expect(peer.hang()).rejects.toThrow()
    await peer.started()
    await attached.close(1001, '', 10)
    await failed
    expect(handlers.started).toEqual(['hang', 'aborted'])
  })
})

describe('an array', () => {
  const result = (id: unknown): object => ({ jsonrpc: '2.0', id, result: id })
  const idOf = (text = ''): number => (JSON.parse(text) as { readonly id: number }).id

  test('of responses to several calls, and of a call and a cancelled one', async () => {
    const [near, far] = pair()
    const sent = spied(far)
    const peer = clientOf(near)
    const calls = [peer.echo({ value: 1 }), peer.echo({ value: 2 })]
    const batch = peer.batch((one) => Promise.all([one.echo({ value: 3 }), one.echo({ value: 4 })]))
    await turn()
    const ids = [sent[0], sent[1]].map(idOf)
    const own = (JSON.parse(sent[2] ?? '') as { readonly id: number }[]).map(({ id }) => id)
    const ask = { jsonrpc: '2.0', id: ids[0], method: 'twice', params: { value: 4 } }
    const note = { jsonrpc: '2.0', method: 'log', params: { message: 'x' } }
    far.send(JSON.stringify([ask, ...[...ids, ...own, 'late'].map(result), note]))
    expect(await Promise.all(calls)).toEqual(ids)
    expect(await batch).toEqual(own)
    await expect.poll(() => sent.at(-1)).toBe(`[{"jsonrpc":"2.0","id":${ids[0]},"result":8}]`)
  })

  test('with the progress and the response of a call', async () => {
    const [near, far] = pair()
    const sent = spied(far)
    const peer = clientOf(near)
    const seen: unknown[] = []
    const call = peer.steps({ count: 1 }, { onProgress: (n: unknown) => seen.push(n) })
    await turn()
    const id = idOf(sent[0])
    const report = { jsonrpc: '2.0', method: '$/progress', params: { token: id, value: 1 } }
    far.send(JSON.stringify([report, result(id)]))
    expect(await call).toBe(id)
    expect(seen).toEqual([1])
  })
})

test('a response over limits.bodyBytes arrives', async () => {
  const [near, far] = pair()
  const twice = (): string => 'x'.repeat(5000)
  const program = serverOf({ limits: { bodyBytes: 1000 } }).attach(far).client as Program
  clientOf(near, { handlers: { twice } })
  expect(await program.twice({ value: 1 })).toHaveLength(5000)
})

test('progress after the response is neither sent nor received', async () => {
  const [near, far] = pair()
  const sent = spied(far)
  const logged: unknown[] = []
  const peer = clientOf(near, { log: (...entry: unknown[]) => void logged.push(entry) })
  const seen: unknown[] = []
  const call = peer.steps({ count: 1 }, { onProgress: (value: unknown) => seen.push(value) })
  await turn()
  const { id } = JSON.parse(sent[0] ?? '') as { readonly id: number }
  far.send(`{"jsonrpc":"2.0","id":${id},"result":1}`)
  far.send(`{"jsonrpc":"2.0","method":"$/progress","params":{"token":${id},"value":1}}`)
  expect(await call).toBe(1)
  await turn()
  expect([sent.length, seen, logged]).toEqual([1, [], []])

  const [one, other] = pair()
  let report = (): void => {}
  const handlers = {
    ...handlersOf(),
    steps: (_params: object, ctx: { progress(value: unknown): void }) => {
      report = () => ctx.progress('late')
      return 1
    },
  }
  serverOf({ handlers }).attach(one)
  const texts = spied(other)
  other.send('{"jsonrpc":"2.0","id":1,"method":"steps","params":{"count":1,"workDoneToken":1}}')
  await turn()
  report()
  await turn()
  expect(texts).toEqual(['{"jsonrpc":"2.0","id":1,"result":1}'])
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, onTestFinished, test } from 'vitest'
import { pair, port, socket, stdio } from '@rpcloom/rpc/channels'
import { listen } from '@rpcloom/rpc/node'
import type { Attached } from '@rpcloom/rpc/server'
import { eventsOf } from './channel-events.ts'
import { clientOf, handlersOf, type Program, serverGroup, serverOf } from './ends.mjs'

// Ends that vanish and bytes that violate a protocol, over sockets and processes. Without a response, these tests would wait
// for their time limit.

const program = join(import.meta.dirname, 'serve.mjs')
type FramingName = 'lines' | 'headers' | 'values'

/** Both ends of a TCP connection. */
async function connection(): Promise<{ readonly near: Socket; readonly far: Socket }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [far] = (await once(server, 'connection')) as [Socket]
  server.close()
  for (const one of [near, far]) one.on('error', () => undefined)
  onTestFinished(() => {
    near.destroy()
    far.destroy()
  })
  return { near, far }
}

const request = (id: unknown, method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

function framed(framing: FramingName, text: string): string {
  if (framing === 'lines') return `${text}\n`
  if (framing === 'values') return text
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

async function states(calls: readonly Promise<unknown>[]): Promise<readonly string[]> {
  return (await Promise.allSettled(calls)).map(({ status }) => status)
}

/** What happens at the moment when an end vanishes. Returns calls that have to fail. */
const moments = {
  'before a call': async () => [],
  'with calls in both directions': async ({ peer, program: client }: Ends) => {
    const calls = [peer.hang(), client.wait(), peer.back({ value: 1, ms: 60_000 })]
    await peer.echo({ value: 'sent' })
    return calls
  },
  'while a handler calls back': async ({ peer, called }: Ends) => {
    const call = peer.back({ value: 1 })
    await called
    return [call]
  },
  'while the first handler is loaded': async ({ program: client }: Ends) => [
    client.twice({ value: 1 }),
  ],
  'within a frame': async ({ peer, near, far }: Ends) => {
    const call = peer.hang()
    await peer.echo({ value: 'sent' })
    for (const one of [near, far]) one.write('Content-Length: 100\r\n\r\n{"jsonrpc":"2.0"')
    await new Promise((resolve) => setImmediate(resolve))
    return [call]
  },
  'within a header': async ({ peer, near, far }: Ends) => {
    const call = peer.hang()
    await peer.echo({ value: 'sent' })
    for (const one of [near, far]) one.write('Content-Le')
    return [call]
  },
}

interface Ends {
  readonly near: Socket
  readonly far: Socket
  readonly peer: ReturnType<typeof clientOf>
  readonly program: Program
  /** Resolves when a handler of the client was called, which never responds. */
  readonly called: Promise<void>
}

describe.each(['end', 'destroy', 'resetAndDestroy'] as const)(
  'a socket that vanishes by %s',
  (how) => {
    describe.each(['near', 'far'] as const)('at the %s end', (side) => {
      test.each(Object.keys(moments) as (keyof typeof moments)[])(
        '%s',
        { timeout: 20_000 },
        async (moment) => {
          const sockets = await connection()
          const handlers = handlersOf()
          const attached = serverOf({ handlers }).attach(stdio(sockets.far, 'headers'))
          let tell = (): void => {}
          const called = new Promise<void>((resolve) => (tell = resolve))
          const twice = (): Promise<never> => {
            tell()
            return new Promise(() => {})
          }
          const peer = clientOf(stdio(sockets.near, 'headers'), { handlers: { twice } })
          const ends = { ...sockets, peer, program: attached.client as Program, called }
          const calls = await moments[moment](ends)
          sockets[side][how]()
          expect(await states(calls)).toEqual(calls.map(() => 'rejected'))
          expect(await peer.closed).toBeInstanceOf(Error)
          expect(await attached.closed).toBeInstanceOf(Error)
          const hanging = handlers.started.filter((one) => one === 'hang')
          expect(handlers.started.filter((one) => one === 'aborted').length).toBe(hanging.length)
          await expect(peer.echo({ value: 1 })).rejects.toThrow()
        },
      )
    })
  },
)

describe('a server over TCP', () => {
  /** Returns what a server responds to bytes, and why its connection ended. */
  async function responses(
    framing: FramingName,
    bytes: string,
  ): Promise<{ readonly texts: readonly string[]; readonly reason: string }> {
    const { near, far } = await connection()
    const attached = serverOf().attach(stdio(far, framing, { maxBytes: 1000 }))
    const texts: string[] = []
    stdio(near, framing).listen(eventsOf((text) => texts.push(text)))
    near.write(bytes)
    // The last call ends the connection if the bytes have not.
    near.write(framed(framing, request('last', 'echo', { value: 'last' })))
    const answered = expect.poll(() => texts.at(-1)).toContain('"last"')
    const ended = attached.closed.then(String)
    const reason = await Promise.race([ended, answered.then(() => '')])
    answered.catch(() => undefined)
    return { texts, reason }
  }

  test.each([
    ['headers', 'a gigabyte', 'Content-Length: 1000000000\r\n\r\n{"jsonrpc"', 'exceeds 1000 bytes'],
    ['headers', 'a negative length', 'Content-Length: -5\r\n\r\n{}', 'Content-Length'],
    ['headers', 'a length that is no number', 'Content-Length: many\r\n\r\n{}', 'Content-Length'],
    ['headers', 'a length with an exponent', 'Content-Length: 1e3\r\n\r\n{}', 'Content-Length'],
    ['headers', 'a line without an end', `X: ${'x'.repeat(10_000)}`, 'exceed 8192 bytes'],
    ['headers', 'lines without an end', 'X: x\r\n'.repeat(5000), 'exceed 8192 bytes'],
    ['lines', 'a line without an end', 'x'.repeat(10_000), 'A line exceeds 1000 bytes'],
    ['values', 'garbage', 'hello', 'Expected a JSON object'],
    ['values', 'brackets without an end', '['.repeat(1001), 'more than 1000 levels'],
    ['values', 'a text without an end', `{"x":"${'x'.repeat(10_000)}`, 'exceeds 1000 bytes'],
  ] as const)('over %s ends the connection for %s', async (framing, _, bytes, message) => {
    expect(await responses(framing, bytes)).toEqual({
      texts: [],
      reason: expect.stringMatching(`^ProtocolError: .*${message}`),
    })
  })

  test.each([
    ['headers', 'garbage before a header', 'Debugger attached.\n', []],
    ['headers', 'a message that is no JSON', framed('headers', '{"x'), [-32700]],
    ['lines', 'garbage', 'Debugger attached.\n', [-32700]],
    ['lines', 'bytes that are not UTF-8', '\u00ff\u00fe\n', [-32700]],
    ['values', 'an empty batch', '[]', [-32600]],
    ['values', 'responses for unknown IDs', '{"id":7,"result":1}[{"id":8,"error":{}}]', []],
  ] as const)('over %s goes on after %s', async (framing, _, bytes, codes) => {
    const { texts, reason } = await responses(framing, bytes)
    const errors = texts.slice(0, -1).map((text) => JSON.parse(text) as { readonly error: object })
    expect([reason, errors.map(({ error }) => Reflect.get(error, 'code') as unknown)]).toEqual([
      '',
      codes,
    ])
  })

  test('responds to both calls with the same ID', async () => {
    const { near, far } = await connection()
    serverOf().attach(stdio(far, 'lines'))
    const texts: string[] = []
    stdio(near, 'lines').listen(eventsOf((text) => texts.push(text)))
    near.write(`${request(1, 'steps', { count: 1 })}\n${request(1, 'echo', { value: 2 })}\n`)
    await expect.poll(() => texts.length).toBe(2)
    expect(texts.map((text) => JSON.parse(text) as unknown)).toMatchObject([
      { id: 1, result: 2 },
      { id: 1, result: 1 },
    ])
  })

  test('responds to what it has read when the caller sends no more', async () => {
    const server = createServer({ allowHalfOpen: true }, (one) => {
      serverOf().attach(stdio(one, 'lines'))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const near = connect((server.address() as AddressInfo).port, '127.0.0.1')
    near.end(`${request(1, 'steps', { count: 3 })}\n`)
    let text = ''
    for await (const part of near) text += String(part)
    expect(JSON.parse(text)).toMatchObject({ id: 1, result: 3 })
  })
})

test('batches whose responses are incomplete, mixed or repeated do not hang', async () => {
  const [near, far] = pair()
  const sent: { readonly id: number }[][] = []
  far.listen(eventsOf((text) => sent.push(JSON.parse(text) as (typeof sent)[number])))
  const peer = clientOf(near)
  const calls = [1, 2, 3].map((value) =>
    peer.batch((client) => Promise.allSettled([client.echo({ value }), client.echo({ value })])),
  )
  await expect.poll(() => sent.length).toBe(3)
  const [first = [], second = [], third = []] = sent
  const respond = (...ids: readonly unknown[]): void =>
    far.send(JSON.stringify(ids.map((id) => ({ jsonrpc: '2.0', id, result: id }))))
  respond(first[0]?.id)
  respond('unknown', second[1]?.id, second[1]?.id, first[0]?.id)
  far.send(JSON.stringify({ jsonrpc: '2.0', id: third[0]?.id, result: 1 }))
  const outcomes = await Promise.allSettled(calls)
  expect(outcomes.length).toBe(3)
  const last = peer.echo({ value: 1 })
  await expect.poll(() => sent.length).toBe(4)
  const { id } = sent[3] as unknown as { readonly id: number }
  // The second response to a call is dropped.
  for (const result of ['once', 'twice']) far.send(JSON.stringify({ jsonrpc: '2.0', id, result }))
  expect(await last).toBe('once')
})

describe('a process', () => {
  function started(framing: FramingName): ReturnType<typeof spawn> {
    const child = spawn(process.execPath, [program, framing], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }

  test('that is killed fails the calls in both directions', { timeout: 20_000 }, async () => {
    const child = started('headers')
    let tell = (): void => {}
    const called = new Promise<void>((resolve) => (tell = resolve))
    const twice = (_params: object, ctx: { readonly signal: AbortSignal }): Promise<never> => {
      ctx.signal.addEventListener('abort', tell)
      void peer.echo({ value: 1 }).then(() => child.kill('SIGKILL'))
      return new Promise(() => {})
    }
    const peer = clientOf(stdio(child, 'headers'), {
      handlers: { twice },
    })
    expect(await states([peer.hang(), peer.back({ value: 1 })])).toEqual(['rejected', 'rejected'])
    await called
    expect(String(await peer.closed)).toMatch(/SIGKILL|closed the channel/)
  })

  test.each(['lines', 'headers', 'values'] as const)(
    'whose input ends responds to the calls that it has read (%s)',
    { timeout: 20_000 },
    async (framing) => {
      const child = started(framing)
      const texts: string[] = []
      stdio(child, framing).listen(eventsOf((text) => texts.push(text)))
      const calls = [request(1, 'steps', { count: 5 }), request(2, 'back', { value: 1 })]
      const half = framed(framing, request(3, 'echo')).slice(0, 10)
      child.stdin?.end(`${calls.map((text) => framed(framing, text)).join('')}${half}`)
      expect(await once(child, 'exit')).toEqual([0, null])
      const sent = texts.map((text) => JSON.parse(text) as { readonly id?: number })
      const responses = sent.filter((one) => !('method' in one))
      expect(responses.filter(({ id }) => id === 1)).toMatchObject([{ result: 5 }])
      // The other end can no longer be called.
      expect(responses.filter((one) => one.id === 2 && 'error' in one).length).toBe(1)
    },
  )

  test('exits when the process that started it has vanished', { timeout: 20_000 }, async () => {
    const child = started('lines')
    child.stdin?.write(`${request(1, 'back', { value: 1 })}\n`)
    await once(child.stdout ?? child, 'data')
    child.stdin?.destroy()
    child.stdout?.destroy()
    expect((await once(child, 'exit'))[1]).toBe(null)
  })
})

test('a worker that is terminated fails the calls', { timeout: 20_000 }, async () => {
  const thread = new Worker(program)
  const peer = clientOf(port(thread))
  const calls = [peer.hang(), peer.back({ value: 1, ms: 60_000 })]
  await peer.echo({ value: 1 })
  await thread.terminate()
  expect(await states(calls)).toEqual(['rejected', 'rejected'])
  expect(await peer.closed).toBeInstanceOf(Error)
})

describe('a WebSocket', () => {
  const head = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n'

  test.each([
    ['closes at once', (one: Socket) => one.end()],
    ['resets at once', (one: Socket) => one.resetAndDestroy()],
    ['closes within the handshake', (one: Socket) => one.end(head)],
    [
      'accepts with a wrong key',
      (one: Socket) => one.write(`${head}connection: Upgrade\r\nsec-websocket-accept: x\r\n\r\n`),
    ],
    ['responds with garbage', (one: Socket) => one.write('hello\r\n\r\n')],
    [
      'refuses with an endless body',
      (one: Socket) => one.write(`HTTP/1.1 403 No\r\n\r\n${'x'.repeat(5000)}`),
    ],
    [
      'sends headers without an end',
      (one: Socket) => one.write(`HTTP/1.1 101 Yes\r\n${'x: y\r\n'.repeat(20_000)}`),
    ],
  ])('whose server %s fails the calls', { timeout: 20_000 }, async (_, answer) => {
    const server = createServer((one) => {
      one.on('error', () => undefined)
      one.once('data', () => answer(one))
      onTestFinished(() => void one.destroy())
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
    const peer = clientOf(socket(address, { reconnect: { attempts: 0 } }))
    expect(await states([peer.echo({ value: 1 }), peer.hang()])).toEqual(['rejected', 'rejected'])
    expect(await peer.closed).toBeInstanceOf(Error)
  })

  const upgrade = (port: number): string =>
    [
      'GET /editor HTTP/1.1',
      `host: 127.0.0.1:${port}`,
      'connection: Upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
      '',
      '',
    ].join('\r\n')
  const text = request(1, 'back', { value: 1 })
  /** A frame of a client, masked with zeros. */
  const frame = Buffer.concat([Buffer.of(0x81, 0x80 | text.length, 0, 0, 0, 0), Buffer.from(text)])
  const gigabyte = Buffer.of(0x81, 0xff, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0, 0x7b)

  test.each([
    ['half of a handshake', undefined],
    ['no frame', Buffer.of()],
    ['half of a frame', frame.subarray(0, 20)],
    ['a call whose handler calls back', frame],
    ['a frame of a gigabyte', gigabyte],
    ['a frame without a mask', Buffer.of(0x81, 0x02, 0x7b, 0x7d)],
    ['a frame with an unknown code', Buffer.of(0x83, 0x80, 0, 0, 0, 0)],
  ])('whose client vanishes after %s ends', { timeout: 20_000 }, async (_, bytes) => {
    const attached: Attached<Program>[] = []
    const handlers = handlersOf()
    const connected = (one: Attached<Program>): unknown => attached.push(one)
    const groups = [{ ...serverGroup, transports: ['http', 'ws'] as const }]
    const server = await listen(serverOf({ groups, handlers, connected }))
    onTestFinished(() => server.close())
    const client = connect(server.port, '127.0.0.1').on('error', () => undefined)
    const whole = upgrade(server.port)
    client.write(bytes ? whole : whole.slice(0, 60))
    if (bytes) {
      await expect.poll(() => attached.length).toBe(1)
      client.write(bytes)
      if (bytes === frame) await expect.poll(() => handlers.started).toEqual([1])
    }
    client.destroy()
    for (const { closed } of attached) expect(await closed).toBeInstanceOf(Error)
    await expect.poll(() => server.sockets.size).toBe(0)
    await server.close()
  })
})

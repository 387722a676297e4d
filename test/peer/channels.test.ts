import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { MessageChannel, Worker } from 'node:worker_threads'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { type Channel, type Dialer, pair, port, socket, stdio } from '@rpcloom/rpc/channels'
import { isRpcError } from '@rpcloom/rpc'
import { hasBrowser } from '../docs/browser.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { clientOf, serverOf } from './ends.mjs'
import { type Frames, openFrames } from './frame.ts'

const program = join(import.meta.dirname, 'serve.mjs')
const framings = ['lines', 'headers', 'values'] as const

function childWith(framing: (typeof framings)[number]): Channel {
  const child = spawn(process.execPath, [program, framing], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill())
  return stdio(child, framing)
}

/** Serves one end, as `serve.mjs` does, and returns the other end. */
function served([near, far]: readonly [Channel, Channel]): Channel {
  void (serverOf().attach(far).client as Greeting).log({ message: 'ready' })
  return near
}

interface Greeting {
  log(params: { readonly message: string }): Promise<void>
}

async function unixSocket(): Promise<Channel> {
  const path = join(temporaryFolder({}), 'socket')
  const server = createServer((one) => served([stdio(one, 'values'), stdio(one, 'values')]))
  server.listen(path)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const client: Socket = connect(path)
  onTestFinished(() => void client.destroy())
  return stdio(client, 'values')
}

async function webSocket(): Promise<Dialer> {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  sockets.on('connection', (one) => {
    const channel = socket(one)
    served([channel, channel])
  })
  await once(sockets, 'listening')
  onTestFinished(() => {
    for (const one of sockets.clients) one.terminate()
    sockets.close()
  })
  return socket(`ws://127.0.0.1:${(sockets.address() as { readonly port: number }).port}`)
}

function messagePorts(): Channel {
  const { port1, port2 } = new MessageChannel()
  return served([port(port1), port(port2)])
}

function worker(): Channel {
  const thread = new Worker(program)
  onTestFinished(() => void thread.terminate())
  return port(thread)
}

let frames: Frames | undefined
afterAll(() => frames?.close())

async function frame(): Promise<Channel> {
  frames ??= await openFrames()
  return frames.open()
}

/** Whether all framings are tested with processes, and not only that of most protocols. */
const isLong = process.env['RPCLOOM_LONG'] === '1'
const ofProcesses = isLong ? framings : (['headers'] as const)

const channels: readonly (readonly [name: string, open: () => Opened | Promise<Opened>])[] = [
  ['a pair in memory', () => served(pair())],
  ['message ports', messagePorts],
  ['a worker', worker],
  ['a Unix socket', unixSocket],
  ['a WebSocket', webSocket],
  ...(hasBrowser() ? [['a frame in Chromium', frame] as const] : []),
  ...ofProcesses.map((framing) => [`a child with ${framing}`, () => childWith(framing)] as const),
]
type Opened = Channel | Dialer

/** Returns the error of a promise that has to reject. */
function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  )
}

describe.each(channels)('over %s', (name, open) => {
  const isBrief = !isLong && /child|Chromium/.test(name)

  test('both ends call each other', async () => {
    const logged: string[] = []
    const log = ({ message }: { readonly message: string }): unknown => logged.push(message)
    const peer = clientOf(await open(), { handlers: { log } })
    expect(await peer.echo({ value: 'grüße 🚀' })).toBe('grüße 🚀')
    expect(await peer.back({ value: 20 })).toBe(41)
    expect(logged).toEqual(['ready'])
    const calls = Array.from({ length: 300 }, (_unused, value) => peer.back({ value }))
    expect(await Promise.all(calls)).toEqual(calls.map((_call, value) => value * 2 + 1))
    for (let n = 1; n <= 50; n++) void peer.note({ n })
    expect(await peer.noted()).toEqual(Array.from({ length: 50 }, (_unused, at) => at + 1))
    expect(logged.slice(1)).toEqual(Array.from({ length: 50 }, (_unused, at) => `noted ${at + 1}`))
    await peer.close()
  })

  if (!isBrief)
    test('errors, long messages and batches arrive whole', async () => {
      const peer = clientOf(await open())
      const long = 'ü'.repeat(1_000_000)
      expect(await peer.echo({ value: long })).toBe(long)
      const error = await failure(peer.fail())
      expect(isRpcError(error) && error.code).toBe(-32603)
      const both = await peer.batch((client) =>
        Promise.all([client.echo({ value: 1 }), client.back({ value: 2 })]),
      )
      expect(both).toEqual([1, 5])
      await peer.close()
    })

  if (!isBrief)
    test('a signal cancels a call, and progress arrives before its response', async () => {
      const peer = clientOf(await open())
      const abort = new AbortController()
      const failed = failure(peer.hang({ signal: abort.signal }))
      await peer.echo({ value: 'sent' })
      abort.abort(new Error('enough'))
      expect(await failed).toMatchObject({ message: 'enough' })
      expect(await peer.started()).toEqual(['hang', 'sent', 'aborted'])
      const seen: unknown[] = []
      const onProgress = (value: unknown): unknown => seen.push(value)
      expect(await peer.steps({ count: 3 }, { onProgress })).toBe(3)
      expect(seen).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
      await peer.close()
    })

  if (!isBrief)
    test('closing ends the channel, and calls without a response fail', async () => {
      const peer = clientOf(await open())
      await peer.echo({ value: 1 })
      const failed = failure(peer.hang())
      await peer.close()
      expect(String(await failed)).toContain('closed')
      expect(await peer.closed).toBeInstanceOf(Error)
      expect(String(await failure(peer.echo({ value: 1 })))).toContain('closed')
    })
})

test('a process that exits fails the calls in progress', async () => {
  const peer = clientOf(childWith('lines'))
  const failed = failure(peer.hang())
  await peer.end()
  expect(String(await failed)).toContain('The process ended (3)')
  expect(await peer.closed).toBeInstanceOf(Error)
})

test('a process that is killed says so, and one that closes its output gets the end of its input', async () => {
  const start = (code: string): ChildProcess => spawn(process.execPath, ['-e', code])
  const killed = start('setInterval(() => {}, 1000)')
  const failed = failure(clientOf(stdio(killed, 'lines')).hang())
  killed.kill('SIGKILL')
  expect(String(await failed)).toContain('The process ended (SIGKILL)')
  const closing = start(
    'require("fs").closeSync(1); process.stdin.on("end", () => process.exit(7)).resume()',
  )
  const { closed } = clientOf(stdio(closing, 'lines'))
  expect(String(await closed)).toContain('The process ended (7)')
})

test('a program that does not start fails the calls', async () => {
  const child = spawn('/does/not/exist')
  const peer = clientOf(stdio(child, 'lines'))
  expect(String(await failure(peer.echo({ value: 1 })))).toContain('TransportError')
  expect(() => stdio(spawn(process.execPath, ['-v'], { stdio: 'ignore' }), 'lines')).toThrow(
    'pipes',
  )
})

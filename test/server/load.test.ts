import { fork, type ChildProcess } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'

/** Ten minutes in the long form, unless the environment sets the number of seconds. */
const isLong = process.env['RPCLOOM_LONG'] === '1'
const seconds = Number(process.env['RPCLOOM_LOAD_SECONDS'] ?? (isLong ? 600 : 6))

let child: ChildProcess
let port = 0
beforeAll(async () => {
  const file = join(import.meta.dirname, 'load-server.mjs')
  child = fork(file, { execArgv: ['--expose-gc'], stdio: 'inherit' })
  const [{ port: bound }] = (await once(child, 'message')) as [{ port: number }]
  port = bound
})
afterAll(async () => {
  child.send('close')
  const [code] = (await once(child, 'exit')) as [number]
  expect(code).toBe(0)
})

interface Memory {
  readonly heapUsed: number
  readonly rss: number
  readonly sockets: number
}

async function memory(): Promise<Memory> {
  child.send('memory')
  const [now] = (await once(child, 'message')) as [Memory]
  return now
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

function post(body: string | Buffer, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request({
      agent,
      port,
      host: '127.0.0.1',
      path: '/ext/info',
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve(Buffer.concat(parts).toString()))
      response.on('error', reject)
    })
    sent.end(body)
  })
}

const good = '{"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}'
const answer = '{"jsonrpc":"2.0","id":1,"result":{"networkID":"12345"}}'
const head = 'POST /ext/info HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
const upgrade =
  'GET /ext/bc/C/ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n'

/** An action that is repeated until the time is up. */
type Deed = () => Promise<unknown>

function socket(): Socket {
  return connect(port, '127.0.0.1').on('error', () => {})
}

async function ended(one: Socket): Promise<void> {
  one.resume()
  await new Promise((resolve) => one.once('close', resolve))
}

let seed = 1
function random(below: number): number {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
  return seed % below
}

function mutated(text: string): Buffer {
  const bytes = Buffer.from(text)
  for (let n = random(6); n >= 0; n--) bytes[random(bytes.length)] = random(256)
  return bytes.subarray(0, random(3) === 0 ? random(bytes.length) : bytes.length)
}

const deeds: Readonly<Record<string, Deed>> = {
  malformed: () => post(mutated(good)),
  oversized: async () => {
    const length =
      random(2) === 0 ? 'Content-Length: 200000\r\n\r\n' : 'Transfer-Encoding: chunked\r\n\r\n'
    const one = socket()
    one.write(head + length)
    const part = 'x'.repeat(10_000)
    for (let n = 0; n < 20; n++) one.write(length.startsWith('T') ? `2710\r\n${part}\r\n` : part)
    await ended(one)
  },
  'slow heads': async () => {
    const one = socket()
    one.write('POST /ext/info HT')
    await ended(one)
  },
  'slow bodies': async () => {
    const one = socket()
    one.write(`${head}Content-Length: 50\r\n\r\n{"jso`)
    await ended(one)
  },
  aborted: async () => {
    const one = socket()
    const body = good.replace('getNetworkID', 'peers')
    one.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`)
    await after(random(20))
    one.destroy()
  },
  'no HTTP': async () => {
    const one = socket()
    one.write(randomFillSync(Buffer.alloc(1 + random(500))))
    await after(20)
    one.destroy()
  },
  'broken frames': async () => {
    const one = socket()
    one.write(upgrade)
    one.write(randomFillSync(Buffer.alloc(1 + random(500))))
    await after(random(50))
    one.destroy()
  },
  'sockets without a reader': async () => {
    const one = new WebSocket(`ws://127.0.0.1:${port}/ext/bc/C/ws`)
    one.on('error', () => {})
    await once(one, 'open')
    const text =
      '{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newPendingTransactions"]}'
    for (let n = 0; n < 20; n++) one.send(text)
    one.pause()
    await after(500 + random(1500))
    one.terminate()
  },
}

interface Tally {
  count: number
  slowest: number
}

describe('under load', () => {
  test(
    'valid calls get responses, and memory stays within limits',
    { timeout: (seconds + 60) * 1000 },
    async () => {
      const until = performance.now() + seconds * 1000
      const isOn = (): boolean => performance.now() < until
      const tallies = new Map<string, Tally>()
      const repeat = async (name: string, deed: Deed): Promise<void> => {
        const tally = tallies.get(name) ?? { count: 0, slowest: 0 }
        tallies.set(name, tally)
        while (isOn()) {
          const start = performance.now()
          await deed()
          tally.count++
          tally.slowest = Math.max(tally.slowest, performance.now() - start)
        }
      }
      const bad = Object.entries(deeds).flatMap(([name, deed]) => [
        // An invalid body may close the connection.
        repeat(name, () => deed().catch(() => undefined)),
        repeat(name, () => deed().catch(() => undefined)),
      ])
      const calls = repeat('good, HTTP', async () => {
        expect(await post(good)).toBe(answer)
        await after(1)
      })
      const socketCalls = goodSocket(repeat)
      await after(seconds * 250)
      const early = await memory()
      await Promise.all([...bad, calls, socketCalls])
      await after(3000)
      const late = await memory()
      agent.destroy()
      for (const [name, { count, slowest }] of tallies) {
        expect([name, count > 0]).toEqual([name, true])
        if (isLong) console.log(`figure: ${name}: ${count}, slowest ${slowest.toFixed(0)} ms`)
      }
      const mib = (bytes: number): string => (bytes / 2 ** 20).toFixed(0)
      if (isLong) {
        console.log(`figure: ${seconds} seconds`)
        console.log(`figure: heap ${mib(early.heapUsed)} MiB early, ${mib(late.heapUsed)} MiB late`)
        console.log(`figure: resident ${mib(early.rss)} MiB early, ${mib(late.rss)} MiB late`)
      }
      expect(late.sockets).toBe(0)
      expect(late.heapUsed).toBeLessThan(early.heapUsed + 16 * 2 ** 20)
    },
  )
})

async function goodSocket(repeat: (name: string, deed: Deed) => Promise<void>): Promise<void> {
  const one = new WebSocket(`ws://127.0.0.1:${port}/ext/bc/C/ws`)
  await once(one, 'open')
  // If the server closes a valid connection, the test must fail instead of waiting.
  const closed = once(one, 'close').then(([code]) => {
    throw new Error(`A good connection was closed (${String(code)})`)
  })
  closed.catch(() => {})
  await repeat('good, WebSocket', async () => {
    one.send('{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}')
    const [data] = (await Promise.race([once(one, 'message'), closed])) as [Buffer]
    expect(data.toString()).toBe('{"jsonrpc":"2.0","id":1,"result":"0x7"}')
  })
  one.terminate()
}

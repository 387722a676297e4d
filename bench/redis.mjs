// What processes share in Redis: notifications and pushes of a feed next to those of the feed inside one process, decisions of a limiter,
// and the time that a call waits when Redis is down, silent or slow. Starts redis-server. `node bench/redis.mjs`, after a build. Env: ROUNDS
// (3), LISTENERS (100), EVENTS for each of them (5000), PUSHES (50,000), CALLS (50,000).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { Redis } from 'ioredis'
import { redisOf } from '@rpcloom/redis'
import { feed as localFeed } from '@rpcloom/rpc/server'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'

const env = (name, fallback) => Number(process.env[name] ?? fallback)
const rounds = env('ROUNDS', 3)
const listeners = env('LISTENERS', 100)
const events = env('EVENTS', 5000)
const pushes = env('PUSHES', 50_000)
const calls = env('CALLS', 50_000)

const folder = mkdtempSync(join(tmpdir(), 'redis-'))
const port = await freePort()
const server = spawn(
  'redis-server',
  ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
  { stdio: 'ignore' },
)

const clients = {
  ioredis: (at) => new Redis({ port: at, host: '127.0.0.1', lazyConnect: true }),
  '@redis/client': (at) => createClient({ socket: { port: at, host: '127.0.0.1' } }),
}

async function opened(client, at = port, options = {}) {
  const redis = redisOf(clients[client](at), { prefix: 'bench:', log: () => {}, ...options })
  for (let n = 0; !redis.isUp && n < 500; n++) await wait(10)
  return redis
}

/** Measures the wall time and the CPU of this process in seconds. */
async function timed(work) {
  const cpu = process.cpuUsage()
  const began = performance.now()
  await work()
  const { user, system } = process.cpuUsage(cpu)
  return { seconds: (performance.now() - began) / 1000, cpu: (user + system) / 1e6 }
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const number = (value, digits = 0) =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits })

/** Events as large as those of a block header without its bloom filter. */
const eventOf = (n) => ({ number: n, hash: `0x${'ab'.repeat(32)}`, parent: `0x${'cd'.repeat(32)}` })
const position = ({ number: n }) => n
let feeds = 0

async function notifications(open) {
  const { push, listen, ready, close } = await open()
  const stops = []
  const received = Array.from({ length: listeners }, async () => {
    let count = 0
    const stop = new AbortController()
    stops.push(stop)
    for await (const event of listen(stop.signal)) if (event && ++count === events) return
  })
  await ready()
  const result = await timed(async () => {
    // In portions, as blocks arrive, so that no listener has too many unread events.
    for (let n = 1; n <= events; n++) {
      push(eventOf(n))
      if (n % 100 === 0) await wait(0)
    }
    await Promise.all(received)
  })
  for (const stop of stops) stop.abort()
  await close()
  return {
    rate: (listeners * events) / result.seconds,
    cpu: (result.cpu / listeners / events) * 1e6,
  }
}

async function pushed(client) {
  const redis = await opened(client)
  const feed = redis.feed(`pushes ${++feeds}`, { position })
  const { seconds, cpu } = await timed(async () => {
    for (let n = 1; n <= pushes; n++) {
      feed.push(eventOf(n))
      if (n % 200 === 0) await wait(0)
    }
    while ((await feed.last()) !== `${pushes}-1`) await wait(2)
  })
  await feed.close()
  redis.close()
  return { rate: pushes / seconds, cpu: (cpu / pushes) * 1e6 }
}

async function shared(client) {
  const redis = await opened(client)
  const feed = redis.feed(`notifications ${++feeds}`, { position, limit: 10_000 })
  return {
    push: feed.push,
    listen: feed.listen,
    ready: () => wait(200),
    async close() {
      await feed.close()
      redis.close()
    },
  }
}

async function local() {
  const feed = localFeed(10_000)
  return {
    push: feed.push,
    listen: feed.listen,
    ready: async () => {},
    close: async () => feed.close(),
  }
}

async function limited(client) {
  const redis = await opened(client, port, { waitMs: 2000 })
  const limiter = redis.limiter('calls', { points: 300, durationMs: 3_600_000 })
  let allowed = 0
  const key = `key ${++feeds}`
  const { seconds } = await timed(() =>
    Promise.all(
      Array.from({ length: 32 }, async (_, worker) => {
        for (let n = worker; n < calls; n += 32) if ((await limiter.take(key, 1)).allowed) allowed++
      }),
    ),
  )
  redis.close()
  if (allowed !== 300) throw new Error(`${allowed} of ${calls} calls were allowed, not 300`)
  return { rate: calls / seconds }
}

/** The longest time in milliseconds of a limit, a cached result and a poll, one after another, while Redis has a fault. */
async function longest(client, at, fault) {
  const redis = await opened(client, at)
  const limiter = redis.limiter('calls', { points: 10, durationMs: 1000 })
  const filters = redis.filters('all', {
    head: () => 1,
    changes: (_, __, to) => ({ events: [], to }),
  })
  const cache = redis.cache({ validity: () => 'latest', position: () => 1 })
  const method = { name: 'measured' }
  const group = { key: 'bench' }
  const id = await filters.add({}).catch(() => '0x1')
  await fault()
  const times = []
  const until = performance.now() + 3500
  for (let n = 0; performance.now() < until; n++) {
    const began = performance.now()
    await limiter.take('someone', 1)
    await cache({ group, method, ctx: {}, params: [n], isImplemented: true }, () => n)
    await filters.poll(id).catch(() => {})
    times.push(performance.now() - began)
    await wait(2)
  }
  redis.close()
  return Math.max(...times)
}

async function freePort() {
  const free = createServer()
  await new Promise((resolve) => free.listen(0, '127.0.0.1', resolve))
  const { port: found } = free.address()
  await new Promise((resolve) => free.close(resolve))
  return found
}

/** A proxy that delays everything once it is slow. */
async function proxy() {
  let delay = 0
  const sockets = []
  const pipe = (from, to) => {
    from.on('data', (chunk) => (delay ? setTimeout(() => to.write(chunk), delay) : to.write(chunk)))
    from.on('error', () => {})
  }
  const listening = createServer((inbound) => {
    const outbound = connect(port, '127.0.0.1')
    sockets.push(inbound, outbound)
    pipe(inbound, outbound)
    pipe(outbound, inbound)
  })
  await new Promise((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return {
    port: listening.address().port,
    slow: (ms) => (delay = ms),
    close() {
      for (const socket of sockets) socket.destroy()
      listening.close()
    },
  }
}

const kinds = {
  'notifications to listeners in one process, without Redis': () => notifications(local),
  'notifications to listeners in one process, ioredis': () =>
    notifications(() => shared('ioredis')),
  'notifications to listeners in one process, `@redis/client`': () =>
    notifications(() => shared('@redis/client')),
  'pushes of one process, ioredis': () => pushed('ioredis'),
  'pushes of one process, `@redis/client`': () => pushed('@redis/client'),
  'decisions of a limiter, 32 at once, ioredis': () => limited('ioredis'),
  'decisions of a limiter, 32 at once, `@redis/client`': () => limited('@redis/client'),
}
const results = new Map(Object.keys(kinds).map((kind) => [kind, []]))
try {
  for (let round = 0; round <= rounds; round++)
    for (const [kind, run] of Object.entries(kinds)) {
      const result = await run()
      // The first round warms up.
      if (round > 0) results.get(kind).push(result)
    }
  const rows = [...results].map(([kind, measured]) => [
    kind,
    number(median(measured.map(({ rate }) => rate))),
    measured[0].cpu === undefined ? '' : number(median(measured.map(({ cpu }) => cpu)), 2),
  ])

  const faults = []
  for (const client of Object.keys(clients)) {
    const slow = []
    for (const ms of [5, 22, 100]) {
      const slowed = await proxy()
      slow.push(await longest(client, slowed.port, () => slowed.slow(ms)))
      slowed.close()
    }
    const silent = await longest(client, port, () => server.kill('SIGSTOP'))
    server.kill('SIGCONT')
    const down = await longest(client, await freePort(), () => {})
    faults.push(
      [client, down, silent, ...slow].map((one) =>
        typeof one === 'string' ? `\`${one}\`` : number(one, 1),
      ),
    )
  }

  await writeSection(
    'Redis',
    [
      `\`node bench/redis.mjs\` on ${machine()}, medians of ${rounds} interleaved rounds. Redis runs on the same machine. Feeds: ${listeners} listeners and ${number(events)} events, or ${number(pushes)} pushes. Limiter: ${number(calls)} calls of one key, of which exactly the 300 of the limit pass.`,
      '',
      markdownTable([['', 'a second', 'CPU of the process, µs each'], ...rows]),
      '',
      'The longest time in milliseconds that a call with a limit, a cached result and a poll waits in 3.5 seconds, while Redis is down, silent (SIGSTOP) or slow by the given time in each direction:',
      '',
      markdownTable([['client', 'down', 'silent', '5 ms', '22 ms', '100 ms'], ...faults]),
    ].join('\n'),
  )
} finally {
  server.kill('SIGCONT')
  server.kill()
  await once(server, 'exit')
  rmSync(folder, { recursive: true, force: true })
}

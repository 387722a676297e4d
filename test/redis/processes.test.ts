import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createClient, http, webSocket } from '@native-node/client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { closeAll, connected, freePort, hasRedis, pause, RedisServer } from './server.ts'

const folder = resolve(import.meta.dirname, '../../examples/serving/processes')

describe.skipIf(!hasRedis)('two processes behind a balancer (need redis-server)', () => {
  let redis: RedisServer
  let base = ''
  let ports: readonly number[] = []
  const processes: ChildProcess[] = []
  const temporary = mkdtempSync(join(tmpdir(), 'processes-'))

  async function start(port: number): Promise<void> {
    const program = join(folder, 'server.mjs')
    const started = spawn(process.execPath, [program, String(port), redis.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    processes.push(started)
    await once(started.stdout, 'data')
  }

  beforeAll(async () => {
    redis = await RedisServer.start()
    const [balancer, one, other] = await Promise.all([freePort(), freePort(), freePort()])
    ports = [one, other]
    base = `http://127.0.0.1:${balancer}`
    const replaced: Readonly<Record<string, number>> = { 8100: balancer, 8101: one, 8102: other }
    const given = readFileSync(join(folder, 'nginx.conf'), 'utf8')
    const configuration = given.replaceAll(/\b810[012]\b/g, (port) => String(replaced[port]))
    writeFileSync(join(temporary, 'nginx.conf'), `pid ${temporary}/pid;\n${configuration}`)
    await Promise.all([start(one), start(other)])
    execFileSync('nginx', ['-c', join(temporary, 'nginx.conf'), '-e', join(temporary, 'log')])
  })
  afterAll(async () => {
    closeAll()
    process.kill(Number(readFileSync(join(temporary, 'pid'), 'utf8')))
    for (const one of processes) one.kill()
    await redis.remove()
    rmSync(temporary, { recursive: true })
  })

  test('share a limit', async () => {
    const socket = webSocket(base.replace('http', 'ws'), { reconnect: { baseMs: 1 } })
    onTestFinished(() => socket.close())
    const client = createClient({ transport: http(base), subscriptions: socket })
    const heads = client.cChain.subscribe('newHeads')
    await heads.ready
    // On a busy machine, Redis may be too slow for a call, which then counts for its process only.
    for (let before = -1, now = await fallbacks(); before < now; now = await fallbacks()) {
      before = now
      await redis.clear()
      const pids = new Set<number>()
      for (let n = 0; n < 20; n++) pids.add((await client.info.getNetworkID()).networkID)
      expect(pids.size).toBe(2)
      const refused = await client.info.getNetworkID().catch((error: unknown) => error)
      if ((await fallbacks()) === before) expect(refused).toMatchObject({ code: -32005 })
    }
  })

  /** Returns the number of calls that were not counted together. */
  async function fallbacks(): Promise<number> {
    const counts = ports.map(async (port) => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      return Number(/limiter_total\{result="fallback"\} (\d+)/.exec(text)?.[1])
    })
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  }

  test('continue a subscription when the process that serves it is killed', async () => {
    await redis.clear()
    const socket = webSocket(base.replace('http', 'ws'), { reconnect: { baseMs: 1 } })
    onTestFinished(() => socket.close())
    const client = createClient({ transport: http(base), subscriptions: socket })
    const numbers: bigint[] = []
    const heads = client.cChain.subscribe('newHeads')
    await heads.ready
    await pause(300)
    const read = (async () => {
      for await (const { number } of heads) if (numbers.push(number) === 20) return
    })()
    const pushing = await connected(redis.port, 'node-redis', { prefix: 'example:' })
    const feed = pushing.feed<{ number: number }>('heads', { position: ({ number }) => number })
    onTestFinished(() => feed.close())
    for (let number = 1; number <= 20; number++) {
      feed.push({ number })
      await pause(20)
      // One of the two served the subscription; nginx connects to the other one.
      if (number === 7) await restart(0)
      if (number === 14) await restart(1)
    }
    await read
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => BigInt(n + 1)))
  })

  async function restart(at: number): Promise<void> {
    const killed = processes[at]
    if (killed === undefined) return
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    const [, , port = ''] = killed.spawnargs
    await start(Number(port))
  }
})

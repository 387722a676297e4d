import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import { Redis } from 'ioredis'
import { redisOf, type RedisOptions, type SharedRedis } from '@rpcloom/redis'

const program = pathOf('redis-server')

/** Whether suites that need Redis run. In the gate, they fail if it is missing. */
export const hasRedis: boolean = program !== undefined || process.env['RPCLOOM_ALL_SUITES'] === '1'
if (program === undefined) console.warn('Skipped: redis-server is not installed.')

function pathOf(name: string): string | undefined {
  try {
    return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

/** Redis in a temporary folder, on a port of the loopback interface. */
export class RedisServer {
  readonly port: number
  readonly #folder: string
  readonly #isPersistent: boolean
  #process: ChildProcess | undefined

  private constructor(port: number, isPersistent: boolean) {
    this.port = port
    this.#folder = mkdtempSync(join(tmpdir(), 'redis-'))
    this.#isPersistent = isPersistent
  }

  static async start(isPersistent: boolean = false): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), isPersistent)
    await server.resume()
    return server
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  /** Starts the server again. Resolves once it responds. */
  async resume(): Promise<void> {
    const appends = this.#isPersistent ? 'yes' : 'no'
    const options = {
      port: this.port,
      bind: '127.0.0.1',
      dir: this.#folder,
      appendonly: appends,
      // The default writes up to two seconds later while the disk is busy.
      appendfsync: 'always',
    }
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
    this.#process = spawn(program ?? '', [...args, '--save', ''], { stdio: 'ignore' })
    const client = new Redis({
      port: this.port,
      host: '127.0.0.1',
      retryStrategy: () => 10,
      maxRetriesPerRequest: null,
    })
    client.on('error', () => {})
    await client.ping()
    client.disconnect()
  }

  /** Kills the server, as a crash does. */
  async kill(): Promise<void> {
    const running = this.#process
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
  }

  /** Makes the server silent: it keeps its connections, and responds to nothing. */
  freeze(): void {
    this.#process?.kill('SIGSTOP')
  }

  thaw(): void {
    this.#process?.kill('SIGCONT')
  }

  /** Deletes all keys. */
  async clear(): Promise<void> {
    const client = new Redis({ port: this.port, host: '127.0.0.1' })
    await client.flushall()
    client.disconnect()
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

const opened: { close(): unknown }[] = []

export type ClientName = 'ioredis' | 'node-redis'
export const clients: readonly ClientName[] = ['ioredis', 'node-redis']

/** Connects with ioredis or node-redis. Calls wait longer than by default, so that they do not fail on a busy machine. */
export async function connected(
  port: number,
  client: ClientName,
  options: Partial<RedisOptions> = {},
): Promise<SharedRedis> {
  const redis = disconnected(port, client, { waitMs: 2000, ...options })
  await isUp(redis)
  return redis
}

export async function isUp(redis: SharedRedis): Promise<void> {
  while (!redis.isUp) await pause(2)
}

/** Like `connected`, without waiting for the connection. A call waits for Redis as long as by default. */
export function disconnected(
  port: number,
  client: ClientName,
  { password, ...given }: Partial<RedisOptions> & { readonly password?: string } = {},
): SharedRedis {
  const options = { prefix: 'test:', log: () => {}, ...given }
  const auth = password === undefined ? {} : { password }
  const redis =
    client === 'ioredis'
      ? redisOf(new Redis({ port, host: '127.0.0.1', lazyConnect: true, ...auth }), options)
      : redisOf(createClient({ socket: { port, host: '127.0.0.1' }, ...auth }), options)
  opened.push(redis)
  return redis
}

export function closeAll(): void {
  for (const redis of opened.splice(0)) redis.close()
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

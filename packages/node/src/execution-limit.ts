import { isIPv6 } from 'node:net'
import { performance } from 'node:perf_hooks'
import { RpcError } from '@native-node/server'
import type { Middleware } from '@rpcloom/rpc/server'

/** Time in which the execution time of a client is forgotten, in milliseconds. */
export const WINDOW_MS = 20_000
/** Number of clients from which those without recent calls are forgotten. */
const MOST_CLIENTS = 10_000

export interface ExecutionLimitOptions {
  /** Maximum execution time of a client within {@link WINDOW_MS}, in milliseconds. */
  readonly limitMs: number
  /** To this set, a listener is added for the time in milliseconds that other threads ran for a client. */
  readonly worked?: Set<(address: string, milliseconds: number) => void>
  /** Returns the time in milliseconds. */
  readonly now?: () => number
  /** Returns the time in milliseconds for which the event loop was busy. */
  readonly busy?: () => number
}

interface Client {
  /** Number of calls in progress. */
  open: number
  /** Execution time in milliseconds, less what is forgotten. */
  used: number
  /** When `used` was computed: as time, and as total share of the clients. */
  at: number
  share: number
}

/**
 * Middleware that limits the execution time of each client, by its address. Calls beyond the limit fail with -32005
 * and the time to wait. The time for which the event loop is busy is charged in equal parts to all clients with calls in
 * progress, since a call cannot measure its own part. The time of worker threads is charged to the clients for which they
 * run.
 */
export function executionLimit(options: ExecutionLimitOptions): Middleware {
  const { limitMs } = options
  const times = new ExecutionTimes(options)
  options.worked?.add((address, milliseconds) => times.charge(clientOf(address), milliseconds))
  return ({ ctx }, next) => {
    if (ctx.remote === undefined) return next()
    const key = clientOf(ctx.remote)
    const used = times.usedBy(key)
    if (used >= limitMs) {
      const retryAfterMs = Math.ceil(((used - limitMs) / limitMs) * WINDOW_MS) + 1
      throw new RpcError(-32_005, `Too much execution time; retry in ${retryAfterMs} ms`, {
        data: { reason: 'executionTimeExceeded', retryAfterMs },
      })
    }
    return times.run(key, next)
  }
}

/** The execution times of clients. */
class ExecutionTimes {
  readonly #clients = new Map<string, Client>()
  readonly #perMs: number
  readonly #now: () => number
  readonly #busy: () => number
  /** The busy time per client with calls in progress, in total. */
  #share = 0
  #lastBusy: number
  /** Number of clients with calls in progress. */
  #open = 0

  constructor({ limitMs, now = () => performance.now(), busy = busyTime }: ExecutionLimitOptions) {
    this.#perMs = limitMs / WINDOW_MS
    this.#now = now
    this.#busy = busy
    this.#lastBusy = busy()
  }

  usedBy(key: string): number {
    const client = this.#clients.get(key)
    if (client === undefined) return 0
    this.#settle(client)
    return client.used
  }

  /** Charges time of another thread. */
  charge(key: string, milliseconds: number): void {
    const client = this.#begin(key)
    client.used += milliseconds
    this.#end(client)
  }

  /** Runs a call, which may return a promise. */
  run(key: string, call: () => unknown): unknown {
    const client = this.#begin(key)
    let result: unknown
    try {
      result = call()
    } catch (error) {
      this.#end(client)
      throw error
    }
    if (!(result instanceof Promise)) {
      this.#end(client)
      return result
    }
    return result.finally(() => this.#end(client))
  }

  #begin(key: string): Client {
    this.#advance()
    const known = this.#clients.get(key)
    const client = known ?? { open: 0, used: 0, at: this.#now(), share: this.#share }
    this.#settle(client)
    if (client.open++ === 0) this.#open++
    // The clients without recent calls come first.
    this.#clients.delete(key)
    this.#clients.set(key, client)
    if (this.#clients.size > MOST_CLIENTS) this.#forget()
    return client
  }

  #end(client: Client): void {
    this.#settle(client)
    if (--client.open === 0) this.#open--
  }

  /** Charges the busy time since the last call to the clients with calls in progress. */
  #advance(): void {
    const busy = this.#busy()
    if (this.#open > 0) this.#share += (busy - this.#lastBusy) / this.#open
    this.#lastBusy = busy
  }

  #settle(client: Client): void {
    this.#advance()
    const now = this.#now()
    const charged = client.open > 0 ? this.#share - client.share : 0
    client.used = Math.max(0, client.used + charged - (now - client.at) * this.#perMs)
    client.at = now
    client.share = this.#share
  }

  #forget(): void {
    for (const [key, client] of this.#clients) {
      this.#settle(client)
      if (client.open > 0) continue
      if (client.used > 0) return
      this.#clients.delete(key)
    }
  }
}

function busyTime(): number {
  return performance.eventLoopUtilization().active
}

/** Returns the part of an address that identifies a client. A client with IPv6 has all addresses of a /64 network. */
export function clientOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address
  const [head = '', tail] = address.replace(/%.*/, '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? 0 : tail.split(':').length
  const filled =
    tail === undefined ? groups : [...groups, ...Array<string>(8 - groups.length - after).fill('0')]
  return filled.slice(0, 4).join(':')
}

import { stringify } from '@rpcloom/schema/json'
import type { McpClient } from './protocol.ts'

/** Time in milliseconds after which a resource is read again. */
const INTERVAL_MS = 5000

interface Watch {
  readonly timer: ReturnType<typeof setInterval>
  readonly count: number
}

/** Reads the resources of subscriptions again and again, and reports changes to all clients. */
export class Watches {
  readonly #clients = new Set<McpClient>()
  readonly #watches = new Map<string, Watch>()

  /** Adds a client until its connection ends. */
  listen({
    client,
    closed,
  }: {
    readonly client: McpClient
    readonly closed: Promise<unknown>
  }): void {
    this.#clients.add(client)
    void closed.then(() => this.#clients.delete(client))
  }

  add(uri: string, read: () => Promise<unknown>): void {
    const known = this.#watches.get(uri)
    if (known) return void this.#watches.set(uri, { ...known, count: known.count + 1 })
    let before: string | undefined
    const check = async (): Promise<void> => {
      if (this.#clients.size === 0) return
      // A server that cannot be reached has not changed.
      const now = await read().then(
        (value) => stringify(value),
        () => before,
      )
      if (before !== undefined && now !== before)
        for (const client of this.#clients) void client.updated({ uri })
      before = now
    }
    void check()
    const timer = setInterval(() => void check(), INTERVAL_MS)
    timer.unref()
    this.#watches.set(uri, { timer, count: 1 })
  }

  delete(uri: string): void {
    const { timer, count = 0 } = this.#watches.get(uri) ?? {}
    if (count > 1 && timer) return void this.#watches.set(uri, { timer, count: count - 1 })
    clearInterval(timer)
    this.#watches.delete(uri)
  }
}

import type { Attached } from '@rpcloom/rpc/server'
import { stringify } from '@rpcloom/schema/json'
import type { McpClient } from './protocol.ts'

/** Time in milliseconds after which a resource is read again. */
const INTERVAL_MS = 5000

/** Reads the resources of subscriptions again and again, and reports changes to all clients. */
export class Watches {
  readonly #clients = new Set<McpClient>()
  /** The timer of each address, and the number of its subscriptions. */
  readonly #watches = new Map<string, { readonly timer: NodeJS.Timeout; count: number }>()

  /** Adds a client until its connection ends. */
  listen({ client, closed }: Pick<Attached<McpClient>, 'client' | 'closed'>): void {
    this.#clients.add(client)
    void closed.then(() => this.#clients.delete(client))
  }

  add(uri: string, read: () => Promise<unknown>): void {
    const known = this.#watches.get(uri)
    if (known) return void known.count++
    let before: unknown
    const check = async (): Promise<void> => {
      // A server that cannot be reached has not changed.
      const now = await read().then(stringify, () => before)
      if (before !== undefined && now !== before)
        for (const client of this.#clients) void client.updated({ uri })
      before = now
    }
    void check()
    this.#watches.set(uri, {
      timer: setInterval(() => void check(), INTERVAL_MS).unref(),
      count: 1,
    })
  }

  delete(uri: string): void {
    const watch = this.#watches.get(uri)
    if (!watch || --watch.count > 0) return
    clearInterval(watch.timer)
    this.#watches.delete(uri)
  }
}

import type { Attached } from '@rpcloom/rpc/server'
import { stringify } from '@rpcloom/schema/json'
import type { McpClient } from './protocol.ts'
import { Recent } from './recent.ts'

/** Time in milliseconds after which a resource is read again. */
const INTERVAL_MS = 5000

interface Listener extends Pick<Attached<McpClient>, 'client' | 'closed'> {
  readonly session: unknown
}

/** Reads the resources of subscriptions again and again, and reports changes to the sessions that subscribed. */
export class Watches {
  readonly #listeners = new Set<Listener>()
  /** The timer of each address, and the sessions that subscribed to it. */
  readonly #watches = new Recent<string, { timer: NodeJS.Timeout; sessions: Set<unknown> }>(
    ({ timer }) => clearInterval(timer),
  )

  /** Adds a client until its connection ends. */
  listen(listener: Listener): void {
    this.#listeners.add(listener)
    void listener.closed.then(() => this.#listeners.delete(listener))
  }

  add(uri: string, session: unknown, read: () => Promise<unknown>): void {
    const known = this.#watches.get(uri)
    if (known) return void known.sessions.add(session)
    const sessions = new Set([session])
    let before: unknown
    const check = async (): Promise<void> => {
      const listening = [...this.#listeners].filter((one) => sessions.has(one.session))
      if (listening.length === 0 && before !== undefined) return
      // A server that cannot be reached has not changed.
      const now = await read().then(stringify, () => before)
      if (before !== undefined && now !== before)
        for (const { client } of listening) void client.updated({ uri })
      before = now
    }
    void check()
    const timer = setInterval(() => void check(), INTERVAL_MS).unref()
    this.#watches.set(uri, { timer, sessions })
  }

  delete(uri: string, session: unknown): void {
    const watch = this.#watches.get(uri)
    watch?.sessions.delete(session)
    if (!watch || watch.sessions.size > 0) return
    clearInterval(watch.timer)
    this.#watches.delete(uri)
  }
}

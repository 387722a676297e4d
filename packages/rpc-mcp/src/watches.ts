import { createHash } from 'node:crypto'
import type { Attached } from '@rpcloom/rpc/server'
import { Recent } from '@rpcloom/schema/internal'
import { stringify } from '@rpcloom/schema/json'
import type { McpClient } from './protocol.ts'

/** Time in milliseconds after which a resource is read again, from the end of the last read. */
const INTERVAL_MS = 5000

interface Listener extends Pick<Attached<McpClient>, 'client' | 'closed'> {
  readonly session: unknown
}

/** Reads the resources of subscriptions again and again, and reports changes to the sessions that subscribed. */
export class Watches {
  readonly #listeners = new Set<Listener>()
  /** The sessions that subscribed to each address, and what ends its watch. */
  readonly #watches = new Recent<string, { end: AbortController; sessions: Set<unknown> }>(
    ({ end }) => end.abort(),
  )

  /** Adds a client until its connection ends. */
  listen(listener: Listener): void {
    this.#listeners.add(listener)
    void listener.closed.then(() => this.#listeners.delete(listener))
  }

  add(uri: string, session: unknown, read: () => Promise<unknown>): void {
    const known = this.#watches.get(uri)
    if (known) return void known.sessions.add(session)
    const [sessions, end] = [new Set([session]), new AbortController()]
    let before: string | undefined
    const check = async (): Promise<void> => {
      const listening = [...this.#listeners].filter((one) => sessions.has(one.session))
      if (listening.length > 0 || before === undefined) {
        // A server that cannot be reached has not changed.
        const now = await read().then(digest, () => before)
        if (before !== undefined && now !== before)
          for (const { client } of listening) void client.updated({ uri })
        before = now
      }
      if (!end.signal.aborted) setTimeout(() => void check(), INTERVAL_MS).unref()
    }
    void check()
    this.#watches.set(uri, { end, sessions })
  }

  delete(uri: string, session: unknown): void {
    const watch = this.#watches.get(uri)
    watch?.sessions.delete(session)
    if (!watch || watch.sessions.size > 0) return
    watch.end.abort()
    this.#watches.delete(uri)
  }
}

function digest(value: unknown): string {
  return createHash('sha256').update(stringify(value)).digest('base64')
}

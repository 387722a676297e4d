import type { Context } from '@rpcloom/rpc/server'
import type { McpClient } from './protocol.ts'

/** Header of the session of a client over HTTP. */
export const SESSION = 'mcp-session-id'

/** Number of sessions whose levels are kept. */
const MOST = 1000

interface Caller extends Pick<Context<McpClient>, 'client'> {
  readonly transport?: Context['transport'] | undefined
  readonly headers?: Context['headers'] | undefined
}

/** Returns what identifies a client between its calls: its session over HTTP, and its connection otherwise. */
export function sessionOf({ transport, headers = {}, client }: Caller): unknown {
  return transport === 'http' ? headers[SESSION]?.toString() : client
}

/** The least severe level of the log messages that each session gets. */
export class Levels {
  readonly #levels = new Map<unknown, unknown>()

  of(caller: Caller): unknown {
    return this.#levels.get(sessionOf(caller)) ?? 'info'
  }

  set(caller: Caller, level: unknown): void {
    const session = sessionOf(caller)
    if (session === undefined) return
    this.#levels.delete(session)
    this.#levels.set(session, level)
    const [oldest] = this.#levels.keys()
    if (this.#levels.size > MOST) this.#levels.delete(oldest)
  }
}

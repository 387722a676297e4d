import type { Context } from '@rpcloom/rpc/server'

/** Header of the session of a client over HTTP. */
export const SESSION = 'mcp-session-id'
/** Header of the version of the protocol. */
export const VERSION = 'mcp-protocol-version'

interface Caller {
  readonly client: unknown
  readonly headers?: Context['headers'] | undefined
}

/** Returns what identifies a client between its calls: its session over HTTP, and its connection otherwise. */
export function sessionOf({ headers, client }: Caller): unknown {
  return headers?.[SESSION]?.toString() ?? client
}

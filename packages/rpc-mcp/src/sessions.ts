import type { Context } from '@rpcloom/rpc/server'
import type { McpClient } from './protocol.ts'

/** Header of the session of a client over HTTP. */
export const SESSION = 'mcp-session-id'

interface Caller extends Pick<Context<McpClient>, 'client'> {
  readonly headers?: Context['headers'] | undefined
}

/** Returns what identifies a client between its calls: its session over HTTP, and its connection otherwise. */
export function sessionOf({ headers, client }: Caller): unknown {
  return headers?.[SESSION]?.toString() ?? client
}

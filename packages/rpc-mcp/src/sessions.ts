import { SESSION } from '@rpcloom/rpc/internal'
import type { Scope } from '@rpcloom/rpc/server'

/** Header of the version of the protocol. */
export const VERSION = 'mcp-protocol-version'

type Caller = Pick<Scope, 'headers'> & { readonly client: unknown }

/** Returns what identifies a client between its calls: its session over HTTP, and its connection otherwise. */
export function sessionOf({ headers, client }: Caller): unknown {
  return headers?.[SESSION]?.toString() ?? client
}

import { buildClient, type ClientTable } from '../client/client.ts'
import type { Transport } from '../client/types.ts'
import type { Caller } from '../server/types.ts'
import type { Peer } from './peer.ts'

/** Returns the other end of a peer as handlers see it. The functions are bound on first use. */
export function callerOf(peer: Peer, methods: ClientTable, call: Transport = peer.call): Caller {
  let client: unknown
  return {
    get client() {
      return (client ??= buildClient(methods, call))
    },
    get pending() {
      return peer.pending
    },
    progress: (params, value) => peer.progress(params, value),
  }
}

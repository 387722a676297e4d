import type { Transport } from '../client/types.ts'
import type { Caller } from '../server/types.ts'
import type { Peer } from './peer.ts'

/** Returns the other end of a peer as handlers see it. Its client is made on first use. */
export function callerOf(
  peer: Peer,
  makeClient: (transport: Transport) => unknown,
  call: Transport = peer.call,
): Caller {
  let client: unknown
  return {
    get client() {
      return (client ??= makeClient(call))
    },
    get pending() {
      return peer.pending
    },
    isCaller: peer.isCaller,
    progress: (params, value) => peer.progress(params, value),
  }
}

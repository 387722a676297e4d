import type { Channel, Outgoing } from '../channel/channel.ts'
import { buildClient, type ClientTable } from '../client/client.ts'
import { callerOf } from '../peer/caller.ts'
import { type Incoming, Peer, type PeerParts } from '../peer/peer.ts'
import type { Attached, Caller } from './types.ts'

interface Serving extends Omit<PeerParts, 'dial' | 'incoming'> {
  /** The methods that the other end implements. */
  readonly client: ClientTable
  readonly connect: (channel: Outgoing, caller: Caller) => Incoming
}

/** Serves the other end of a channel. */
export function attached(channel: Channel, { client, connect, ...options }: Serving): Attached {
  const peer = new Peer({
    ...options,
    dial(events) {
      channel.listen(events)
      return channel
    },
    incoming: () => connect(peer, caller),
  })
  const caller = callerOf(peer, (transport) => buildClient(client, transport))
  return {
    get client() {
      return caller.client
    },
    closed: peer.closed,
    close: (code = 1001, reason, withinMs) => peer.finish({ code, reason, withinMs }),
  }
}

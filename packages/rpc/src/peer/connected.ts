import type { ChannelEvents, Outgoing } from '../channel/channel.ts'
import type { Transport } from '../client/types.ts'
import type { Peer } from './peer.ts'

/** Members that every peer has, in addition to those of its client. */
export interface PeerBase {
  /** Resolves with the reason when the channel has ended, and is not opened again. */
  readonly closed: Promise<Error>
  /**
   * Refuses further calls, waits at most 10 seconds for the handlers in progress, then closes the channel. Pending calls fail.
   * Called by a handler before its first `await`, it resolves at once, and the channel is closed after the handler has returned.
   */
  close(): Promise<void>
}

/** A peer with what makes its calls. */
export interface Connected extends PeerBase {
  readonly transport: Transport
}

/** Creates a peer of a connection that `dial` opens. */
export type NewPeer = (dial: (events: ChannelEvents) => Outgoing | Promise<Outgoing>) => Peer

/** Opens connections to an address, again after a loss. `socket` returns it. */
export interface Dialer {
  redial(newPeer: NewPeer): Connected
}

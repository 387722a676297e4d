import type { Channel } from '../channel/channel.ts'
import type { Transport } from '../client/types.ts'
import type { RpcDispatcher } from '../server/dispatcher.ts'
import type { Limits, Log, Middleware, ServerGroup } from '../server/types.ts'
import { callerOf } from './caller.ts'
import type { Connected, Dialer, NewPeer, PeerBase } from './connected.ts'
import { Peer } from './peer.ts'
import type { Protocol } from './protocol.ts'

/** Options of a peer: those that its user passes, and what generated code adds. */
export interface BuildPeerOptions<Client> extends Protocol {
  /** The channel to the other end. A dialled channel is opened again after a loss. */
  readonly channel: Channel | Dialer
  /**
   * Time limit of a call in milliseconds, which restarts with each report of progress. There is no limit by default, since
   * a call may wait for a person.
   */
  readonly timeoutMs?: number
  /** Limits of the calls of the other end. */
  readonly limits?: Partial<Limits>
  /** Middleware of the handlers. */
  readonly middleware?: readonly Middleware[]
  /** Receives errors of handlers; the console by default. */
  readonly log?: Log
  /** Returns the client of the methods that the other end implements. */
  readonly client: (transport: Transport) => Client
  /** The groups that this end implements. */
  readonly groups: readonly ServerGroup[]
  /** Handlers by group key. */
  readonly handlers: Readonly<Record<string, object | undefined>>
  /** `unversioned` for a protocol whose messages have no member `jsonrpc`. */
  readonly dialect?: 'unversioned'
}

/**
 * Returns a client of the methods that the other end of a channel implements, whose handlers answer the calls of the other
 * end.
 */
export function buildPeer<Client extends object>(
  options: BuildPeerOptions<Client>,
): Client & PeerBase {
  const { channel } = options
  const newPeer = peersOf(options)
  const connected = 'redial' in channel ? channel.redial(newPeer) : fixed(channel, newPeer)
  const { transport, closed, close } = connected
  return Object.assign(options.client(transport), { closed, close })
}

function fixed(channel: Channel, newPeer: NewPeer): Connected {
  const peer = newPeer((events) => {
    channel.listen(events)
    return channel
  })
  return { transport: peer.call, closed: peer.closed, close: () => peer.finish() }
}

/** Returns a function that creates a peer. All its peers have the same handlers. */
function peersOf(options: BuildPeerOptions<object>): NewPeer {
  const { client, dialect } = options
  let loading: Promise<RpcDispatcher> | undefined
  return (dial) => {
    const peer: Peer = new Peer({
      ...options,
      dial,
      isCaller: true,
      unversioned: dialect === 'unversioned',
      async incoming() {
        loading ??= dispatcherOf(options)
        return (await loading).connect(peer, { transport: 'channel', caller })
      },
    })
    const caller = callerOf(peer, client)
    return peer
  }
}

/** Loads the dispatcher with the first call, since many peers are never called. */
async function dispatcherOf(options: BuildPeerOptions<object>): Promise<RpcDispatcher> {
  const { client: _client, dialect, ...serving } = options
  const { RpcDispatcher, unversionedDialect } = await import('../server/for-peers.ts')
  return new RpcDispatcher({ ...serving, ...(dialect && { dialect: () => unversionedDialect }) })
}

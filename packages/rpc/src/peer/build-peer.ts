import type { Channel, ChannelEvents, Dialer, Outgoing } from '../channel/channel.ts'
import { timeLimit } from '../client/abort.ts'
import { buildClient, type ClientTable } from '../client/client.ts'
import { Backoff, type ReconnectOptions } from '../client/socket/backoff.ts'
import type { Transport } from '../client/types.ts'
import { TimeoutError, TransportError } from '../errors.ts'
import type { RpcDispatcher } from '../server/dispatcher.ts'
import type { Limits, Log, Middleware, ServerGroup } from '../server/types.ts'
import { callerOf } from './caller.ts'
import { Peer } from './peer.ts'
import type { Protocol } from './protocol.ts'

/** Options of a peer that its user passes. */
export interface PeerSettings {
  /** The channel to the other end. A dialled channel is opened again after a loss. */
  readonly channel: Channel | Dialer
  /**
   * Time limit of a call in milliseconds, which restarts with each report of progress. There is no limit by default, since
   * a call may wait for a person.
   */
  readonly timeoutMs?: number
  /** Attempts and delays of dialled channels. */
  readonly reconnect?: ReconnectOptions
  /** Limits of the calls of the other end. */
  readonly limits?: Partial<Limits>
  /** Middleware of the handlers. */
  readonly middleware?: readonly Middleware[]
  /** Receives errors of handlers; the console by default. */
  readonly log?: Log
}

/** Options of a peer, with what generated code passes. */
export interface BuildPeerOptions extends PeerSettings, Protocol {
  /** The methods that the other end implements. */
  readonly methods: ClientTable
  /** The groups that this end implements. */
  readonly groups: readonly ServerGroup[]
  /** Handlers by group key. */
  readonly handlers: Readonly<Record<string, object | undefined>>
  /** `unversioned` for a protocol whose messages have no member `jsonrpc`. */
  readonly dialect?: 'unversioned'
}

/** Members that every peer has, in addition to those of its client. */
export interface PeerBase {
  /** Resolves with the reason when the channel has ended, and is not opened again. */
  readonly closed: Promise<Error>
  /** Accepts no further calls, waits for the handlers in progress, then closes the channel. Pending calls fail. */
  close(): Promise<void>
}

/**
 * Returns a client of the methods that the other end of a channel implements, whose handlers answer the calls of the other
 * end. The type argument is the interface of the client; generated code guarantees that it matches `methods`.
 */
export function buildPeer<Client extends object>(options: BuildPeerOptions): Client & PeerBase {
  const { channel } = options
  const connected = 'dial' in channel ? redialled(channel, options) : fixed(channel, options)
  const { transport, closed, close } = connected
  return Object.assign(buildClient<Client>(options.methods, transport), { closed, close })
}

interface Connected extends PeerBase {
  readonly transport: Transport
}

function fixed(channel: Channel, options: BuildPeerOptions): Connected {
  const peer = peersOf(options)((events) => {
    channel.listen(events)
    return channel
  })
  return { transport: peer.call, closed: peer.closed, close: () => peer.finish() }
}

/** Time limit in milliseconds for opening a connection. */
const DIAL_MS = 30_000

/** Returns a connection that is opened again after a loss, until no attempt is left. */
function redialled(dialer: Dialer, options: BuildPeerOptions): Connected {
  const backoff = new Backoff(options.reconnect)
  const newPeer = peersOf(options)
  let ended: Error | undefined
  let resolve: (error: Error) => void = () => {}
  const closed = new Promise<Error>((given) => (resolve = given))
  let timer: ReturnType<typeof setTimeout> | undefined
  let abort = new AbortController()
  const end = (error: Error): void => {
    ended ??= error
    clearTimeout(timer)
    resolve(ended)
  }
  const open = (): Peer => {
    clearTimeout(timer)
    const openedAt = performance.now()
    const dialling = (abort = new AbortController())
    const peer = newPeer((events) => {
      const limit = timeLimit(DIAL_MS, () =>
        dialling.abort(new TimeoutError(`No connection within ${DIAL_MS} ms`)),
      )
      return dialer.dial(events, dialling.signal).finally(() => clearTimeout(limit))
    })
    void peer.closed.then((error) => {
      backoff.recordLifetime(performance.now() - openedAt)
      const next = ended ? undefined : backoff.next()
      if (!next) return end(error)
      timer = setTimeout(() => (current = open()), next.waitMs)
    })
    return peer
  }
  let current = open()
  return {
    closed,
    // Calls between two connections fail at once: the other end has lost its state.
    transport: (request) => current.call(request),
    async close() {
      ended = new TransportError('The peer is closed')
      abort.abort(ended)
      await current.finish()
      end(ended)
    },
  }
}

/** Opens the channel of a peer. */
type Dial = (events: ChannelEvents) => Outgoing | Promise<Outgoing>

/** Returns a function that creates a peer. All its peers have the same handlers. */
function peersOf(options: BuildPeerOptions): (dial: Dial) => Peer {
  const { cancel, progress, timeoutMs, methods, dialect } = options
  let loading: Promise<RpcDispatcher> | undefined
  return (dial) => {
    const peer: Peer = new Peer({
      cancel,
      progress,
      timeoutMs,
      dial,
      unversioned: dialect === 'unversioned',
      async incoming() {
        loading ??= dispatcherOf(options)
        return (await loading).connect(peer, { transport: 'channel', caller })
      },
    })
    const caller = callerOf(peer, methods)
    return peer
  }
}

/** Loads the dispatcher with the first call, since many peers are never called. */
async function dispatcherOf(options: BuildPeerOptions): Promise<RpcDispatcher> {
  const { groups, handlers, limits, middleware, log, cancel, progress, methods, dialect } = options
  const { RpcDispatcher, unversionedDialect } = await import('../server/for-peers.ts')
  return new RpcDispatcher({
    groups,
    handlers,
    cancel,
    progress,
    client: methods,
    ...(limits && { limits }),
    ...(middleware && { middleware }),
    ...(log && { log }),
    ...(dialect && { dialect: () => unversionedDialect }),
  })
}

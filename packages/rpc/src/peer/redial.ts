import type { ChannelEvents, Outgoing } from '../channel/channel.ts'
import { timeLimit } from '../client/abort.ts'
import { Backoff, type ReconnectOptions } from '../client/socket/backoff.ts'
import { type IdleOptions, startHeartbeat } from '../client/socket/heartbeat.ts'
import { TimeoutError, TransportError } from '../errors.ts'
import type { Connected, NewPeer } from './connected.ts'
import type { Peer } from './peer.ts'

/** Time limit in milliseconds for opening a connection. */
const DIAL_MS = 30_000

/** Options of connections that are opened again. */
export interface RedialOptions {
  /** Options for reconnecting after the connection was lost. Calls in progress always fail. */
  readonly reconnect?: ReconnectOptions
  /** Options of the heartbeat: an idle connection is checked, and closed if the other end does not respond. */
  readonly idle?: IdleOptions
}

/** Opens a connection. Rejects with the error of the attempt, or with the signal's reason. */
type Dial = (events: ChannelEvents, signal: AbortSignal) => Promise<Outgoing>

/**
 * Returns a connection that is opened again after a loss, until no attempt is left. Calls between two connections fail at
 * once, since the other end may have lost its state.
 */
export function redialled(
  dial: Dial,
  newPeer: NewPeer,
  { reconnect, idle }: RedialOptions,
): Connected {
  const backoff = new Backoff(reconnect)
  let ended: Error | undefined
  let resolve: (error: Error) => void = () => {}
  const closed = new Promise<Error>((given) => (resolve = given))
  let timer: ReturnType<typeof setTimeout> | undefined
  let abort = new AbortController()
  const open = (): Peer => {
    let openedAt: number | undefined
    const dialling = (abort = new AbortController())
    const peer: Peer = newPeer((events) => {
      const limit = timeLimit(DIAL_MS, () =>
        dialling.abort(new TimeoutError(`No connection within ${DIAL_MS} ms`)),
      )
      return dial(events, dialling.signal)
        .then((opened) => {
          openedAt = performance.now()
          const end = startHeartbeat(beating(peer, opened), idle, () =>
            peer.close(1001, 'heartbeat timeout'),
          )
          void peer.closed.then(end)
          return opened
        })
        .finally(() => clearTimeout(limit))
    })
    void peer.closed.then((error) => {
      backoff.recordLifetime(openedAt === undefined ? 0 : performance.now() - openedAt)
      const next = ended ? undefined : backoff.next()
      if (next) timer = setTimeout(() => (current = open()), next.waitMs)
      else resolve(ended ?? error)
    })
    return peer
  }
  let current = open()
  return {
    closed,
    transport: (request) => current.call(request),
    async close() {
      ended = new TransportError('The peer is closed')
      clearTimeout(timer)
      await current.finish()
      abort.abort(ended)
      resolve(ended)
    },
  }
}

/** Returns a peer as its heartbeat sees it. The platform sends the pings if it can. */
function beating({ session }: Peer, { ping }: Outgoing): Parameters<typeof startHeartbeat>[0] {
  return {
    get lastReceivedAt() {
      return session.lastReceivedAt
    },
    ping(method) {
      if (ping) ping()
      else if (method !== undefined) session.callHeartbeat(method)
      return ping !== undefined || method !== undefined
    },
  }
}

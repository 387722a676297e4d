import type { ChannelEvents, Outgoing } from '../channel/channel.ts'
import { timeLimit } from '../client/abort.ts'
import { Backoff, type ReconnectOptions } from '../client/socket/backoff.ts'
import { TimeoutError, TransportError } from '../errors.ts'
import type { Connected, NewPeer } from './connected.ts'
import type { Peer } from './peer.ts'

/** Time limit in milliseconds for opening a connection. */
const DIAL_MS = 30_000

/** Opens a connection. Rejects with the error of the attempt, or with the signal's reason. */
type Dial = (events: ChannelEvents, signal: AbortSignal) => Promise<Outgoing>

/**
 * Returns a connection that is opened again after a loss, until no attempt is left. Calls between two connections fail at
 * once, since the other end may have lost its state.
 */
export function redialled(dial: Dial, newPeer: NewPeer, options?: ReconnectOptions): Connected {
  const backoff = new Backoff(options)
  let ended: Error | undefined
  let resolve: (error: Error) => void = () => {}
  const closed = new Promise<Error>((given) => (resolve = given))
  let timer: ReturnType<typeof setTimeout> | undefined
  let abort = new AbortController()
  const open = (): Peer => {
    let openedAt: number | undefined
    const dialling = (abort = new AbortController())
    const peer = newPeer((events) => {
      const limit = timeLimit(DIAL_MS, () =>
        dialling.abort(new TimeoutError(`No connection within ${DIAL_MS} ms`)),
      )
      return dial(events, dialling.signal)
        .then((opened) => {
          openedAt = performance.now()
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

import { HttpError } from '@rpcloom/rpc'
import type { Before } from '../before.ts'
import type { PlayedClient } from '../played-client.ts'
import type { Send } from '../run.ts'
import type { Exchange, Stray } from '../types.ts'
import { dial } from '@rpcloom/rpc/internal/dial'
import { failureOf, type OpenChannel, openConnection } from './connection.ts'
import { read, subscribe } from './subscribe.ts'
import { type SharedState, SocketSession } from './session.ts'

/** Options for sending cases over WebSockets. */
export interface SocketSendOptions extends ConnectionSendOptions {
  /** Returns the full address for a path, with ws or wss. */
  readonly addressOf: (path: string) => string
  /** Headers of the handshake. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** Maximum size of a message in bytes: 64 MiB by default. */
  readonly maxBytes?: number
}

/** Options for sending cases over any connection. */
export interface ConnectionSendOptions {
  /** Time limit of a response in milliseconds: 10 000 by default. */
  readonly timeoutMs?: number
  /** How long to wait for events of a subscription, in milliseconds: 3000 by default, at most `timeoutMs`. */
  readonly eventMs?: number
  /** Resolves when the next message may be sent. Limits the rate of messages. */
  readonly turn?: () => Promise<void>
  /** Keeps events that no case expects for `events`. By default, they are strays. */
  readonly keepEvents?: boolean
  /** What is sent over each connection before the cases. */
  readonly before?: Before
  /** Answers what the server asks. */
  readonly client?: PlayedClient
}

/** Sends cases over connections. Close it when you no longer need it. */
export interface SocketSend {
  readonly send: Send
  /** Waits for messages in transit and returns all unexpected messages. */
  readonly strays: () => Promise<readonly Stray[]>
  /**
   * Returns the events that were kept since the last call. Waits for a number of them, as long as for events of a
   * subscription.
   */
  readonly events: (count: number) => Promise<readonly string[]>
  readonly close: () => void
}

const DEFAULT_TIMEOUT_MS = 10_000
const DEFAULT_EVENT_MS = 3000

/**
 * Sends cases over one connection per path. Opens a new connection after the server has closed the previous
 * one.
 */
export function socketSend(options: SocketSendOptions): SocketSend {
  const { addressOf, headers = [], timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes } = options
  const dialOptions = {
    headers: joinedHeaders(headers),
    ...(maxBytes !== undefined && { maxBytes }),
  }
  // Opens a WebSocket in the same way as the client.
  return connectionSend(options, (path) => (events) => {
    return dial(addressOf(path), events, dialOptions, AbortSignal.timeout(timeoutMs))
  })
}

/** Sends cases over the connections that `open` returns for a path. */
export function connectionSend(
  options: ConnectionSendOptions,
  open: (path: string) => OpenChannel,
): SocketSend {
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const { turn = () => Promise.resolve(), eventMs = DEFAULT_EVENT_MS } = options
  const shared: SharedState = {
    answered: new Map(),
    ended: new Map(),
    strays: [],
    lateProbes: new Set(),
    last: undefined,
    probes: 0,
  }
  const waits = { shared, timeoutMs, eventMs: Math.min(eventMs, timeoutMs) }
  const sessions = new Map<string, SocketSession>()
  const kept: string[] = []
  const onEvent = options.keepEvents ? (text: string): unknown => kept.push(text) : undefined
  const sessionAt = async (path: string): Promise<SocketSession> => {
    const before = sessions.get(path)
    if (before && !before.connection.isOver) return before
    const connection = await openConnection(playing(open(path), options.client))
    const session = new SocketSession(connection, shared, { timeoutMs, turn, onEvent })
    sessions.set(path, session)
    const reason = options.before && (await opened(session, path, options.before))
    if (reason === undefined) return session
    closeAt(path)
    throw new Error(reason)
  }
  const closeAt = (path: string): void => {
    sessions.get(path)?.connection.close()
    sessions.delete(path)
  }
  return {
    async send(request) {
      let session: SocketSession
      try {
        session = await sessionAt(request.path)
      } catch (error) {
        return handshakeFailure(error, timeoutMs)
      }
      if (request.kind === 'subscription') {
        const exchange = await subscribe(session, request, waits)
        // Without a response, the subscription may still be open, so its connection is closed.
        if (exchange.unsubscribed === undefined) closeAt(request.path)
        return exchange
      }
      const exchange = await session.ask(request)
      if (request.kind === 'call' && request.closeAfter) closeAt(request.path)
      return exchange
    },
    async strays() {
      for (const session of sessions.values()) {
        if (session.connection.isOver) continue
        const { texts } = await session.settle(timeoutMs)
        for (const text of texts) session.stray(text)
      }
      return shared.strays
    },
    async events(count) {
      for (const session of sessions.values()) {
        await read(session, {
          milliseconds: waits.eventMs,
          isEnough: () => kept.length >= count,
          onOther: (text) => session.stray(text),
        })
      }
      return kept.splice(0)
    },
    close() {
      for (const path of sessions.keys()) closeAt(path)
    },
  }
}

/** Returns a channel whose calls a client answers. */
function playing(open: OpenChannel, client: PlayedClient | undefined): OpenChannel {
  if (!client) return open
  return (events) => {
    // The first call may arrive before the channel is returned.
    const channel = Promise.resolve(
      open({
        ...events,
        text(text) {
          if (text === undefined || !client.take(text, send)) events.text(text)
        },
      }),
    )
    const send = (text: string): void => void channel.then((opened) => opened.send(text))
    return channel
  }
}

/** Sends what comes before the cases. Returns why no cases can be sent. */
async function opened(
  session: SocketSession,
  path: string,
  { messages, check }: Before,
): Promise<string | undefined> {
  for (const call of messages) {
    if (call.id === undefined) session.connection.send(JSON.stringify(call))
    else {
      const reason = check(call, await session.ask({ kind: 'call', path, call }))
      if (reason !== undefined) return reason
    }
  }
  return undefined
}

/**
 * Returns the outcome of a connection that could not be opened. For an unknown path, the server rejects the
 * handshake over HTTP.
 */
function handshakeFailure(error: unknown, timeoutMs: number): Exchange {
  if (error instanceof HttpError && error.status === 404) {
    return { kind: 'response', status: 404, contentType: '', body: error.body }
  }
  return failureOf(error, timeoutMs)
}

/** Joins the values of headers with the same name (RFC 9110, section 5.3). */
function joinedHeaders(
  headers: readonly (readonly [name: string, value: string])[],
): Readonly<Record<string, string>> {
  const all = new Map<string, string>()
  for (const [name, value] of headers) {
    const before = all.get(name)
    all.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(all)
}

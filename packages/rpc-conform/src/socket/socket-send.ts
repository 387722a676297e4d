import { HttpError } from '@rpcloom/rpc'
import type { Send } from '../run.ts'
import type { Exchange, Stray } from '../types.ts'
import { failureOf, openLine } from './line.ts'
import { subscribe } from './subscribe.ts'
import { type Known, Talk } from './talk.ts'

/** How requests go over WebSockets. */
export interface SocketSendOptions {
  /** The whole address of a path: ws or wss. */
  readonly addressOf: (path: string) => string
  /** Of the request for a connection. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** How long an answer may take: 10 000 unless given. */
  readonly timeoutMs?: number
  /** How long events of a subscription are waited for: 3000 unless given, and never longer than `timeoutMs`. */
  readonly eventMs?: number
  /** The most that a message may hold: 64 MiB unless given. */
  readonly maxBytes?: number
  /** Waits until the next message may go. */
  readonly turn?: () => Promise<void>
}

/** Requests over WebSockets, whose connections have to be closed. */
export interface SocketSend {
  readonly send: Send
  /** What came and was owed to nothing, after what was under way has come. */
  readonly strays: () => Promise<readonly Stray[]>
  readonly close: () => void
}

const DEFAULT_TIMEOUT_MS = 10_000
const DEFAULT_EVENT_MS = 3000

/** Sends cases over one connection for each path, which is opened again where the server closed it. */
export function socketSend(options: SocketSendOptions): SocketSend {
  const { addressOf, headers = [], timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes } = options
  const { turn = () => Promise.resolve(), eventMs = DEFAULT_EVENT_MS } = options
  const known: Known = {
    answered: new Map(),
    ended: new Map(),
    strays: [],
    lateProbes: new Set(),
    last: undefined,
    probes: 0,
  }
  const waits = { known, timeoutMs, eventMs: Math.min(eventMs, timeoutMs) }
  const talks = new Map<string, Talk>()
  const talkAt = async (path: string): Promise<Talk> => {
    const there = talks.get(path)
    if (there && !there.line.isOver) return there
    const line = await openLine(addressOf(path), {
      headers: merged(headers),
      timeoutMs,
      ...(maxBytes !== undefined && { maxBytes }),
    })
    const talk = new Talk(line, known, { timeoutMs, turn })
    talks.set(path, talk)
    return talk
  }
  const giveUp = (path: string): void => {
    talks.get(path)?.line.close()
    talks.delete(path)
  }
  return {
    async send(request) {
      let talk: Talk
      try {
        talk = await talkAt(request.path)
      } catch (error) {
        return unopened(error, timeoutMs)
      }
      if (request.kind === 'subscription') {
        const heard = await subscribe(talk, request, waits)
        // Whether anything is open still, only the server knows.
        if (heard.ended === undefined) giveUp(request.path)
        return heard
      }
      const heard = await talk.ask(request)
      if (request.kind === 'call' && request.isLast) giveUp(request.path)
      return heard
    },
    async strays() {
      for (const talk of talks.values()) {
        if (talk.line.isOver) continue
        const { texts } = await talk.settle(timeoutMs)
        for (const text of texts) talk.stray(text)
      }
      return known.strays
    },
    close() {
      for (const path of talks.keys()) giveUp(path)
    },
  }
}

/** A path that leads nowhere says so over HTTP, before there is a connection. */
function unopened(error: unknown, timeoutMs: number): Exchange {
  if (error instanceof HttpError && error.status === 404) {
    return { kind: 'answer', status: 404, contentType: '', body: error.body }
  }
  return failureOf(error, timeoutMs)
}

/** Headers of one name are one header (RFC 9110, section 5.3). */
function merged(
  headers: readonly (readonly [name: string, value: string])[],
): Readonly<Record<string, string>> {
  const all = new Map<string, string>()
  for (const [name, value] of headers) {
    const before = all.get(name)
    all.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(all)
}

import { buildClient, type ClientTable } from '../client/client.ts'
import type { Transport, TransportResponse } from '../client/types.ts'
import { TransportError } from '../errors.ts'
import { SESSION } from '../headers.ts'
import { callerOf } from '../peer/caller.ts'
import { Peer } from '../peer/peer.ts'
import { paramsOf, type Protocol } from '../peer/protocol.ts'
import { RunningCalls } from './running-calls.ts'
import type { CallStream, CancellableCalls, Scope } from './types.ts'

interface Streaming extends Protocol {
  readonly client: ClientTable
  readonly unversioned: boolean | undefined
}

type Message = Readonly<Record<string, unknown>>

/**
 * The requests that were sent in event streams, and the calls of sessions. Their responses and the reports of their progress arrive as requests of
 * their own, as in the transport Streamable HTTP of MCP.
 */
export class CallStreams {
  /** Peers by the IDs of their requests. */
  readonly #peers = new Map<unknown, Peer>()
  /** Calls that can be cancelled, by session and ID. */
  readonly #running = new RunningCalls()

  /** Returns the caller of one request. Its messages are sent with `send`. */
  open(send: (text: string) => void, { client, ...protocol }: Streaming): CallStream {
    const end = (): void => peer.end(new TransportError('The call has ended'))
    const peer = new Peer({
      ...protocol,
      isCaller: true,
      dial: () => ({ send, close: () => undefined }),
      incoming: () => Promise.reject(new TransportError('An event stream has no calls')),
    })
    return {
      caller: callerOf(peer, (transport) => buildClient(client, transport), this.#transport(peer)),
      end,
    }
  }

  /** Returns the calls of a session. Without one, calls cannot be cancelled, since their IDs can be guessed. */
  runningOf({ headers }: Scope): CancellableCalls | undefined {
    const session = headers?.[SESSION]
    if (session === undefined) return undefined
    const key = (id: string): string => keyOf(session, id)
    return {
      add: (id, call) => this.#running.add(key(id), call),
      delete: (id, call) => this.#running.delete(key(id), call),
    }
  }

  /**
   * Passes a response, a report of progress or a cancellation to its request. Returns false if it matches no request.
   * `textOf` returns the text of the message.
   */
  receive(
    message: Message,
    textOf: () => string,
    names: Protocol & Pick<Scope, 'headers'>,
  ): boolean {
    const { cancel, progress, headers } = names
    if (!('method' in message))
      return this.#peers.get(message['id'])?.session.receive(message, textOf()) ?? false
    const id = cancel && paramsOf(message, cancel.method)?.[cancel.id]
    if (id !== undefined) this.#running.cancel(keyOf(headers?.[SESSION], JSON.stringify(id)), false)
    const token = progress && paramsOf(message, progress.method)?.[progress.token]
    return this.#peers.get(token)?.notify(message, textOf()) ?? false
  }

  /** Any caller may send responses, so the IDs of requests cannot be guessed. */
  #transport(peer: Peer): Transport {
    const call: Transport = async (request) => {
      if (request.batch) return joined(await Promise.all(request.batch.map(call)))
      if (request.id === undefined) return peer.call(request)
      const id = randomId()
      this.#peers.set(id, peer)
      try {
        const response = await peer.call({ ...request, id })
        return { ...response, message: { ...Object(response.message), id: request.id } as unknown }
      } finally {
        this.#peers.delete(id)
      }
    }
    return call
  }
}

function keyOf(session: unknown, id: string): string {
  return `${String(session)} ${id}`
}

function joined(responses: readonly TransportResponse[]): TransportResponse {
  return { status: 200, message: responses.flatMap(({ message }) => message ?? []) }
}

/** Returns a random integer of 53 bits, the most that every JSON parser keeps. */
function randomId(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return (high >>> 11) * 2 ** 32 + low
}

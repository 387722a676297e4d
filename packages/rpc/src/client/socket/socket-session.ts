import { ProtocolError } from '../../errors.ts'
import { isRecord } from '../../json-rpc.ts'
import type { ChannelEvents, Outgoing } from '../../channel/channel.ts'
import { Session } from './session.ts'

/** Callbacks of a session to its connection. */
export interface SessionEvents {
  /** Called when the session has ended. Its calls have already failed. */
  end(error: Error): void
  /** Called with an ignored message that matches no request or subscription. */
  stray(text: string): void
}

/** The session of a client, whose channel has responses and events only. */
export class SocketSession extends Session implements ChannelEvents {
  /** Resolves when the channel is open. */
  readonly opened: Promise<void>
  readonly #events: SessionEvents
  #channel: Outgoing | undefined
  #keepsAlive: boolean | undefined

  constructor(
    dial: (events: ChannelEvents) => Outgoing | Promise<Outgoing>,
    events: SessionEvents,
  ) {
    super(
      (text) => this.#channel?.send(text),
      (error) => events.end(error),
    )
    this.#events = events
    const dialled = dial(this)
    const opened = (channel: Outgoing): void => {
      this.#channel = channel
      this.changed()
    }
    if (dialled instanceof Promise) this.opened = dialled.then(opened)
    else this.opened = Promise.resolve(opened(dialled))
  }

  /** Makes the channel keep the process alive while there are calls or subscriptions. */
  protected override changed(): void {
    const isUsed = !this.isIdle
    if (isUsed !== this.#keepsAlive) this.#channel?.keepAlive?.(isUsed)
    this.#keepsAlive = isUsed
  }

  /**
   * Sends a ping, or calls `method` if the platform cannot send pings. Returns false if both are impossible.
   */
  ping(method: string | undefined): boolean {
    if (this.#channel?.ping) this.#channel.ping()
    else if (method !== undefined) this.callHeartbeat(method)
    else return false
    return true
  }

  /** Closes the channel. Pending calls fail with the error. */
  close(error: Error, code: number = 1000): void {
    this.#channel?.close(code, '')
    this.end(error)
  }

  text(text: string | undefined = ''): void {
    this.alive()
    if (this.hasEnded) return
    try {
      const message: unknown = JSON.parse(text)
      if (isRecord(message) && typeof message['method'] === 'string') {
        if (!this.notify(message, text)) this.#events.stray(text)
      } else if (!isRecord(message) && !Array.isArray(message)) this.#violated('no message', text)
      else if (!this.receive(message, text))
        this.#violated('a response that matches no request', text)
    } catch {
      // A message may also be too deep.
      this.#violated('no readable JSON', text)
    }
  }

  drain(): void {}

  /**
   * Handles an invalid message. It may be the response to a pending call, so the session ends if there are
   * pending calls.
   */
  #violated(what: string, text: string): void {
    if (this.pending === 0) return this.#events.stray(text)
    this.#channel?.close(1002, what)
    this.end(new ProtocolError(`The server sent ${what}`, { body: text.slice(0, 1000) }))
  }
}

/**
 * An open, ordered, two-way flow of messages: a WebSocket, a MessagePort, the standard streams of a process or
 * a pair in memory.
 */
export interface Channel {
  /** Sends a message. Messages sent after the channel has ended are dropped. */
  send(text: string): void
  /** Starts receiving. Called once. Messages received earlier are not lost. */
  listen(events: ChannelEvents): void
  /** Closes the channel, with a close code of RFC 6455 if the channel has such codes. */
  close(code?: number, reason?: string): void
  /** Number of bytes that were sent but not yet transmitted. Absent if unknown. */
  readonly bufferedAmount?: number
  /** Stops receiving until `resume` is called. Absent if the channel cannot pause. */
  pause?(): void
  resume?(): void
  /** Called when the response to a call is no longer wanted. Absent if that needs nothing but a message. */
  cancel?(id: unknown): void
  /** Sends a ping. Absent if the channel does not support pings. */
  ping?(): void
  /** Sets whether the channel keeps the process alive. Absent if the channel does not support this. */
  keepAlive?(active: boolean): void
}

/** Events of a channel. */
export interface ChannelEvents {
  /** Called with each message; `undefined` for a message that is not text. */
  text(text: string | undefined): void
  /** Called when the channel can send more messages. */
  drain(): void
  /** Called when anything other than a message was received, such as a pong. */
  alive(): void
  /** Called once, when the channel has ended. */
  end(error: Error): void
  /**
   * Called once, when the other end sends no further messages but still receives. After a time, `end` follows. Without this
   * function, `end` is called at once.
   */
  done?(error: Error): void
}

/** The sending half of a channel. */
export type Outgoing = Omit<Channel, 'listen'>

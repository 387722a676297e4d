/** An open WebSocket, or its equivalent in memory. */
export interface OpenSocket {
  send(text: string): void
  close(code: number, reason: string): void
  /** Sends a ping. Absent if the platform does not support pings. */
  ping?(): void
  /** Sets whether the connection keeps the process alive. Absent if the platform does not support this. */
  keepAlive?(active: boolean): void
}

/** Events of an open socket. */
export interface SocketEvents {
  text(text: string): void
  /** Called when a frame other than a text message was received, such as a pong. */
  alive(): void
  /** Called once, when the connection has ended. */
  end(error: Error): void
}

/** Options for opening a WebSocket. */
export interface DialOptions {
  /** Replacement for the platform's WebSocket. */
  readonly webSocket?: WebSocketConstructor
  /** Headers of the handshake request. Node only: other platforms do not support them. */
  readonly headers?: Readonly<Record<string, string>>
  /** Maximum message size in bytes: 64 MiB by default. Node only. */
  readonly maxBytes?: number
}

/** Opens a socket. Rejects with the error of the attempt, or with the signal's reason. */
export type Dial = (
  url: string,
  events: SocketEvents,
  options: DialOptions,
  signal: AbortSignal,
) => Promise<OpenSocket>

/** The members of the browsers' `WebSocket` that this package uses. The package `ws` also implements them. */
export interface WebSocketLike {
  send(text: string): void
  close(code?: number, reason?: string): void
  addEventListener(type: 'open', listener: () => void): void
  addEventListener(type: 'error', listener: (event: object) => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(
    type: 'close',
    listener: (event: { readonly code: number; readonly reason: string }) => void,
  ): void
}

/** Creates and connects a WebSocket. */
export type WebSocketConstructor = new (url: string) => WebSocketLike

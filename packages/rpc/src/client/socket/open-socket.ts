import type { ChannelEvents, Outgoing } from '../../channel/channel.ts'

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
  events: ChannelEvents,
  options: DialOptions,
  signal: AbortSignal,
) => Promise<Outgoing>

/** The members of the browsers' `WebSocket` that this package uses. The package `ws` also implements them. */
export interface WebSocketLike {
  readonly bufferedAmount?: number
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

/** One open connection that carries texts in both directions. */
export interface Wire {
  send(text: string): void
  close(code: number, reason: string): void
  /** Asks the other side for a sign of life, where the platform can. */
  ping?(): void
  /** Whether the connection keeps the process alive, where the platform lets it choose. */
  hold?(active: boolean): void
}

/** What a connection tells of. */
export interface WireEvents {
  text(text: string): void
  /** A sign of life that is no text. */
  alive(): void
  /** Nothing comes any more; `error` says why. Told once, and only after the connection was open. */
  end(error: Error): void
}

/** How to open a connection. */
export interface DialOptions {
  /** Used instead of the platform's way to connect; it always wins. */
  readonly webSocket?: WebSocketConstructor
  /** Sent with the request for the connection; Node only, no other platform lets a program choose them. */
  readonly headers?: Readonly<Record<string, string>>
  /** Longest message that is taken: 64 MiB unless given. Node only. */
  readonly maxBytes?: number
}

/** Opens a connection; rejects where there is none to be had, and with the signal's reason. */
export type Dial = (
  url: string,
  events: WireEvents,
  options: DialOptions,
  signal: AbortSignal,
) => Promise<Wire>

/** The part of a WebSocket of a browser that is used; the package `ws` has it too. */
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

/** Makes one and connects it. */
export type WebSocketConstructor = new (url: string) => WebSocketLike

/** An address without user, password and query: what a message may show. */
export function shownAddress(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

export interface HttpOptions {
  /** Used instead of the platform's way to send; it always wins. */
  readonly fetch?: typeof fetch
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** For the whole exchange: 30 seconds unless given, 0 for no limit. */
  readonly timeoutMs?: number
  /** Longest answer that is read, where the platform lets the transport stop: node:http alone; 256 MiB unless given. */
  readonly maxBytes?: number
}

/**
 * The address of a path below a base address; `/` is the base address itself, as it was given.
 * A query of the base address, which is where services put keys, goes with every path.
 */
export function addressOf(baseUrl: string, path: string): string {
  return path === '/'
    ? baseUrl
    : baseUrl.replace(
        /\/*(\?|$)/,
        (_, mark: string) => path + (path.includes('?') ? mark && '&' : mark),
      )
}

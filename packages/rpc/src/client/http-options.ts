/** Options of the HTTP transport. */
export interface HttpOptions {
  /** Replaces the platform's function. */
  readonly fetch?: typeof fetch
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Time limit of the whole exchange: 30 seconds by default, 0 for no limit. */
  readonly timeoutMs?: number
  /** Maximum size of a response, on node:http only: 256 MiB by default. */
  readonly maxBytes?: number
}

/**
 * Returns the address of a path below a base address; the base address itself for `/`. Keeps the query of the
 * base address, because some services expect an API key there.
 */
export function addressOf(baseUrl: string, path: string): string {
  return path === '/'
    ? baseUrl
    : baseUrl.replace(
        /\/*(\?|$)/,
        (_, mark: string) => path + (path.includes('?') ? mark && '&' : mark),
      )
}

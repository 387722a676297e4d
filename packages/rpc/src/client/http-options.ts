/** Options of the HTTP transport. */
export interface HttpOptions {
  /** Replacement for the platform's `fetch`. */
  readonly fetch?: typeof fetch
  /** Headers sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Time limit of the whole exchange in milliseconds: 30 seconds by default, 0 for no limit. */
  readonly timeoutMs?: number
  /** Maximum size of a response in bytes: 256 MB by default. */
  readonly maxBytes?: number
}

export const DEFAULT_MAX_RESPONSE_BYTES: number = 256e6

/**
 * Returns the address of a path below a base address. Returns the base address itself for `/`. Keeps the
 * query of the base address, because some services expect an API key in it.
 */
export function addressOf(baseUrl: string, path: string): string {
  return path === '/'
    ? baseUrl
    : baseUrl.replace(
        /\/*(\?|$)/,
        (_, mark: string) => path + (path.includes('?') ? mark && '&' : mark),
      )
}

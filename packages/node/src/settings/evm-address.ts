/**
 * The addresses of an external EVM node. The addresses may contain credentials: never log or print
 * them.
 */
export interface EvmAddress {
  readonly url: string
  /** Address for subscriptions. The default is the address for calls, with `ws` or `wss`. */
  readonly socketUrl: string
}

export function isEvmUrl(text: string): boolean {
  return URL.canParse(text) && /^(https?|wss?):$/.test(new URL(text).protocol)
}

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

export function isEvmSocketUrl(text: string): boolean {
  return URL.canParse(text) && /^wss?:$/.test(new URL(text).protocol)
}

/** Returns the address without user, password, path and query, which may contain credentials. */
export function shownOrigin(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

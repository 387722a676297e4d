/** Receives warnings. */
export type WarningListener = (message: string) => void

const warned = new Set<string>()
let listener: WarningListener = (message) => console.warn(message)

/**
 * Sets the function that receives warnings, such as one about a password sent without TLS. By default they
 * are logged to the console.
 */
export function onWarning(take: WarningListener): void {
  listener = take
}

/** Matches HTTPS, secure WebSockets, and hosts of this machine. */
const safeOrigin = /^(https|wss):|\/\/((.*\.)?localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/

/** Warns once per origin before credentials are sent without encryption. */
export function warnInClear(address: string): void {
  // Only browsers have a location, to which an address may be relative.
  const { location }: { readonly location?: { readonly href: string } } = globalThis
  const { origin } = new URL(address, location?.href)
  if (safeOrigin.test(origin) || warned.has(origin)) return
  warned.add(origin)
  listener(`Credentials are sent to ${origin} without TLS`)
}

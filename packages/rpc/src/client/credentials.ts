/** Receives warnings of this package. */
export type WarningListener = (message: string) => void

const warned = new Set<string>()
let listener: WarningListener = (message) => console.warn(message)

/**
 * Sets the function that receives warnings, for example about a password sent without TLS. The default is
 * `console.warn`.
 */
export function onWarning(receive: WarningListener): void {
  listener = receive
}

/** Matches origins that use TLS, and origins on the local machine. */
const safeOrigin = /^\w\w+s:|\/\/((.*\.)?localhost|127[.\d]+|\[::1])(:\d+)?$/

/** Warns once per origin that credentials are sent without encryption. */
export function warnInClear(address: string): void {
  // In browsers, the address may be relative to the URL of the page.
  const { origin } = new URL(address, globalThis.location?.href)
  if (safeOrigin.test(origin) || warned.has(origin)) return
  warned.add(origin)
  listener(`Credentials are sent to ${origin} without TLS`)
}

import type { Standalone } from './types.ts'

/** What is done with a warning. */
export type WarningListener = (message: string) => void

const warned = new Set<string>()
let listener: WarningListener = (message) => console.warn(message)

/** Takes warnings instead of the console: a password that goes over an open network. */
export function onWarning(take: WarningListener): void {
  listener = take
}

/** A method whose params hold a password: warns, once per address, where others could read it on its way. */
/* @__NO_SIDE_EFFECTS__ */
export function confidential<Args extends readonly unknown[], Result>(
  call: Standalone<Args, Result>,
): Standalone<Args, Result> {
  return (transport, ...args) =>
    call((request) => transport({ ...request, guard: warnInClear }), ...args)
}

/** The guard of such a request. */
function warnInClear(address: string): void {
  const { host, hostname, protocol } = new URL(address, globalThis.location?.href)
  if (protocol === 'https:' || isLoopback(hostname) || warned.has(host)) return
  warned.add(host)
  listener(`A user name and a password go to ${host} without TLS: whoever is on the way reads them`)
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

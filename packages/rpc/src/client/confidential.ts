import type { Transport } from './types.ts'

/** Receives warnings. */
export type WarningListener = (message: string) => void

const warned = new Set<string>()
let listener: WarningListener = (message) => console.warn(message)

/** Receives warnings instead of the console: a password that is sent without TLS. */
export function onWarning(take: WarningListener): void {
  listener = take
}

/** A method whose params contain a password: warns where others can read it on its way. */
/* @__NO_SIDE_EFFECTS__ */
export function confidential<Call extends (transport: Transport, ...args: never[]) => unknown>(
  call: Call,
): Call {
  const guarded = (transport: Transport, ...args: never[]): unknown =>
    call((request) => transport({ ...request, guard: warnInClear }), ...args)
  return Object.defineProperty(guarded, 'name', { value: call.name }) as Call
}

/** Warns, once per host, before credentials are sent to an address where others can read them. */
function warnInClear(address: string): void {
  const { host, hostname, protocol } = new URL(address, globalThis.location?.href)
  // `wss:` is encrypted as well.
  if (/^(https|wss):$/.test(protocol) || isLoopback(hostname) || warned.has(host)) return
  warned.add(host)
  listener(
    `A user name and a password are sent to ${host} without TLS: anyone on the network path can read them`,
  )
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

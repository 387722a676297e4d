import { joinHeaders } from '../headers.ts'
import { recordReason } from './abort.ts'
import type { CallOptions, Transport } from './types.ts'

/**
 * Returns a transport that adds a signal, time limit or headers to every call. If an option is set in several
 * places, the call takes precedence over `withOptions`, and an outer `withOptions` takes precedence over an
 * inner one.
 */
export function withOptions(transport: Transport, options: CallOptions): Transport {
  if (options.signal) recordReason(options.signal)
  return withCallOptions(transport, options)
}

/**
 * Adds the options of a single call to a transport. The signal is not recorded for `isAbortReason`, so
 * `retry` and `fallback` must not wrap the result.
 */
export function withCallOptions(transport: Transport, options: CallOptions | undefined): Transport {
  if (!options) return transport
  return (request) =>
    transport({ ...options, ...request, headers: joinHeaders(options.headers, request.headers) })
}

/** Returns a transport that sends subscriptions through `events` and all other requests through `transport`. */
export function withEvents(transport: Transport, events?: Transport): Transport {
  if (!events) return transport
  return (request) => (request.events ? events : transport)(request)
}

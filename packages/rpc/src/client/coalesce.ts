import { collector, type Collector } from './batch.ts'
import type { Transport } from './types.ts'

/**
 * Sends calls made in the same turn of the event loop as one request per endpoint. It uses no timer, so a
 * single call is not delayed.
 */
export function coalesce(transport: Transport): Transport {
  let open: Collector | undefined
  return (request) => {
    if (!open) {
      const opened = collector(transport)
      open = opened
      queueMicrotask(() => {
        open = undefined
        opened.flush()
      })
    }
    return open.transport(request)
  }
}

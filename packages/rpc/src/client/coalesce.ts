import { collector, type Collector } from './batch.ts'
import type { Transport } from './types.ts'

/**
 * Sends the calls that are made in the same turn as one request per endpoint. It waits for no timer:
 * a call that is alone goes at once.
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

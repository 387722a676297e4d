import { collector, type Collector } from './batch.ts'
import type { Transport } from './types.ts'

/**
 * Sends calls made in the same turn of the event loop as one request per endpoint. Adds no delay to single
 * calls, since it does not wait for a timer.
 */
export function coalesce(transport: Transport): Transport {
  let open: Collector | undefined
  return (request) => {
    if (!open) {
      const created = collector(transport)
      open = created
      queueMicrotask(() => {
        open = undefined
        created.flush()
      })
    }
    return open.transport(request)
  }
}

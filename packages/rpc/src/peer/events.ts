import { eventQueue } from '../client/event-queue.ts'
import type { EventBuffer } from '../client/types.ts'

/** The params of a notification as a loop reads them. */
export interface Events<Params> extends AsyncIterable<Params> {
  /** The handler of the notification. */
  readonly handler: (params: Params) => void
  /** Ends the loop after the queued events. */
  close(): void
}

/**
 * Returns a handler of a notification whose calls are read in a loop: `const logs = events<LogMessageParams>()`, then
 * `handlers: { window: { logMessage: logs.handler } }` and `for await (const { message } of logs)`.
 */
export function events<Params>(buffer: EventBuffer = {}): Events<Params> {
  const queue = eventQueue(() => undefined)
  return {
    handler: (params) => queue.push(params, buffer),
    close: queue.close,
    [Symbol.asyncIterator]: () => queue.iterator as AsyncIterator<Params, undefined>,
  }
}

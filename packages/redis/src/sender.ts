import { setTimeout as wait } from 'node:timers/promises'
import { script } from './command.ts'
import { retryDelay } from './connection.ts'
import { isAfter } from './entry.ts'
import type { Store } from './store.ts'

/** Maximum number of events in one command. */
const BATCH = 500
/** Length of events from which no further one is added to a command, because calls wait meanwhile. */
const BATCH_LENGTH = 256 * 1024
/** Interval in milliseconds at which the last event is sent again, in case the stream was lost. */
const REPEAT_MS = 1000

/**
 * Adds events that come after the last one of the stream, and skips others. Each entry names the one before it. If the stream lacks
 * events before the first one, returns its last ID, or `-` if it is empty, unless `ARGV[2]` is 1: then it has a gap that readers
 * notice.
 */
const ADD = script(`
local function digits(id) local a, b = string.match(id, '^(%d+)-(%d+)$'); return a, b end
local function after(id, other)
  local a, b = digits(id)
  local c, d = digits(other)
  if a ~= c then return #a > #c or (#a == #c and a > c) end
  return #b > #d or (#b == #d and b > d)
end
local found = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
local last = found[1] and found[1][1] or ''
for i = 3, #ARGV, 3 do
  local id, before, event = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  if last == '' or after(id, last) then
    if before ~= '' and (last == '' or after(before, last)) then
      if ARGV[2] ~= '1' then return last == '' and '-' or last end
    else before = last end
    redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], id, 'before', before, 'event', event)
    last = id
  end
end
return ''`)

interface Sent {
  readonly id: string
  readonly before: string
  readonly text: string
}

export interface SenderOptions {
  readonly store: Store
  readonly key: string
  readonly keep: number
}

/**
 * Adds the events of this process to a stream, in order. Keeps the last events: they are added again if the stream loses them, as
 * Redis without persistence does.
 */
export class Sender {
  readonly #options: SenderOptions
  /** The last events, oldest first. */
  readonly #events: Sent[] = []
  /** Index of the first event that is not known to be in the stream. */
  #next = 0
  #mayLeaveGap = false
  #isClosed = false
  #wake: () => void = () => {}
  #running: Promise<void> | undefined

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /** Adds an event. An event that does not come after the last one is skipped. */
  push(id: string, text: string): void {
    const last = this.#events.at(-1)
    if (last !== undefined && !isAfter(id, last.id)) return
    this.#events.push({ id, before: last?.id ?? '', text })
    const { keep } = this.#options
    // Not with every event, because it moves all others.
    if (this.#events.length >= 2 * keep) this.#forget(this.#events.length - keep)
    this.#running ??= this.#run()
    this.#wake()
  }

  /** Sends what is left for at most `limitMs`. */
  async close(limitMs: number): Promise<void> {
    const end = performance.now() + limitMs
    while (this.#next < this.#events.length && performance.now() < end) await wait(5)
    this.#isClosed = true
    this.#wake()
    await this.#running
  }

  async #run(): Promise<void> {
    let failed = 0
    while (!this.#isClosed) {
      if (this.#next === this.#events.length) {
        await this.#sleep(REPEAT_MS)
        if (this.#next === this.#events.length) this.#next--
      }
      try {
        await this.#send()
        failed = 0
      } catch {
        // The store has reported the error.
        await wait(retryDelay(failed++), undefined, { ref: false })
      }
    }
  }

  async #send(): Promise<void> {
    const { store, key, keep } = this.#options
    const batch = this.#batch()
    const head = [String(keep), this.#mayLeaveGap ? '1' : '0']
    const args = batch.flatMap(({ id, before, text }) => [id, before, text])
    const [first] = batch
    const reply = await store.background({
      script: ADD,
      keys: [key],
      args: [...head, ...args],
    })
    if (first === undefined) return
    // Other events may have been forgotten meanwhile.
    const at = this.#events.indexOf(first)
    this.#mayLeaveGap = reply !== ''
    if (reply === '') this.#next = Math.max(0, at + batch.length)
    else {
      const missing = this.#events.findIndex(
        ({ id }) => reply === '-' || isAfter(id, String(reply)),
      )
      this.#next = Math.max(0, missing)
    }
  }

  #batch(): readonly Sent[] {
    const batch: Sent[] = []
    let length = 0
    for (let at = this.#next; batch.length < BATCH && length < BATCH_LENGTH; at++) {
      const event = this.#events[at]
      if (event === undefined) break
      batch.push(event)
      length += event.text.length
    }
    return batch
  }

  #forget(count: number): void {
    this.#events.splice(0, count)
    this.#next = Math.max(0, this.#next - count)
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      timer.unref()
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

import { byteLength } from '../byte-length.ts'
import { onAbort } from '../client/abort.ts'
import type { Limits, Scope } from './types.ts'

type Text = string | undefined

/** Maximum time in milliseconds that a batch blocks other requests without a pause. */
const SLICE_MS = 20

/** Why a batch entry has an error instead of its own response. */
export type RefusedFor = 'size' | 'time'

export interface BatchEntries {
  readonly count: number
  /** Returns the response to a batch entry; `undefined` for a notification. Never throws or rejects. */
  readonly respond: (index: number) => Text | Promise<Text>
  /** Returns the error for an entry whose response would exceed the size limit, or came too late. */
  readonly refuse: (index: number, reason: RefusedFor) => Text
  readonly abort: BatchAbort
}

/** Aborts the handlers of a batch when the caller leaves, or when the batch takes too long. */
export class BatchAbort {
  readonly #scope: Scope
  #controller: AbortController | undefined

  constructor(scope: Scope) {
    this.#scope = scope
  }

  readonly signal = (): AbortSignal => this.#linked().signal

  abort(reason: unknown): void {
    this.#linked().abort(reason)
  }

  /** Calls `stop` when the caller leaves. */
  onLeave(stop: () => void): void {
    const { signal } = this.#linked()
    if (signal.aborted) stop()
    else onAbort(signal, stop)
  }

  /** The controller is made on first use, since most batches end before a handler accesses its signal. */
  #linked(): AbortController {
    if (this.#controller) return this.#controller
    const controller = (this.#controller = new AbortController())
    const { signal } = this.#scope
    const outer = typeof signal === 'function' ? signal() : signal
    if (outer?.aborted) controller.abort(outer.reason)
    else if (outer) onAbort(outer, () => controller.abort(outer.reason))
    return controller
  }
}

/**
 * Runs a batch with limited concurrency and pauses for other requests. Starts no further calls once the
 * responses have reached the size limit, the time limit is over or the caller has left. Returns the responses
 * in the order of the entries.
 */
export function runBatch(
  { count, respond, refuse, abort }: BatchEntries,
  { batchConcurrency, batchTimeoutMs, responseBytes }: Limits,
): Text | Promise<Text> {
  const texts: Text[] = []
  const size = new TotalSize(responseBytes)
  let [next, open] = [0, 0]
  let until = performance.now() + SLICE_MS
  let [isPaused, isOver] = [false, false]
  let finish: (text: Text) => void = () => {}
  const add = (text: Text, index: number): void => {
    texts[index] = size.add(text) ? text : refuse(index, 'size')
  }
  const run = (): void => {
    if (isPaused || isOver) return
    while (next < count && open < batchConcurrency) {
      if (performance.now() > until) return pause()
      const index = next++
      const response = size.isReached ? refuse(index, 'size') : respond(index)
      if (typeof response !== 'object') add(response, index)
      else {
        open++
        void response.then((text) => {
          if (isOver) return
          open--
          add(text, index)
          run()
        })
      }
    }
    if (isDone()) finish(batchText(texts))
  }
  const pause = (): void => {
    isPaused = true
    setTimeout(() => {
      isPaused = false
      until = performance.now() + SLICE_MS
      run()
    }, 0)
  }
  const isDone = (): boolean => next === count && open === 0
  run()
  if (isDone()) return batchText(texts)
  return new Promise((resolve) => {
    const stop = (): void => {
      if (isOver) return
      isOver = true
      for (let index = 0; index < count; index++) {
        if (!(index in texts)) texts[index] = refuse(index, 'time')
      }
      finish(batchText(texts))
    }
    const timer = batchTimeoutMs > 0 ? setTimeout(stop, batchTimeoutMs) : undefined
    // If the caller has left, nobody reads the responses. Most batches end before this timer, and signals are expensive.
    const watch = setTimeout(() => abort.onLeave(stop), 0)
    finish = (text) => {
      clearTimeout(timer)
      clearTimeout(watch)
      if (isOver) abort.abort(new Error('The batch has ended'))
      resolve(text)
    }
  })
}

function batchText(texts: readonly Text[]): Text {
  const sent = texts.filter((text) => text !== undefined)
  return sent.length === 0 ? undefined : `[${sent.join(',')}]`
}

/**
 * The total size of responses in bytes. Bytes are only counted if the characters may exceed the limit: a
 * character takes at most three bytes.
 */
class TotalSize {
  readonly #limit: number
  #most = 0
  #uncounted: string[] = []
  #bytes = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get isReached(): boolean {
    return this.#bytes >= this.#limit
  }

  /** Adds a response and returns whether the total is still within the limit. */
  add(text = ''): boolean {
    this.#most += text.length * 3
    this.#uncounted.push(text)
    if (this.#most <= this.#limit) return true
    for (const one of this.#uncounted.splice(0)) this.#bytes += byteLength(one)
    return this.#bytes <= this.#limit
  }
}

import { byteLength } from './byte-length.ts'
import type { Limits } from './types.ts'

type Text = string | undefined

/** Maximum time in milliseconds that a batch blocks other requests without a pause. */
const SLICE_MS = 20

export interface BatchEntries {
  readonly count: number
  /** Returns the response to a batch entry; `undefined` for a notification. Never throws or rejects. */
  readonly respond: (index: number) => Text | Promise<Text>
  /** Returns the error for a batch entry whose response would exceed the size limit. */
  readonly refuse: (index: number) => Text
}

/**
 * Runs a batch with limited concurrency and pauses for other requests. Starts no further calls once the
 * responses have reached the size limit. Returns the responses in the order of the entries.
 */
export function runBatch(
  { count, respond, refuse }: BatchEntries,
  { batchConcurrency, responseBytes }: Limits,
): Text | Promise<Text> {
  const texts: Text[] = []
  const size = new TotalSize(responseBytes)
  let [next, open] = [0, 0]
  let until = performance.now() + SLICE_MS
  let isPaused = false
  let finish: (text: Text) => void = () => {}
  const add = (text: Text, index: number): void => {
    texts[index] = size.add(text) ? text : refuse(index)
  }
  const run = (): void => {
    if (isPaused) return
    while (next < count && open < batchConcurrency) {
      if (performance.now() > until) return pause()
      const index = next++
      const response = size.isReached ? refuse(index) : respond(index)
      if (typeof response !== 'object') add(response, index)
      else {
        open++
        void response.then((text) => {
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
    finish = resolve
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

import { PerformanceObserver, performance } from 'node:perf_hooks'
import type { CollectionStatisticsInput } from '@native-node/server/c-chain'

const KEPT = 256
const NANOSECONDS = 1e6
const QUANTILES = 5

interface Pause {
  /** Milliseconds. */
  readonly duration: number
  readonly end: Date
}

/** Records the garbage collections of the process. */
export class Collections {
  count = 0
  #total = 0
  /** Newest first. */
  readonly #pauses: Pause[] = []

  constructor() {
    const observer = new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        this.count++
        this.#total += duration
        this.#pauses.unshift({
          duration,
          end: new Date(performance.timeOrigin + startTime + duration),
        })
      }
      this.#pauses.length = Math.min(this.#pauses.length, KEPT)
    })
    observer.observe({ entryTypes: ['gc'] })
  }

  statistics(): CollectionStatisticsInput {
    const pauses = this.#pauses
    const times = pauses.map(({ duration }) => Math.round(duration * NANOSECONDS))
    const sorted = [...times].sort((a, b) => a - b)
    const [last] = pauses
    return {
      LastGC: (last?.end ?? new Date(0)).toISOString(),
      NumGC: this.count,
      PauseTotal: Math.round(this.#total * NANOSECONDS),
      Pause: last === undefined ? null : times,
      PauseEnd: last === undefined ? null : pauses.map(({ end }) => end.toISOString()),
      PauseQuantiles:
        last === undefined
          ? null
          : Array.from(
              { length: QUANTILES },
              (_, at) => sorted[Math.floor((at * (sorted.length - 1)) / (QUANTILES - 1))] ?? 0,
            ),
    }
  }
}

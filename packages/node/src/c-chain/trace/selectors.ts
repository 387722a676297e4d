import type { Tracer } from './tracer.ts'
import { hexOf } from '../hex.ts'

/** Counts how often each function selector is called with each size of arguments. */
export class SelectorTracer implements Tracer {
  readonly #counts: Record<string, number> = {}

  readonly attach: Tracer['attach'] = (events, { evm }) => {
    events.on('beforeMessage', ({ to, data }) => {
      const isPrecompile = to !== undefined && evm.precompiles.has(to.toString().slice(2))
      if (to === undefined || isPrecompile || data.length < 4) return
      const name = `${hexOf(data.subarray(0, 4))}-${data.length - 4}`
      this.#counts[name] = (this.#counts[name] ?? 0) + 1
    })
  }

  readonly finish: Tracer['finish'] = async () => this.#counts
}

import { BoundedMap } from '../../codec/bounded-map.ts'
import type { Reader } from '../../store/store.ts'
import { blooms, heightIn } from '../tables.ts'

export type BlockBloom = readonly [height: number, bloom: Uint8Array]

/** Number of block heights per section. */
const HEIGHTS = 1024
/** Maximum number of cached sections. A section takes at most half a megabyte. */
const KEPT = 32

/**
 * The log blooms of the chain, cached in sections. Reading each bloom from the store would dominate the time of a log
 * search.
 */
export class BloomSections {
  readonly #store: Reader
  readonly #sections = new BoundedMap<number, Promise<BlockBloom[]>>(KEPT)

  constructor(store: Reader) {
    this.#store = store
  }

  /**
   * Yields the heights and log blooms of the blocks from `from` to `to` that have logs, as one list
   * per section, in order of height.
   */
  async *between(from: bigint, to: bigint): AsyncGenerator<readonly BlockBloom[], void> {
    const [first, last] = [Number(from), Number(to)]
    for (let at = sectionOf(first); at <= sectionOf(last); at++) {
      const section = await this.#section(at)
      const isWhole = at * HEIGHTS >= first && (at + 1) * HEIGHTS <= last
      yield isWhole ? section : section.filter(([height]) => height >= first && height <= last)
    }
  }

  add(height: bigint, bloom: Uint8Array): void {
    const at = Number(height)
    const append = (section: BlockBloom[]): void => {
      const last = section.at(-1)
      // Do not append a block twice: a section that was loaded in the meantime may already contain
      // it.
      if (last === undefined || last[0] < at) section.push([at, bloom])
    }
    // Ignore a failure to load the section: the callers that wait for the section report the
    // failure.
    this.#sections.get(sectionOf(at))?.then(append, () => {})
  }

  clear(): void {
    this.#sections.clear()
  }

  #section(at: number): Promise<BlockBloom[]> {
    const section = this.#sections.get(at) ?? this.#load(at)
    this.#sections.set(at, section)
    return section
  }

  async #load(at: number): Promise<BlockBloom[]> {
    const [first, next] = [at * HEIGHTS, (at + 1) * HEIGHTS]
    const after = first === 0 ? undefined : blooms.key(BigInt(first - 1))
    try {
      const entries = await this.#store.page(blooms.prefix, HEIGHTS, after)
      return entries
        .map(({ key, value }): BlockBloom => [Number(heightIn(key)), value])
        .filter(([height]) => height < next)
    } catch (error) {
      this.#sections.delete(at)
      throw error
    }
  }
}

function sectionOf(height: number): number {
  return Math.floor(height / HEIGHTS)
}

import type { Change, Entry, Reader } from './store.ts'

/** Pending changes over a state. Reads see the changes; the underlying state is not modified. */
export class Overlay implements Reader {
  readonly #below: Reader
  /** Keys in hex, whose order equals the order of the bytes. */
  readonly #changes = new Map<string, Change>()

  constructor(below: Reader) {
    this.#below = below
  }

  readonly get = async (key: Uint8Array): Promise<Uint8Array | undefined> => {
    const change = this.#changes.get(hex(key))
    return change === undefined ? this.#below.get(key) : valueOf(change)
  }

  readonly getMany = async (
    keys: readonly Uint8Array[],
  ): Promise<readonly (Uint8Array | undefined)[]> => {
    const changes = keys.map((key) => this.#changes.get(hex(key)))
    const below = await this.#below.getMany(keys.filter((_, at) => changes[at] === undefined))
    let next = 0
    return changes.map((change) => (change === undefined ? below[next++] : valueOf(change)))
  }

  readonly page = async (
    prefix: Uint8Array,
    limit: number,
    after?: Uint8Array,
  ): Promise<readonly Entry[]> => {
    const [start, behind] = [hex(prefix), after === undefined ? '' : hex(after)]
    const own = [...this.#changes]
      .filter(([key]) => key.startsWith(start) && key > behind)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
    if (own.length === 0) return this.#below.page(prefix, limit, after)
    const below = await this.#below.page(prefix, limit + own.length, after)
    const merged = new Map(below.map((entry) => [hex(entry.key), entry]))
    for (const [key, change] of own) {
      if (change.kind === 'put') merged.set(key, change)
      else merged.delete(key)
    }
    return [...merged]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, limit)
      .map(([, entry]) => entry)
  }

  apply(changes: Iterable<Change>): void {
    for (const change of changes) this.#changes.set(hex(change.key), change)
  }

  changes(): readonly Change[] {
    return [...this.#changes.values()]
  }
}

function valueOf(change: Change): Uint8Array | undefined {
  return change.kind === 'put' ? change.value : undefined
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}

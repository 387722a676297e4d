import { randomBytes } from 'node:crypto'
import type { CChainEthHandlers, LogFilter } from '@native-node/server/c-chain'
import { hexOf } from '../../hex.ts'

export type Change = Awaited<ReturnType<CChainEthHandlers['getFilterChanges']>>[number]

/**
 * Milliseconds until an unused filter is removed. Measured in real time, which development methods
 * do not change.
 */
const LIFETIME = 5 * 60_000
const MAX_FILTERS = 10_000
/** Maximum number of unread changes per filter. */
export const MAX_CHANGES = 20_000
/**
 * Maximum total number of characters in the criteria and unread changes of all filters. Unread logs
 * of this size took 131 MB of heap.
 */
export const MAX_CHARACTERS = 64_000_000
/** Estimated overhead of a value, in characters. */
const VALUE = 40

interface Filter {
  readonly logs: LogFilter | undefined
  readonly stop: () => void
  changes: Change[]
  /**
   * Sizes in characters: `own` is the size of the criteria, and `waiting` is the size of the unread
   * changes.
   */
  readonly own: number
  waiting: number
  usedAt: number
}

/**
 * Polled filters by ID, least recently used first. The first filters are removed when the total
 * size is too large.
 */
export class PolledFilters {
  readonly #filters = new Map<string, Filter>()
  #totalSize = 0

  /**
   * Adds a filter and returns its ID. `logs` contains the criteria of a filter for logs; undefined
   * for other filters.
   */
  add(logs: LogFilter | undefined, listen: (push: (change: Change) => void) => () => void): string {
    this.#expire()
    const id = hexOf(randomBytes(16))
    // Count the criteria twice, because they are stored in two forms: as in the request and as
    // sets.
    const own = 2 * sizeOf(logs)
    const stop = listen((change) => this.#push(id, change))
    this.#filters.set(id, { logs, stop, changes: [], own, waiting: 0, usedAt: performance.now() })
    this.#totalSize += own
    this.#makeRoom()
    return id
  }

  /**
   * Returns a filter and marks the filter as used. Returns undefined if the filter does not exist.
   */
  use(id: string): Filter | undefined {
    this.#expire()
    const filter = this.#filters.get(id)
    if (filter === undefined) return undefined
    filter.usedAt = performance.now()
    this.#filters.delete(id)
    this.#filters.set(id, filter)
    return filter
  }

  /**
   * Returns and clears the unread changes of a filter. Returns undefined if the filter does not
   * exist.
   */
  poll(id: string): readonly Change[] | undefined {
    const filter = this.use(id)
    if (filter === undefined) return undefined
    const { changes } = filter
    this.#totalSize -= filter.waiting
    filter.changes = []
    filter.waiting = 0
    return changes
  }

  remove(id: string): boolean {
    const filter = this.#filters.get(id)
    if (filter === undefined) return false
    filter.stop()
    this.#totalSize -= filter.own + filter.waiting
    return this.#filters.delete(id)
  }

  #push(id: string, change: Change): void {
    const filter = this.#filters.get(id)
    if (filter === undefined || filter.changes.length >= MAX_CHANGES) return
    const size = sizeOf(change)
    filter.changes.push(change)
    filter.waiting += size
    this.#totalSize += size
    this.#makeRoom()
  }

  #makeRoom(): void {
    for (const [id] of this.#filters) {
      if (this.#totalSize <= MAX_CHARACTERS && this.#filters.size <= MAX_FILTERS) return
      this.remove(id)
    }
  }

  /**
   * Removes expired filters. The least recently used filters come first, so the search ends at the
   * first filter that has not expired.
   */
  #expire(): void {
    const now = performance.now()
    for (const [id, { usedAt }] of this.#filters) {
      if (now - usedAt < LIFETIME) return
      this.remove(id)
    }
  }
}

/** Estimates the size of a value in characters. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return VALUE + value.length
  if (typeof value !== 'object' || value === null) return VALUE
  return Object.values(value).reduce((sum: number, inner) => sum + sizeOf(inner), VALUE)
}

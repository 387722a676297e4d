import { randomBytes } from 'node:crypto'
import type { CChainEthHandlers, LogFilter } from '@native-node/server/c-chain'
import { hexOf } from '../hex.ts'

export type Change = Awaited<ReturnType<CChainEthHandlers['getFilterChanges']>>[number]

/** Milliseconds after which a filter that nobody polls is gone, and how many there may be. */
const LIFETIME = 5 * 60_000
const MOST = 10_000
/** Most changes that wait for one poll. */
const KEPT = 20_000
/** Most characters that all filters hold together: what they ask for, and the changes that wait. */
export const HELD = 64_000_000
/** Characters that stand for what a value takes beside its text. */
const VALUE = 40

/** A filter that a caller polls, and what it has not seen yet. */
interface Filter {
  readonly logs: LogFilter | undefined
  readonly stop: () => void
  changes: Change[]
  /** Characters that it holds: by its criteria for as long as it is there, and by changes until a poll. */
  readonly own: number
  waiting: number
  usedAt: number
}

/** Filters that callers poll, by ID, the least recently used first: those are removed when all hold too much. */
export class PolledFilters {
  readonly #filters = new Map<string, Filter>()
  #held = 0

  /** Adds a filter at a time in milliseconds, for logs if it has criteria; returns its ID. */
  add(
    logs: LogFilter | undefined,
    now: number,
    listen: (push: (change: Change) => void) => () => void,
  ): string {
    this.#expire(now)
    const id = hexOf(randomBytes(16))
    // The criteria are kept as they were given and as sets.
    const own = 2 * sizeOf(logs)
    const stop = listen((change) => this.#push(id, change))
    this.#filters.set(id, { logs, stop, changes: [], own, waiting: 0, usedAt: now })
    this.#held += own
    this.#makeRoom()
    return id
  }

  /** A filter that is used at a time; undefined if there is no such filter. */
  use(id: string, now: number): Filter | undefined {
    this.#expire(now)
    const filter = this.#filters.get(id)
    if (filter === undefined) return undefined
    filter.usedAt = now
    this.#filters.delete(id)
    this.#filters.set(id, filter)
    return filter
  }

  /** The changes that wait for a poll at a time, once; undefined if there is no such filter. */
  poll(id: string, now: number): readonly Change[] | undefined {
    const filter = this.use(id, now)
    if (filter === undefined) return undefined
    const { changes } = filter
    this.#held -= filter.waiting
    filter.changes = []
    filter.waiting = 0
    return changes
  }

  /** Removes a filter; false if there is none. */
  remove(id: string): boolean {
    const filter = this.#filters.get(id)
    if (filter === undefined) return false
    filter.stop()
    this.#held -= filter.own + filter.waiting
    return this.#filters.delete(id)
  }

  #push(id: string, change: Change): void {
    const filter = this.#filters.get(id)
    if (filter === undefined || filter.changes.length >= KEPT) return
    const size = sizeOf(change)
    filter.changes.push(change)
    filter.waiting += size
    this.#held += size
    this.#makeRoom()
  }

  #makeRoom(): void {
    for (const [id] of this.#filters) {
      if (this.#held <= HELD && this.#filters.size <= MOST) return
      this.remove(id)
    }
  }

  #expire(now: number): void {
    for (const [id, { usedAt }] of this.#filters) {
      if (now - usedAt < LIFETIME) continue
      this.remove(id)
    }
  }
}

/** About how many characters a value takes. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return VALUE + value.length
  if (typeof value !== 'object' || value === null) return VALUE
  return Object.values(value).reduce((sum: number, inner) => sum + sizeOf(inner), VALUE)
}

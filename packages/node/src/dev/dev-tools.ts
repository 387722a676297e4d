import type { Chain } from '../chain/chain.ts'
import type { MovableClock } from '../chain/clock.ts'
import type { RevertibleStore } from '../store/revertible-store.ts'

/** What a node in development mode can do beside what every node does. */
export interface DevTools {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /**
   * Lets so many milliseconds pass. Blocks that become due on the way are built and accepted one after the other, each
   * at its own time. Resolves with the time afterwards.
   */
  readonly advance: (milliseconds: number) => Promise<number>
  /** Builds a block on every chain that has something to accept. */
  readonly produce: () => Promise<void>
  /** Remembers the state of all chains and the time; resolves with the number to revert to. */
  readonly snapshot: () => Promise<number>
  /**
   * Sets all chains and the clock back to a snapshot, which is forgotten together with later ones. Transactions that
   * wait are forgotten too, unless they waited then. False if there is no such snapshot.
   */
  readonly revert: (snapshot: number) => Promise<boolean>
}

/** What the tools work on. */
export interface DevToolsOptions {
  readonly chains: () => Promise<readonly Chain[]>
  readonly clock: MovableClock
  readonly store: Promise<RevertibleStore>
}

/** Tools that move the time and the state of a whole node. */
export function devTools({ chains, clock, store }: DevToolsOptions): DevTools {
  /** The time of each snapshot. */
  const times = new Map<number, number>()
  /** Runs work while no chain builds a block. */
  const paused = async <T>(work: (all: readonly Chain[]) => Promise<T>): Promise<T> => {
    const all = await chains()
    const resumes = await Promise.all(all.map((chain) => chain.pause()))
    try {
      return await work(all)
    } finally {
      for (const resume of resumes) resume()
    }
  }
  return {
    now: clock.now,
    async advance(milliseconds) {
      const all = await chains()
      const idle = (): Promise<unknown> => Promise.all(all.map((chain) => chain.idle()))
      const target = clock.now() + milliseconds
      await idle()
      for (let due = clock.next; due !== undefined && due <= target; due = clock.next) {
        clock.set(Math.max(due, clock.now()))
        await idle()
      }
      clock.set(Math.max(target, clock.now()))
      await idle()
      return clock.now()
    },
    async produce() {
      await Promise.all((await chains()).map((chain) => chain.produce()))
    },
    snapshot: () =>
      paused(async () => {
        const mark = await (await store).mark()
        times.set(mark, clock.now())
        return mark
      }),
    revert: (snapshot) =>
      paused(async (all) => {
        const time = times.get(snapshot)
        if (time === undefined || !(await (await store).revert(snapshot))) return false
        for (const later of times.keys()) if (later >= snapshot) times.delete(later)
        clock.set(time)
        await Promise.all(all.map((chain) => chain.reset()))
        return true
      }),
  }
}

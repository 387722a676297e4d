import type { Chain } from '../chain/chain.ts'
import type { MovableClock } from '../chain/clock.ts'
import type { Fund } from '../chain/fund.ts'
import type { Tip } from '../chain/vm.ts'
import { inOrder } from '../scheduling/in-order.ts'
import type { ReadWriteLock } from '../scheduling/read-write-lock.ts'
import type { RevertibleStore } from '../store/revertible-store.ts'
import type { Entry, Store } from '../store/store.ts'
import { StoreError } from '../store/store-error.ts'
import { turnIfDue } from '../scheduling/turn.ts'
import { chainEntries, chainsReplaced, dumpChains, readDump } from './chain-state.ts'
import { supplyChanged, readSupplyChange } from '../chain/supply.ts'
import { ChainStateError, type ChainDevTools, type DevTools } from '../chain/dev-tools.ts'
import type { PlatformTools } from '../p-chain/dev/platform-tools.ts'

/** Tools for the time and state of a node, and for the validators of its network. */
export type NodeDevTools = DevTools &
  PlatformTools & {
    /** EVM chain ID of the C-Chain. */
    readonly evmChainId: bigint
  }

export interface DevToolsOptions {
  readonly chains: () => Promise<readonly Chain[]>
  readonly clock: MovableClock
  readonly store: Promise<RevertibleStore>
  readonly networkID: number
  /** The lock that is held while the state of the chains is replaced. */
  readonly lock: ReadWriteLock
  /** Functions that create an amount of the native asset for an address, one function per chain. */
  readonly funds: () => Promise<readonly Fund[]>
}

const WEI_PER_NANO = 1_000_000_000n

export function devTools(options: DevToolsOptions): ChainDevTools {
  const { chains, clock, store, lock } = options
  const inTurn = inOrder()
  const whilePaused: RunPaused = (work) => inTurn(() => withPausedChains(chains, work))
  // Take the lock before pausing, because calls that hold a read lock may wait for a block.
  const whileReplacing: RunPaused = (work) =>
    inTurn(() => lock.write(() => withPausedChains(chains, work)))
  return {
    ...timeTools(options, inTurn),
    ...snapshotTools(options, whilePaused, whileReplacing),
    reach: (time) => clock.reach(time),
    moved: () => clock.moved,
    whilePaused,
    whileReplacing,
    dump: () => whilePaused(async () => dumpChains(await store, options.networkID)),
    async load(bytes) {
      const entries = await readDump(bytes, options.networkID)
      await whileReplacing(async (all) => {
        const opened = await store
        const before = await chainEntries(opened)
        await Promise.all(all.map((chain) => chain.beforeRevert(0n)))
        try {
          await replaceChains(opened, entries, all)
        } catch (cause) {
          await replaceChains(opened, before, all).catch((error: unknown) => {
            const code = error instanceof StoreError ? error.code : 'failed'
            const causes = new AggregateError([cause, error])
            throw new StoreError(code, 'The state before the load could not be restored.', causes)
          })
          // Chains report missing and invalid records as damage of the database.
          throw cause instanceof StoreError && cause.code !== 'corrupt'
            ? cause
            : new ChainStateError('the dumped state is incomplete', { cause })
        }
        for (const { tip } of all) reachBlock(clock, tip())
      })
    },
    fund: (address, amount) =>
      whilePaused(async () => {
        const supplyChange = await supplyChanged(await store, amount * WEI_PER_NANO)
        for (const fund of await options.funds()) {
          if (await fund({ address, amount, supplyChange })) return true
        }
        return false
      }),
    supplyChange: async () => readSupplyChange(await store),
    now: clock.now,
  }
}

/** Advances the clock to the time of a block, unless the clock is already past it. */
export function reachBlock(clock: MovableClock, { time }: Tip): void {
  clock.reach(Number(time) * 1000)
}

/** Replaces the data of all chains in the store, and opens the chains again. */
async function replaceChains(
  store: Store,
  entries: readonly Entry[],
  all: readonly Chain[],
): Promise<void> {
  await store.write(await chainsReplaced(store, entries))
  await Promise.all(all.map((chain) => chain.reset()))
}

type RunPaused = ChainDevTools['whilePaused']

async function withPausedChains<T>(
  chains: DevToolsOptions['chains'],
  work: (all: readonly Chain[]) => Promise<T>,
): Promise<T> {
  const all = await chains()
  const resumes = await Promise.all(all.map((chain) => chain.pause()))
  try {
    return await work(all)
  } finally {
    for (const resume of resumes) resume()
  }
}

function timeTools(
  { chains, clock }: DevToolsOptions,
  inTurn: ReturnType<typeof inOrder>,
): Pick<DevTools, 'advance' | 'produce'> {
  const advance = async (milliseconds: number, stop?: AbortSignal): Promise<number> => {
    const all = await chains()
    const built = (): Promise<unknown> => Promise.all(all.map((chain) => chain.dueBlocks()))
    const target = clock.now() + milliseconds
    await built()
    for (let due = clock.next; due !== undefined && due <= target; due = clock.next) {
      if (stop?.aborted === true) return clock.now()
      clock.reach(due)
      await built()
      await turnIfDue()
    }
    clock.reach(target)
    await built()
    return clock.now()
  }
  return {
    async advance(milliseconds, stop) {
      if (!(milliseconds >= 0))
        throw new RangeError(`cannot advance the time by ${milliseconds} milliseconds`)
      return inTurn(() => advance(milliseconds, stop))
    },
    async produce() {
      await Promise.all((await chains()).map((chain) => chain.produce()))
    },
  }
}

interface Snapshot {
  /** Milliseconds since 1970. */
  readonly time: number
  /** Height of each chain. */
  readonly heights: readonly bigint[]
}

function snapshotTools(
  { clock, store }: DevToolsOptions,
  whilePaused: RunPaused,
  whileReplacing: RunPaused,
): Pick<DevTools, 'snapshot' | 'revert' | 'restart'> {
  const marks = new Map<number, Snapshot>()
  return {
    snapshot: () =>
      whilePaused(async (all) => {
        const mark = await (await store).mark()
        marks.set(mark, { time: clock.now(), heights: all.map(({ tip }) => tip().height) })
        return mark
      }),
    revert: (snapshot) =>
      whileReplacing(async (all) => {
        const found = marks.get(snapshot)
        if (found === undefined) return false
        const { time, heights } = found
        await Promise.all(all.map((chain, at) => chain.beforeRevert(heights[at] ?? 0n)))
        if (!(await (await store).revert(snapshot))) return false
        for (const later of marks.keys()) if (later >= snapshot) marks.delete(later)
        clock.set(time)
        await Promise.all(all.map((chain) => chain.reset()))
        return true
      }),
    restart: () =>
      whileReplacing(async (all) => {
        const opened = await store
        clock.advance(-clock.moved)
        await Promise.all(all.map((chain) => chain.beforeRevert(0n)))
        await replaceChains(opened, [], all)
        marks.clear()
        await opened.forget()
      }),
  }
}

import type { ID } from '../codec/field.ts'
import { scan, type Entry, type Reader, type Store } from '../store/store.ts'
import { damagedChain, readable } from './damaged.ts'
import type { ChainTx, Tip, Vm } from './vm.ts'

/** The data of a stored block that is needed to rebuild the block. */
export interface RecordedBlock<Tx> {
  readonly id: ID
  /** Unix seconds. */
  readonly time: bigint
  readonly txs: readonly Tx[]
}

/** A range of store entries that a replay of the blocks creates again. */
export interface ReplayedEntries {
  readonly prefix: Uint8Array
  /** Prefixes of entries in the range to skip, because they were not written by blocks. */
  readonly except?: readonly Uint8Array[]
  /** Whether the store may contain entries that the replay does not produce. */
  readonly mayHaveMore?: boolean
  /** Whether the store may lack entries that the replay produces. */
  readonly mayHaveLess?: boolean
}

export interface ReplayOptions<Block, Tx extends ChainTx> {
  /** Name of the chain in messages, for example `X-Chain`. */
  readonly name: string
  readonly vm: Pick<Vm<Block, Tx>, 'open' | 'build' | 'accepted' | 'reset'>
  readonly scratch: Store
  readonly last: Tip
  readonly recorded: (height: bigint) => Promise<RecordedBlock<Tx>>
  /**
   * Called before the block at a height is rebuilt. Reads decisions that were made outside of the
   * chain, such as reward decisions, from the stored blocks.
   */
  readonly prepare?: (height: bigint) => Promise<void>
  readonly entries: readonly ReplayedEntries[]
}

export interface Replay {
  readonly name: string
  readonly entries: readonly ReplayedEntries[]
  /**
   * Returns the reason why the next block cannot be rebuilt yet. Returns undefined once all blocks
   * are rebuilt.
   */
  readonly obstacle: () => string | undefined
  /** Rebuilds as many blocks as possible, and resolves with the number of rebuilt blocks. */
  readonly advance: () => Promise<number>
}

export async function replayOf<Block, Tx extends ChainTx>(
  options: ReplayOptions<Block, Tx>,
): Promise<Replay> {
  const { name, vm, scratch, last, recorded, prepare, entries } = options
  let tip = await vm.open(scratch)
  let obstacle: string | undefined
  const next = async (): Promise<boolean> => {
    const height = tip.height + 1n
    const { id, time, txs } = await recorded(height)
    if (time < tip.time) {
      obstacle = `block ${height} has the time ${time}, which is before its parent's ${tip.time}`
      return false
    }
    await prepare?.(height)
    const built = await vm.build({ parent: tip, time, txs, state: scratch, force: true })
    const blocks = built?.blocks ?? []
    const ids = await Promise.all(
      blocks.map(async ({ tip: { height: at } }) => (at === height ? id : (await recorded(at)).id)),
    )
    const isSame = blocks.length > 0 && blocks.every(({ tip: { id: own } }, at) => own === ids[at])
    if (!isSame) {
      const reason = built?.refused[0]?.error.message ?? 'the rebuilt block differs'
      obstacle = `block ${height} cannot be rebuilt: ${reason}`
      vm.reset?.('failed')
      return false
    }
    await scratch.write(blocks.flatMap(({ changes }) => changes))
    vm.accepted?.(blocks)
    tip = blocks.at(-1)?.tip ?? tip
    return true
  }
  return {
    name,
    entries,
    obstacle: () => (tip.height < last.height ? obstacle : undefined),
    async advance() {
      let count = 0
      while (tip.height < last.height && (await readable(name, next))) count++
      return count
    },
  }
}

/** The shared memory: outputs exported from one chain to another. */
const SHARED: ReplayedEntries = { prefix: Buffer.from('atomic/') }

/**
 * Rebuilds all blocks of all chains from the genesis and compares the result with the store. A
 * chain that imports outputs waits until the other chain has exported these outputs. Throws a
 * `StoreError` for the first difference.
 */
export async function verifyChains(
  store: Reader,
  scratch: Reader,
  replays: readonly Replay[],
): Promise<void> {
  for (let hasProgress = true; hasProgress;) {
    hasProgress = false
    for (const replay of replays) if ((await replay.advance()) > 0) hasProgress = true
  }
  for (const { name, obstacle } of replays) {
    const reason = obstacle()
    if (reason !== undefined) throw damagedChain(name, reason)
  }
  for (const { name, entries } of [...replays, { name: 'shared memory', entries: [SHARED] }]) {
    for (const range of entries) {
      const key = await differenceOf(store, scratch, range)
      if (key !== undefined)
        throw damagedChain(
          name,
          `the stored ${labelOf(key)} differs from the value that replaying the blocks gives`,
        )
    }
  }
}

/**
 * Returns the first key that exists in only one of the stores, or whose values differ between the
 * stores.
 */
async function differenceOf(
  store: Reader,
  scratch: Reader,
  { prefix, except = [], mayHaveMore = false, mayHaveLess = false }: ReplayedEntries,
): Promise<Uint8Array | undefined> {
  const isReplayed = ({ key }: Entry): boolean =>
    !except.some((each) => Buffer.compare(key.subarray(0, each.length), each) === 0)
  const stored = filtered(scan(store, prefix), isReplayed)
  const replayed = filtered(scan(scratch, prefix), isReplayed)
  let found = (await stored.next()).value
  for await (const entry of replayed) {
    const isBehind = (): boolean => found !== undefined && Buffer.compare(found.key, entry.key) < 0
    if (mayHaveMore) while (isBehind()) found = (await stored.next()).value
    if (!found || Buffer.compare(found.key, entry.key) !== 0) {
      if (mayHaveLess) continue
      return entry.key
    }
    if (Buffer.compare(found.value, entry.value) !== 0) return entry.key
    found = (await stored.next()).value
  }
  return mayHaveMore ? undefined : found?.key
}

async function* filtered(
  entries: AsyncGenerator<Entry, void>,
  isWanted: (entry: Entry) => boolean,
): AsyncGenerator<Entry, undefined> {
  for await (const entry of entries) if (isWanted(entry)) yield entry
  return undefined
}

/** Formats a key for error messages: the readable names in the key, and the whole key in hex. */
function labelOf(key: Uint8Array): string {
  const bytes = Buffer.from(key)
  const names = bytes.toString('latin1').match(/[a-z][a-z-]*\//g) ?? []
  return `the record ${names.join('')} with the key 0x${bytes.toString('hex')}`
}

import type { Executed } from '../../chain/archive.ts'
import type { CChain } from '../../chain/c-chain.ts'
import { errors } from './errors.ts'

/** Maximum number of blocks that a subscription can continue after. */
const MAX_BLOCKS = 1000n

type Vm = CChain['vm']

/** Returns a stored block with its receipts; undefined if the chain does not have it. */
export async function executedAt({ archive }: Vm, height: bigint): Promise<Executed | undefined> {
  const block = await archive.byHeight(height)
  const receipts = block && (await archive.receipts(block.hash))
  return block && receipts && { block, receipts }
}

/** The values of a subscription, such as logs, for a block that is accepted, and for one that is reverted. */
export interface BlockValues<T> {
  readonly accepted: (executed: Executed) => readonly T[]
  readonly reverted: (executed: Executed) => readonly T[]
}

/** Calls `push` with the values of each new block, and of each reverted one. Returns a function that stops these calls. */
export function watchBlocks<T>(
  vm: Vm,
  { accepted, reverted }: BlockValues<T>,
  push: (value: T) => void,
): () => void {
  const stops = [
    vm.onAccepted((executed) => accepted(executed).forEach(push)),
    vm.onReverted((executed) => reverted(executed).forEach(push)),
  ]
  return () => stops.forEach((stop) => stop())
}

/**
 * Yields the values of the blocks after a height, and then those that {@link watchBlocks} pushes, until the signal aborts.
 * Blocks are read from the chain, so a slow reader misses none. Throws `eventsMissing` if the height is too far from that
 * of the last block.
 */
export function valuesAfter<T>(
  vm: Vm,
  height: bigint,
  values: BlockValues<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  const { number } = vm.tip.header
  const isAhead = height > number + MAX_BLOCKS
  if (isAhead || height < number - MAX_BLOCKS) {
    const text = `events after block ${height} are missing: the last block is ${number}`
    throw errors.eventsMissing(undefined, text)
  }
  return followed(vm, height, values, signal)
}

async function* followed<T>(
  vm: Vm,
  height: bigint,
  { accepted, reverted }: BlockValues<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  let next = height + 1n
  let last = vm.tip.header.number
  let removed: T[] = []
  let wake = (): void => {}
  const stops = [
    vm.onAccepted(({ block }) => {
      const { number } = block.header
      // After a revert, the chain has new blocks at heights that were read before.
      if (number <= last && number < next) next = number
      last = number
      wake()
    }),
    vm.onReverted((executed) => {
      if (executed.block.header.number < next)
        for (const value of reverted(executed)) removed.push(value)
      wake()
    }),
  ]
  const aborted = (): void => wake()
  signal.addEventListener('abort', aborted)
  try {
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => (wake = resolve))
      if (removed.length > 0) {
        const values = removed
        removed = []
        yield* values
      } else if (next > vm.tip.header.number) await woken
      else {
        const wanted = next
        const executed = await executedAt(vm, wanted)
        // The chain may have been reverted in between.
        if (wanted !== next || wanted > vm.tip.header.number) continue
        if (executed === undefined)
          throw errors.eventsMissing(undefined, `events after block ${next - 1n} are missing`)
        next++
        yield* accepted(executed)
      }
    }
  } finally {
    stops.forEach((stop) => stop())
    signal.removeEventListener('abort', aborted)
  }
}

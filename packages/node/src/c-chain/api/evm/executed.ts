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

/**
 * Yields the blocks after a height, and then each new one, until the signal aborts. They are read from the chain, so a slow
 * reader misses none. Throws `eventsMissing` if the height is too far from that of the last block.
 */
export function blocksAfter(
  vm: Vm,
  height: bigint,
  signal: AbortSignal,
): AsyncGenerator<Executed, void> {
  const { number } = vm.tip.header
  const isAhead = height > number + MAX_BLOCKS
  if (isAhead || height < number - MAX_BLOCKS) {
    const text = `events after block ${height} are missing: the last block is ${number}`
    throw errors.eventsMissing(undefined, text)
  }
  return followed(vm, height, signal)
}

async function* followed(
  vm: Vm,
  height: bigint,
  signal: AbortSignal,
): AsyncGenerator<Executed, void> {
  let wake = (): void => {}
  const stop = vm.onAccepted(() => wake())
  const aborted = (): void => wake()
  signal.addEventListener('abort', aborted)
  try {
    for (let next = height + 1n; !signal.aborted;) {
      const woken = new Promise<void>((resolve) => (wake = resolve))
      if (next > vm.tip.header.number) {
        await woken
        continue
      }
      const executed = await executedAt(vm, next)
      if (executed === undefined)
        throw errors.eventsMissing(undefined, `events after block ${next - 1n} are missing`)
      yield executed
      next++
    }
  } finally {
    stop()
    signal.removeEventListener('abort', aborted)
  }
}

import { createBlockFromRLP } from '@ethereumjs/block'
import { RLP } from '@ethereumjs/rlp'
import { runBlock } from '@ethereumjs/vm'
import type { Change, Store } from '../../store/store.ts'
import { receiptOf } from '../engine/executor.ts'
import { bytesOf, hexOf } from '../hex.ts'
import { blockChanges } from './archive.ts'
import { decodeBlock, type EvmBlock } from './block.ts'
import { checkHeader } from './check-header.ts'
import type { CVm } from './vm.ts'

/** Error for blocks that cannot be imported. The message names the block and the reason. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}

/**
 * Runs concatenated encoded blocks on top of the last accepted block. Skips blocks that are already
 * accepted. Resolves with the number of blocks in `bytes`.
 */
export async function importBlocks(vm: CVm, store: Store, bytes: Uint8Array): Promise<number> {
  let count = 0
  for (let rest = bytes; rest.length > 0; count++) {
    const { remainder } = RLP.decode(rest, true)
    const encoded = rest.subarray(0, rest.length - remainder.length)
    const block = decodeBlock(encoded, vm.rules.layout, vm.rules.commonAt)
    // Skip blocks that are already accepted. The file may start with such blocks, for example the
    // genesis.
    if (block.header.number > vm.tip.header.number) {
      await store.write(await executed(vm, block, encoded))
      await vm.open(store)
    }
    rest = remainder
  }
  return count
}

async function executed(vm: CVm, block: EvmBlock, encoded: Uint8Array): Promise<readonly Change[]> {
  const { header, hash } = block
  if (header.parentHash !== vm.tip.hash) {
    throw new ImportError(
      `Block ${header.number} (${hash}) has the parent ${header.parentHash}, expected the last block ${vm.tip.hash}`,
    )
  }
  const machine = await vm.engine.open(vm.tip.header.stateRoot, header)
  const { common } = machine
  const run = createBlockFromRLP(encoded, { common, skipConsensusFormatValidation: true })
  try {
    if (vm.rules.layout === 'ethereum') checkHeader(block, vm.tip.header, vm.rules)
    const { results } = await runBlock(machine.vm, {
      block: run,
      root: bytesOf(vm.tip.header.stateRoot),
      skipHeaderValidation: true,
      skipBlockValidation: true,
    })
    const receipts = run.transactions.map((tx, at) => {
      const result = results[at]
      if (result === undefined)
        throw new ImportError(`Transaction ${hexOf(tx.hash())} has no result`)
      return receiptOf(tx, result, run)
    })
    return [...machine.db.written(), ...blockChanges({ block, receipts }, encoded)]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ImportError(`Block ${header.number} (${hash}) is not valid: ${reason}`)
  }
}

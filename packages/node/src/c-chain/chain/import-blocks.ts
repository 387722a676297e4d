import { Block, createBlockHeaderFromBytesArray, type BlockHeader } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import { createWithdrawal } from '@ethereumjs/util'
import { runBlock } from '@ethereumjs/vm'
import { turnIfDue } from '../../scheduling/turn.ts'
import type { Change, Store } from '../../store/store.ts'
import { receiptOf } from '../engine/executor.ts'
import { bytesOf, hexOf } from '../hex.ts'
import { blockChanges } from './archive.ts'
import { firstItem } from '../rlp.ts'
import { decodeBlock, type EvmBlock } from './block.ts'
import { headerItems, type EvmHeader } from './header.ts'
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
    const encoded = firstItem(rest)
    const block = await decodeBlock(encoded, vm.rules.layout, vm.rules.commonAt)
    // Skip blocks that are already accepted. The file may start with such blocks, for example the
    // genesis.
    if (block.header.number > vm.tip.header.number) {
      await store.write(await executed(vm, block, encoded))
      await vm.open(store)
    }
    rest = rest.subarray(encoded.length)
    await turnIfDue()
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
  const run = libraryBlock(vm, block, common)
  try {
    vm.rules.checkBlock(block, vm.tip.header)
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

/** Converts a decoded block for EthereumJS, whose own decoder copies the block once per item. */
function libraryBlock({ rules }: CVm, block: EvmBlock, common: Common): Block {
  const options = { common, skipConsensusFormatValidation: true }
  const headerOf = (header: EvmHeader): BlockHeader =>
    createBlockHeaderFromBytesArray(headerItems(header, rules.layout), options)
  return new Block(
    headerOf(block.header),
    [...block.txs],
    block.uncles.map(headerOf),
    block.withdrawals?.map((withdrawal) => createWithdrawal(withdrawal)),
    options,
  )
}

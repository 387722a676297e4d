import { put } from '../../../store/store.ts'
import { assembleBlock } from '../../chain/block.ts'
import { feeRule } from '../../chain/base-fee.ts'
import { EMPTY_TRIE, EMPTY_UNCLES, ZERO_WORD, type FirstBlock } from '../../chain/genesis.ts'
import type { EvmHeader } from '../../chain/header.ts'
import type { EvmRules } from '../../chain/rules.ts'
import { hashExtData } from '../../chain/seal.ts'
import { forkNode, forkRoot } from '../../engine/fork-entries.ts'
import { hexOf } from '../../hex.ts'
import { nodeKey } from '../../tables.ts'
import type { Fork } from './fork.ts'

/**
 * Returns the block that stands for the forked block. It has no transactions, since the node of the forked chain has
 * them, and its state is that of the fork before any change.
 */
export function firstBlockOf(fork: Fork, { layout }: EvmRules): FirstBlock {
  const extData = new Uint8Array(0)
  const { parentHash, miner, number, timestamp, gasLimit, baseFee = feeRule.initial } = fork
  const header: EvmHeader = {
    parentHash,
    sha3Uncles: EMPTY_UNCLES,
    miner,
    stateRoot: hexOf(forkRoot),
    transactionsRoot: EMPTY_TRIE,
    receiptsRoot: EMPTY_TRIE,
    logsBloom: `0x${'00'.repeat(256)}`,
    difficulty: 1n,
    number,
    gasLimit,
    gasUsed: 0n,
    timestamp,
    extraData: '0x',
    mixHash: ZERO_WORD,
    nonce: '0x0000000000000000',
    extDataHash: hashExtData(extData),
    baseFeePerGas: baseFee,
    extDataGasUsed: 0n,
    blockGasCost: 0n,
    blobGasUsed: 0n,
    excessBlobGas: 0n,
    parentBeaconBlockRoot: ZERO_WORD,
  }
  const { block, bytes } = assembleBlock({ header, txs: [], uncles: [], extData }, layout)
  return {
    block: { ...block, hash: fork.hash },
    bytes,
    changes: [put(nodeKey(forkRoot), forkNode)],
  }
}

import { keccak } from '../../crypto/keccak.ts'
import type { Change } from '../../store/store.ts'
import { hexOf, type Hex } from '../hex.ts'
import { blockChanges, type Executed } from './archive.ts'
import type { AtomicRules } from './atomic-rules.ts'
import type { BlockRun } from './block-run.ts'
import { assembleBlock } from './block.ts'
import type { EvmHeader } from './header.ts'
import { bloomOf, consensusReceipt } from './receipt.ts'
import { listRoot } from './roots.ts'
import type { EvmRules } from './rules.ts'
import { encodeRlp } from '../rlp.ts'

export interface Sealed {
  readonly executed: Executed
  readonly bytes: Uint8Array
  readonly changes: readonly Change[]
}

/**
 * Builds the block from a run of its transactions. Afterwards, the EVM is in the state after this
 * block.
 */
export async function sealBlock(
  run: BlockRun,
  { rules, atomic }: { readonly rules: EvmRules; readonly atomic: AtomicRules | undefined },
): Promise<Sealed> {
  const { machine, receipts, evmTxs, atomicTxs } = run
  const extData = atomic?.encodeAll(atomicTxs) ?? new Uint8Array(0)
  await machine.state.commit()
  const header: EvmHeader = {
    ...run.header,
    stateRoot: hexOf(await machine.state.getStateRoot()),
    transactionsRoot: listRoot(evmTxs.map(({ bytes }) => bytes)),
    receiptsRoot: listRoot(receipts.map(consensusReceipt)),
    logsBloom: hexOf(bloomOf(receipts.flatMap(({ logs }) => logs))),
    gasUsed: run.gasUsed,
    extDataHash: hashExtData(extData),
    extDataGasUsed: run.atomicGas,
  }
  const txs = evmTxs.map(({ tx }) => tx)
  const { block, bytes } = assembleBlock({ header, txs, uncles: [], extData }, rules.layout)
  const executed = { block, receipts }
  const changes = [
    ...machine.db.written(),
    ...blockChanges(executed, bytes),
    ...run.atomicChanges(header.number),
  ]
  return { executed, bytes, changes }
}

export function hashExtData(extData: Uint8Array): Hex {
  return hexOf(keccak(encodeRlp(extData)))
}

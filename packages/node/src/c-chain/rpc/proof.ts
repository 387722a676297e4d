import type { CChainEthHandlers } from '@native-node/server/c-chain'
import { getMerkleStateProof } from '@ethereumjs/statemanager'
import { createAddressFromString } from '@ethereumjs/util'
import { lower, stateBlock } from './block-reference.ts'
import { errors } from './errors.ts'
import type { RpcParts } from './parts.ts'
import { slotOf } from './state.ts'
import { bytesOf, hexOf, quantityOf } from '../hex.ts'

/** How far back proofs reach. */
export interface ProofWindow {
  readonly isPruning: boolean
  /** Blocks before the last one, on a node that keeps all states; 0 for any. */
  readonly blocks: bigint
}

const PRUNED = 32n
/** Most slots of one proof. */
const MAX_SLOTS = 1024

/** The handler that proves accounts and slots against the state root of a block. */
export function proofHandlers(
  { chain: open }: RpcParts,
  window: ProofWindow,
): Pick<CChainEthHandlers, 'getProof'> {
  return {
    async getProof({ address, storageKeys, block: reference }) {
      const slots = storageKeys.map(slotOf)
      if (slots.length > MAX_SLOTS) {
        throw errors.limitExceeded(undefined, `too many slots (max ${MAX_SLOTS})`)
      }
      const chain = await open()
      const block = await stateBlock(chain, reference)
      checkWindow(block.header.number, chain.vm.tip.header.number, window)
      // A state of its own: proving flushes caches, which must not happen to one that others read.
      const { state } = await chain.vm.engine.open(block.header.stateRoot, block.header)
      const proof = await getMerkleStateProof(state, createAddressFromString(address), slots)
      return {
        address: lower(address),
        accountProof: proof.accountProof,
        balance: BigInt(proof.balance),
        nonce: BigInt(proof.nonce),
        codeHash: proof.codeHash,
        storageHash: proof.storageHash,
        storageProof: storageKeys.map((key, at) => ({
          key: key.length === 66 ? hexOf(bytesOf(key)) : shortest(key),
          value: valueOf(proof.storageProof[at]?.value),
          proof: proof.storageProof[at]?.proof ?? [],
        })),
      }
    },
  }
}

function valueOf(value: string | undefined): bigint {
  return value === undefined || value === '0x' ? 0n : BigInt(value)
}

/** A key that was not written as a word is answered as a quantity. */
function shortest(key: string): string {
  return `0x${quantityOf(slotOf(key)).toString(16)}`
}

function checkWindow(height: bigint, head: bigint, { isPruning, blocks }: ProofWindow): void {
  const depth = head - height
  if (isPruning && depth > PRUNED) {
    const text = `block number ${height} is before the oldest allowed block number ${head - PRUNED} (window of ${PRUNED} blocks)`
    throw errors.proofOutsidePruningWindow(undefined, text)
  }
  if (!isPruning && blocks > 0n && depth > blocks) {
    const text = `block number ${height} is before the oldest allowed block number ${head - blocks} (window of ${blocks} blocks)`
    throw errors.proofOutsideHistoryWindow(undefined, text)
  }
}

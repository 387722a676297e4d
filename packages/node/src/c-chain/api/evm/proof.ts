import type { CChainEthHandlers } from '@native-node/server/c-chain'
import { Account, createAccountFromRLP, createAddressFromString } from '@ethereumjs/util'
import { checkState, findBlock, lower } from './block-reference.ts'
import { errors } from './errors.ts'
import { pauseFor } from './limited.ts'
import { calledBy, type RpcParts } from './parts.ts'
import { MAX_SLOTS, slotOf } from './state.ts'
import { PRUNED_WINDOW } from '../../chain/pruner.ts'
import { bytesOf, hexOf, quantityOf } from '../../hex.ts'
import { decodeRlp } from '../../rlp.ts'

/** The range of blocks for which proofs are available. */
export interface ProofWindow {
  readonly isPruning: boolean
  /**
   * Maximum age, in blocks, of a state that can be proved; 0 disables the limit. Applies only to a
   * node that keeps all states.
   */
  readonly blocks: bigint
}

export function proofHandlers(
  { chain: opened }: RpcParts,
  window: ProofWindow,
): Pick<CChainEthHandlers, 'getProof'> {
  return {
    async getProof({ address, storageKeys, block: reference }, ctx) {
      if (storageKeys.length > MAX_SLOTS) {
        throw errors.limitExceeded(undefined, `too many slots (max ${MAX_SLOTS})`)
      }
      const slots = storageKeys.map(slotOf)
      const chain = calledBy(opened, ctx)
      const block = await findBlock(chain, reference)
      if (block === undefined) throw errors.headerNotFound()
      checkWindow(block.header.number, chain.vm.tip.header.number, window)
      checkState(chain, block)
      const { state } = await chain.vm.engine.state(block.header)
      const { value, proof } = await state.proveAccount(createAddressFromString(address))
      const account = value === undefined ? new Account() : createAccountFromRLP(value)
      const found: Awaited<ReturnType<typeof state.proveSlot>>[] = []
      for (const slot of slots) {
        await pauseFor(chain)
        found.push(await state.proveSlot(account.storageRoot, slot))
      }
      return {
        address: lower(address),
        accountProof: proof.map(hexOf),
        balance: account.balance,
        nonce: account.nonce,
        codeHash: hexOf(account.codeHash),
        storageHash: hexOf(account.storageRoot),
        storageProof: storageKeys.map((key, at) => ({
          key: key.length === 66 ? hexOf(bytesOf(key)) : shortest(key),
          value: valueOf(found[at]?.value),
          proof: found[at]?.proof.map(hexOf) ?? [],
        })),
      }
    },
  }
}

function valueOf(encoded: Uint8Array | undefined): bigint {
  const content = encoded === undefined ? new Uint8Array(0) : decodeRlp(encoded)
  return content instanceof Uint8Array ? quantityOf(content) : 0n
}

/** Formats a key that is not a full word as a quantity. */
function shortest(key: string): string {
  return `0x${quantityOf(slotOf(key)).toString(16)}`
}

/** Returns the lowest height whose state can be proved. `head` is the height of the last block. */
export function oldestProof(head: bigint, { isPruning, blocks }: ProofWindow): bigint {
  const depth = isPruning ? PRUNED_WINDOW : blocks
  return depth === 0n || depth > head ? 0n : head - depth
}

function checkWindow(height: bigint, head: bigint, window: ProofWindow): void {
  const oldest = oldestProof(head, window)
  if (height >= oldest) return
  const text = `block number ${height} is before the oldest non-historical block number ${oldest} (window of ${head - oldest} blocks)`
  throw window.isPruning
    ? errors.proofOutsidePruningWindow(undefined, text)
    : errors.proofOutsideHistoryWindow(undefined, text)
}

import { createBlock, type Block } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import { isBlob4844Tx, isLegacyTx, isAccessList2930Tx, type TypedTransaction } from '@ethereumjs/tx'
import type { Address } from '@ethereumjs/util'
import { runTx, type RunTxResult, type VM } from '@ethereumjs/vm'
import type { EvmHeader } from '../chain/header.ts'
import { impersonatedSender } from '../chain/impersonated.ts'
import type { EvmLog, EvmReceipt } from '../chain/receipt.ts'
import { hexOf, wordOf, type Hex } from '../hex.ts'
import type { Machine } from './machine.ts'

/** The proposal that lets accounts have code that delegates, and how such code begins. */
const DELEGATION = 7702
const DELEGATED = Uint8Array.of(0xef, 0x01, 0x00)

/** What the EVM sees of the block that it runs in. */
export function environmentOf(header: EvmHeader, common: Common): Block {
  // This chain has no randomness of its own: the opcode reads the difficulty, as before the merge.
  const mixHash = header.extDataHash === undefined ? header.mixHash : wordOf(header.difficulty)
  const data = {
    number: header.number,
    timestamp: header.timestamp,
    coinbase: header.miner,
    gasLimit: header.gasLimit,
    difficulty: header.difficulty,
    mixHash,
    ...(header.baseFeePerGas !== undefined &&
      common.isActivatedEIP(1559) && { baseFeePerGas: header.baseFeePerGas }),
    ...(header.excessBlobGas !== undefined &&
      common.isActivatedEIP(4844) && {
        excessBlobGas: header.excessBlobGas,
        blobGasUsed: header.blobGasUsed ?? 0n,
      }),
  }
  return createBlock({ header: data }, { common, skipConsensusFormatValidation: true })
}

/** What a transaction pays for a unit of gas in a block with this base fee. */
export function effectiveGasPrice(tx: TypedTransaction, baseFee: bigint | undefined): bigint {
  if (isLegacyTx(tx) || isAccessList2930Tx(tx)) return tx.gasPrice
  if (baseFee === undefined) return tx.maxFeePerGas
  const tipped = baseFee + tx.maxPriorityFeePerGas
  return tipped < tx.maxFeePerGas ? tipped : tx.maxFeePerGas
}

/** Runs a signed transaction on a machine and returns its receipt. Throws where the transaction is not valid. */
export async function execute(
  machine: Machine,
  tx: TypedTransaction,
  block: Block,
  gasUsedBefore: bigint,
): Promise<EvmReceipt> {
  const result = await runTx(vmFor(machine, tx), {
    tx,
    block,
    blockGasUsed: gasUsedBefore,
    skipHardForkValidation: true,
  })
  return receiptOf(tx, result, block)
}

/** The machine for a transaction: contracts may send those that were impersonated. */
export function vmFor({ vm, state, common }: Machine, tx: TypedTransaction): VM {
  const from = impersonatedSender(tx)
  if (from === undefined) return vm
  // The library lets an account with code send if the code is a delegation, under the rules that have delegations.
  const rules = overriding(common, {
    isActivatedEIP: (eip: number) => eip === DELEGATION || common.isActivatedEIP(eip),
  })
  const reads = overriding(state, {
    getCode: async (address: Address) =>
      hexOf(address.bytes) === from ? DELEGATED : state.getCode(address),
  })
  return overriding(vm, { common: rules, stateManager: reads })
}

/** An object with some members replaced; the others act on the object itself. */
function overriding<T extends object>(object: T, members: Partial<T>): T {
  return new Proxy(object, {
    get(target, name) {
      const value: unknown = Reflect.get(name in members ? members : target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** The receipt of a transaction that was run. */
export function receiptOf(tx: TypedTransaction, result: RunTxResult, block: Block): EvmReceipt {
  const { receipt, totalGasSpent, createdAddress } = result
  return {
    type: tx.type,
    status: 'stateRoot' in receipt ? hexOf(receipt.stateRoot) : receipt.status === 1 ? 1 : 0,
    cumulativeGasUsed: receipt.cumulativeBlockGasUsed,
    gasUsed: totalGasSpent,
    effectiveGasPrice: effectiveGasPrice(tx, block.header.baseFeePerGas),
    from: hexOf(tx.getSenderAddress().bytes),
    contractAddress:
      tx.to === undefined && createdAddress !== undefined ? hexOf(createdAddress.bytes) : undefined,
    logs: receipt.logs.map(logOf),
    ...(isBlob4844Tx(tx) && {
      blobGasUsed: result.blobGasUsed ?? 0n,
      blobGasPrice: block.header.getBlobGasPrice(),
    }),
  }
}

function logOf([address, topics, data]: readonly [
  Uint8Array,
  readonly Uint8Array[],
  Uint8Array,
]): EvmLog {
  return { address: hexOf(address), topics: topics.map(hexOf), data: hexOf(data) }
}

/** The address as text of whoever signed a transaction. */
export function senderOf(tx: TypedTransaction): Hex {
  return hexOf(tx.getSenderAddress().bytes)
}

import { createBlock, type Block } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import { isBlob4844Tx, isLegacyTx, isAccessList2930Tx, type TypedTransaction } from '@ethereumjs/tx'
import { createAddressFromString, type Address } from '@ethereumjs/util'
import { runTx, type RunTxResult, type VM } from '@ethereumjs/vm'
import type { EvmHeader } from '../chain/header.ts'
import { impersonatedSender } from '../chain/impersonated.ts'
import type { EvmLog, EvmReceipt } from '../chain/receipt.ts'
import { keccak } from '../../crypto/keccak.ts'
import { hexOf, wordOf, type Hex } from '../hex.ts'
import { watchConsole } from './console-log.ts'
import type { Machine } from './machine.ts'

/** EIP-7702 introduced delegated code. `DELEGATED` is the prefix of such code. */
const DELEGATION = 7702
const DELEGATED = Uint8Array.of(0xef, 0x01, 0x00)

/** Whether code only names the contract that an account delegates to (EIP-7702). */
export function isDelegation(code: Uint8Array): boolean {
  return code.length === 23 && Buffer.compare(code.subarray(0, 3), DELEGATED) === 0
}

/** Block contexts by header. All calls at a block share one context. */
const environments = new WeakMap<EvmHeader, Block>()

export function environmentOf(header: EvmHeader, common: Common): Block {
  const known = environments.get(header)
  if (known?.common === common) return known
  const environment = contextOf(header, common)
  environments.set(header, environment)
  return environment
}

function contextOf(header: EvmHeader, common: Common): Block {
  // The C-Chain has no randomness. As before the merge, the opcode PREVRANDAO returns the
  // difficulty.
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

/** Returns a block context with another price of blob gas, in wei. */
export function pricedAt(block: Block, price: bigint | undefined): Block {
  if (price === undefined) return block
  const header = Object.create(block.header, { getBlobGasPrice: { value: () => price } }) as unknown
  return Object.create(block, { header: { value: header } }) as Block
}

export function effectiveGasPrice(tx: TypedTransaction, baseFee: bigint | undefined): bigint {
  if (isLegacyTx(tx) || isAccessList2930Tx(tx)) return tx.gasPrice
  if (baseFee === undefined) return tx.maxFeePerGas
  const tipped = baseFee + tx.maxPriorityFeePerGas
  return tipped < tx.maxFeePerGas ? tipped : tx.maxFeePerGas
}

/** A transaction of a new block. */
export interface BlockTx {
  readonly tx: TypedTransaction
  readonly bytes: Uint8Array
  readonly header: EvmHeader
  /** Gas used by the transactions before it. */
  readonly gasUsed: bigint
  /** Whether the receipt has what contracts print. */
  readonly prints?: boolean | undefined
}

/** The receipt of a transaction, or the reason why EthereumJS rejected it. */
export type TxOutcome = EvmReceipt | { readonly rejected: string }

/**
 * Executes a transaction of a new C-Chain block. A rejected transaction changes nothing. Throws if the state cannot be
 * read.
 */
export async function executeTx(machine: Machine, blockTx: BlockTx): Promise<TxOutcome> {
  const outcome = await outcomeOf(machine, blockTx)
  if (machine.db.readError !== undefined) throw machine.db.readError
  return outcome
}

async function outcomeOf(
  machine: Machine,
  { tx, header, gasUsed, prints = false }: BlockTx,
): Promise<TxOutcome> {
  const block = environmentOf(header, machine.common)
  const options = { tx, block, blockGasUsed: gasUsed, skipHardForkValidation: true }
  const printed: string[] = []
  const stop = prints ? watchConsole(machine.evm, printed) : undefined
  try {
    const receipt = receiptOf(tx, await runTx(vmFor(machine, tx), options), block)
    await burnBaseFee(machine, header, receipt.gasUsed)
    return printed.length > 0 ? { ...receipt, printed } : receipt
  } catch (error) {
    return { rejected: error instanceof Error ? error.message : String(error) }
  } finally {
    stop?.()
  }
}

/**
 * Credits the base fee to the miner address of a C-Chain. Nobody has the key of this address, so
 * the fee is burned.
 */
export async function burnBaseFee(
  { state }: Machine,
  { miner, baseFeePerGas = 0n }: EvmHeader,
  gasUsed: bigint,
): Promise<void> {
  if (baseFeePerGas === 0n) return
  await state.addBalance(createAddressFromString(miner), baseFeePerGas * gasUsed)
}

/**
 * Returns the VM for a transaction. For an impersonated sender, the VM also accepts a contract as
 * sender.
 */
export function vmFor({ vm, state, common }: Machine, tx: TypedTransaction): VM {
  const from = impersonatedSender(tx)
  if (from === undefined) return vm
  // EthereumJS accepts a sender with code only if EIP-7702 is active and the code is a delegation.
  // Simulate both conditions.
  const rules = overriding(common, {
    isActivatedEIP: (eip: number) => eip === DELEGATION || common.isActivatedEIP(eip),
  })
  const reads = overriding(state, {
    getCode: async (address: Address) =>
      hexOf(address.bytes) === from ? DELEGATED : state.getCode(address),
  })
  return overriding(vm, { common: rules, stateManager: reads })
}

/** Returns a proxy of an object with some members replaced. */
function overriding<T extends object>(object: T, members: Partial<T>): T {
  return new Proxy(object, {
    get(target, name) {
      const value: unknown = Reflect.get(name in members ? members : target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

export function receiptOf(tx: TypedTransaction, result: RunTxResult, block: Block): EvmReceipt {
  const { receipt, totalGasSpent, createdAddress } = result
  return {
    type: tx.type,
    status: 'stateRoot' in receipt ? hexOf(receipt.stateRoot) : receipt.status === 1 ? 1 : 0,
    cumulativeGasUsed: receipt.cumulativeBlockGasUsed,
    gasUsed: totalGasSpent,
    effectiveGasPrice: effectiveGasPrice(tx, block.header.baseFeePerGas),
    from: senderOf(tx),
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

/**
 * Returns the sender address. The transaction's own method is several times slower, because it
 * hashes the transaction.
 */
export function senderOf(tx: TypedTransaction): Hex {
  return impersonatedSender(tx) ?? hexOf(keccak(tx.getSenderPublicKey()).subarray(-20))
}

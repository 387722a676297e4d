import type { Common } from '@ethereumjs/common'
import type { NestedUint8Array } from '@ethereumjs/rlp'
import { isLegacyTx, type TypedTransaction } from '@ethereumjs/tx'
import { turnIfDue } from '../../scheduling/turn.ts'
import { bytesOf, quantityBytes, quantityOf, hexOf, type Hex } from '../hex.ts'
import { keccak } from '../../crypto/keccak.ts'
import { decodeForeign, decodeRlp, encodeRlp, type RlpInput, type RlpItem } from '../rlp.ts'
import { withSender } from './impersonated.ts'
import { legacyTx, txFromBytes } from './tx.ts'
import {
  headerHash,
  headerItems,
  readHeader,
  readPlace,
  type EvmHeader,
  type Layout,
} from './header.ts'

/** A withdrawal from the consensus layer of Ethereum. */
export interface Withdrawal {
  readonly index: bigint
  readonly validatorIndex: bigint
  readonly address: Hex
  /** In gwei. */
  readonly amount: bigint
}

export interface EvmBlock {
  readonly header: EvmHeader
  readonly hash: Hex
  readonly txs: readonly TypedTransaction[]
  readonly uncles: readonly EvmHeader[]
  /** Codec bytes of the atomic transactions; empty for a block without atomic transactions. */
  readonly extData: Uint8Array
  readonly withdrawals?: readonly Withdrawal[]
  readonly size: number
}

/** What logs need to know of their block. */
export interface BlockOutline {
  readonly hash: Hex
  readonly header: Pick<EvmHeader, 'number' | 'timestamp'>
  readonly txHash: (index: number) => Hex | undefined
}

export function outlineOf({ hash, header, txs }: EvmBlock): BlockOutline {
  const txHash: BlockOutline['txHash'] = (index) => {
    const tx = txs[index]
    return tx && hexOf(tx.hash())
  }
  return { hash, header, txHash }
}

/** Reads the outline of a stored block with a hash. Reading the whole block would take several times as long. */
export function readOutline(bytes: Uint8Array, hash: Hex): BlockOutline {
  const items = listOf(decodeRlp(bytes))
  const txs = listOf(items[1])
  const known: Hex[] = []
  const txHash: BlockOutline['txHash'] = (index) => {
    const item = txs[index]
    return item && (known[index] ??= hashOfItem(item))
  }
  return { hash, header: readPlace(items[0]), txHash }
}

function hashOfItem(item: RlpItem): Hex {
  return hexOf(keccak(item instanceof Uint8Array ? item : encodeRlp(item)))
}

export type BlockParts = Omit<EvmBlock, 'hash' | 'size'>

export function assembleBlock(
  parts: BlockParts,
  layout: Layout,
): { readonly block: EvmBlock; readonly bytes: Uint8Array } {
  const header = headerItems(parts.header, layout)
  const bytes = encodeItems({ ...parts, txs: parts.txs.map(bodyItem) }, layout, header)
  const block = { ...parts, hash: hexOf(keccak(encodeRlp(header))), size: bytes.length }
  return { block, bytes }
}

function bodyItem(tx: TypedTransaction): RlpInput {
  return isLegacyTx(tx) ? tx.raw() : tx.serialize()
}

/** Encodes a block whose transactions are already RLP items. */
export function encodeItems(
  parts: Omit<BlockParts, 'txs'> & { readonly txs: readonly RlpInput[] },
  layout: Layout,
  header: RlpInput = headerItems(parts.header, layout),
): Uint8Array {
  const { txs, uncles, extData, withdrawals } = parts
  const items: RlpInput[] = [header, [...txs], uncles.map((uncle) => headerItems(uncle, layout))]
  if (layout === 'native') items.push(new Uint8Array(0), extData)
  else if (withdrawals !== undefined) items.push(withdrawals.map(withdrawalItems))
  return encodeRlp(items)
}

/**
 * Decodes a block, with pauses for other requests. Throws if the bytes are not a block. `commonOf` returns the hard fork
 * rules for the header of the block.
 */
export async function decodeBlock(
  bytes: Uint8Array,
  layout: Layout,
  commonOf: (header: EvmHeader) => Common,
): Promise<EvmBlock> {
  const items = listOf(decodeForeign(bytes))
  const header = readHeader(items[0], layout)
  const uncles = listOf(items[2]).map((item) => readHeader(item, layout))
  const common = commonOf(header)
  const txs: TypedTransaction[] = []
  for (const item of listOf(items[1])) {
    txs.push(txOf(item, layout, common))
    const pause = turnIfDue()
    if (pause !== undefined) await pause
  }
  const last = items[layout === 'native' ? 4 : 3]
  return {
    header,
    hash: headerHash(header, layout),
    txs,
    uncles,
    extData: layout === 'native' && last instanceof Uint8Array ? last : new Uint8Array(0),
    ...(layout === 'ethereum' && Array.isArray(last) && { withdrawals: last.map(readWithdrawal) }),
    size: bytes.length,
  }
}

function txOf(item: RlpItem, layout: Layout, common: Common): TypedTransaction {
  const tx = item instanceof Uint8Array ? txFromBytes(item, common) : legacyTx(item, common)
  return layout === 'native' ? withSender(tx) : tx
}

function listOf(item: RlpItem | undefined): NestedUint8Array {
  if (!Array.isArray(item)) throw new RangeError('not a block')
  return item
}

export function withdrawalItems(withdrawal: Withdrawal): RlpInput {
  const { index, validatorIndex, address, amount } = withdrawal
  return [
    quantityBytes(index),
    quantityBytes(validatorIndex),
    bytesOf(address),
    quantityBytes(amount),
  ]
}

function readWithdrawal(item: RlpItem): Withdrawal {
  const [index, validatorIndex, address, amount] = listOf(item)
  if (
    !(index instanceof Uint8Array) ||
    !(validatorIndex instanceof Uint8Array) ||
    !(address instanceof Uint8Array) ||
    !(amount instanceof Uint8Array)
  ) {
    throw new RangeError('not a withdrawal')
  }
  return {
    index: quantityOf(index),
    validatorIndex: quantityOf(validatorIndex),
    address: hexOf(address),
    amount: quantityOf(amount),
  }
}

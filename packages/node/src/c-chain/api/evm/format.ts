import type {
  BlockHeaderInput,
  BlockInput,
  HeaderInput,
  LogInput,
  ReceiptInput,
  TransactionInput,
} from '@native-node/server/c-chain'
import {
  isAccessList2930Tx,
  isBlob4844Tx,
  isEOACode7702Tx,
  isFeeMarket1559Tx,
  isLegacyTx,
  type TypedTransaction,
} from '@ethereumjs/tx'
import type { Executed } from '../../chain/archive.ts'
import type { BlockOutline, EvmBlock, Withdrawal } from '../../chain/block.ts'
import { headerHash, type EvmHeader, type Layout } from '../../chain/header.ts'
import { bloomOf, type EvmReceipt } from '../../chain/receipt.ts'
import { effectiveGasPrice, senderOf } from '../../engine/executor.ts'
import { hexOf, quantityOf, type Hex } from '../../hex.ts'

/** Formats a quantity in hex, for members that the API document does not describe. */
export function quantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}

export function headerJson(header: EvmHeader, hash: Hex): BlockHeaderInput {
  // Safe cast: the API document describes C-Chain blocks, but Ethereum blocks have no hash of
  // atomic transactions.
  return { ...header, hash } as BlockHeaderInput
}

/** Converts a header to JSON and adds the size of its block. */
export function sizedHeaderJson(
  block: Pick<EvmBlock, 'header' | 'hash' | 'size'>,
  layout: Layout,
): HeaderInput {
  const { header, hash, size } = block
  const total = layout === 'native' && { totalDifficulty: header.difficulty }
  return { ...headerJson(header, hash), size, ...total } as HeaderInput
}

export function blockJson(block: EvmBlock, layout: Layout, isFull: boolean): BlockInput {
  const { txs, uncles, withdrawals, extData } = block
  const transactions = txs.map((tx, index) =>
    isFull ? transactionJson(tx, { block, index }) : hexOf(tx.hash()),
  )
  return {
    ...sizedHeaderJson(block, layout),
    ...(layout === 'native' && { blockExtraData: hexOf(extData) }),
    ...(withdrawals !== undefined && { withdrawals: withdrawals.map(withdrawalJson) }),
    transactions,
    uncles: uncles.map((uncle) => headerHash(uncle, layout)),
  } as BlockInput
}

export function withdrawalJson(withdrawal: Withdrawal): object {
  const { index, validatorIndex, address, amount } = withdrawal
  return {
    index: quantity(index),
    validatorIndex: quantity(validatorIndex),
    address,
    amount: quantity(amount),
  }
}

/** The block of a transaction, and the index of the transaction in the block. */
export interface Placed {
  readonly block: EvmBlock
  readonly index: number
}

export function transactionJson(tx: TypedTransaction, placed?: Placed): TransactionInput {
  const baseFee = placed?.block.header.baseFeePerGas
  // Safe cast: the API document describes only the transaction types of the C-Chain. Imported
  // chains have further types.
  return {
    ...placeOf(placed),
    from: senderOf(tx),
    hash: hexOf(tx.hash()),
    ...bodyJson(tx),
    ...(isLegacyTx(tx) || isAccessList2930Tx(tx)
      ? { gasPrice: tx.gasPrice }
      : { gasPrice: placed === undefined ? tx.maxFeePerGas : effectiveGasPrice(tx, baseFee) }),
  } as TransactionInput
}

export function bodyJson(tx: TypedTransaction): object {
  return {
    type: `0x${tx.type.toString(16)}`,
    nonce: tx.nonce,
    to: tx.to === undefined ? null : hexOf(tx.to.bytes),
    value: tx.value,
    gas: tx.gasLimit,
    input: hexOf(tx.data),
    ...(isLegacyTx(tx) ? legacyChainId(tx.v) : { chainId: tx.chainId }),
    ...((isFeeMarket1559Tx(tx) || isBlob4844Tx(tx) || isEOACode7702Tx(tx)) && {
      maxFeePerGas: tx.maxFeePerGas,
      maxPriorityFeePerGas: tx.maxPriorityFeePerGas,
    }),
    ...(!isLegacyTx(tx) && { accessList: accessListJson(tx.accessList) }),
    ...(isBlob4844Tx(tx) && {
      maxFeePerBlobGas: quantity(tx.maxFeePerBlobGas),
      blobVersionedHashes: tx.blobVersionedHashes,
    }),
    ...(isEOACode7702Tx(tx) && { authorizationList: tx.authorizationList.map(authorizationJson) }),
    v: tx.v ?? 0n,
    r: tx.r ?? 0n,
    s: tx.s ?? 0n,
    ...(!isLegacyTx(tx) && { yParity: tx.v ?? 0n }),
  }
}

function placeOf(placed: Placed | undefined): object {
  if (placed === undefined) {
    return { blockHash: null, blockNumber: null, blockTimestamp: null, transactionIndex: null }
  }
  const { hash, header } = placed.block
  return {
    blockHash: hash,
    blockNumber: header.number,
    blockTimestamp: quantity(header.timestamp),
    transactionIndex: placed.index,
  }
}

/** Signatures before EIP-155 contain no chain ID. */
function legacyChainId(v: bigint | undefined): object {
  return v === undefined || v < 35n ? {} : { chainId: (v - 35n) / 2n }
}

function accessListJson(list: readonly (readonly [Uint8Array, readonly Uint8Array[]])[]): object {
  return list.map(([address, keys]) => ({
    address: hexOf(address),
    storageKeys: keys.map((key) => hexOf(key)),
  }))
}

function authorizationJson(item: readonly Uint8Array[]): object {
  const [chainId, address, nonce, yParity, r, s] = item.map((part) => part)
  const number = (part: Uint8Array | undefined): Hex =>
    quantity(quantityOf(part ?? new Uint8Array(0)))
  return {
    chainId: number(chainId),
    address: hexOf(address ?? new Uint8Array(20)),
    nonce: number(nonce),
    yParity: number(yParity),
    r: number(r),
    s: number(s),
  }
}

export function receiptsJson(executed: Executed): readonly ReceiptInput[] {
  let logIndex = 0
  return executed.receipts.map((receipt, index) => {
    const json = receiptJson(executed, index, logIndex)
    logIndex += receipt.logs.length
    return json
  })
}

export function receiptAt(executed: Executed, index: number): ReceiptInput {
  const before = executed.receipts.slice(0, index)
  return receiptJson(
    executed,
    index,
    before.reduce((sum, { logs }) => sum + logs.length, 0),
  )
}

function receiptJson({ block, receipts }: Executed, index: number, logIndex: number): ReceiptInput {
  const tx = block.txs[index]
  const receipt = receipts[index]
  if (tx === undefined || receipt === undefined)
    throw new RangeError('the block has no transaction at this index')
  // Safe cast: imported chains have transaction types that the API document does not describe.
  return {
    blockHash: block.hash,
    blockNumber: block.header.number,
    transactionHash: hexOf(tx.hash()),
    transactionIndex: index,
    from: receipt.from,
    to: tx.to === undefined ? null : hexOf(tx.to.bytes),
    contractAddress: receipt.contractAddress ?? null,
    gasUsed: receipt.gasUsed,
    cumulativeGasUsed: receipt.cumulativeGasUsed,
    effectiveGasPrice: receipt.effectiveGasPrice,
    type: `0x${receipt.type.toString(16)}`,
    logs: logsOf(block, receipt, { index, hash: hexOf(tx.hash()), logIndex }),
    logsBloom: hexOf(bloomOf(receipt.logs)),
    ...(typeof receipt.status === 'number'
      ? { status: quantity(receipt.status) }
      : { root: receipt.status }),
    ...(receipt.blobGasUsed !== undefined && {
      blobGasUsed: quantity(receipt.blobGasUsed),
      blobGasPrice: quantity(receipt.blobGasPrice ?? 0n),
    }),
  } as ReceiptInput
}

interface LogPlace {
  readonly index: number
  readonly hash: Hex
  /** Index of the first log within the block. */
  readonly logIndex: number
}

type LogFields = Pick<LogInput, 'address' | 'topics'>

function logsOf(
  { hash: blockHash, header }: Omit<BlockOutline, 'txHash'>,
  { logs }: EvmReceipt,
  { index, hash, logIndex }: LogPlace,
  isWanted: (log: LogFields) => boolean = () => true,
): readonly LogInput[] {
  const blockTimestamp = quantity(header.timestamp)
  return logs.flatMap((log, at) => {
    if (!isWanted(log)) return []
    return {
      ...log,
      blockNumber: header.number,
      blockHash,
      blockTimestamp,
      transactionHash: hash,
      transactionIndex: index,
      logIndex: logIndex + at,
      removed: false,
    }
  })
}

/**
 * Converts the logs that `isWanted` selects to JSON. The log indices number all logs of the block,
 * including logs that are not selected.
 */
export function blockLogs(
  block: BlockOutline,
  receipts: readonly EvmReceipt[],
  isWanted?: (log: LogFields) => boolean,
): readonly LogInput[] {
  let logIndex = 0
  return receipts.flatMap((receipt, index) => {
    const place = { index, logIndex }
    logIndex += receipt.logs.length
    if (!receipt.logs.some((log) => isWanted?.(log) ?? true)) return []
    const hash = block.txHash(index)
    return hash === undefined ? [] : logsOf(block, receipt, { ...place, hash }, isWanted)
  })
}

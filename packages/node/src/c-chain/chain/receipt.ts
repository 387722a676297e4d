import type { NestedUint8Array } from '@ethereumjs/rlp'
import { concat } from '../../codec/bytes.ts'
import { bytesOf, hexOf, quantityBytes, quantityOf, type Hex } from '../hex.ts'
import { bloomWith } from './bloom.ts'
import { decodeRlp, encodeRlp, type RlpInput } from '../rlp.ts'

export interface EvmLog {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** The receipt of a transaction, with values that the API would otherwise compute again. */
export interface EvmReceipt {
  readonly type: number
  /** 1 for success and 0 for failure. Before Byzantium, the state root after the transaction. */
  readonly status: 0 | 1 | Hex
  readonly cumulativeGasUsed: bigint
  readonly gasUsed: bigint
  readonly effectiveGasPrice: bigint
  readonly from: Hex
  readonly contractAddress: Hex | undefined
  readonly logs: readonly EvmLog[]
  /** Present only for blob transactions. */
  readonly blobGasUsed?: bigint
  readonly blobGasPrice?: bigint
  /** What contracts printed, in development mode. It is not stored. */
  readonly printed?: readonly string[] | undefined
}

export function bloomOf(logs: readonly EvmLog[]): Uint8Array {
  const entries = new Set(logs.flatMap(({ address, topics }) => [address, ...topics]))
  return bloomWith([...entries].map(bytesOf))
}

/** Encodes a receipt as in the receipts trie. */
export function consensusReceipt(receipt: EvmReceipt): Uint8Array {
  const { type, status, cumulativeGasUsed, logs } = receipt
  const body = encodeRlp([
    typeof status === 'number' ? quantityBytes(BigInt(status)) : bytesOf(status),
    quantityBytes(cumulativeGasUsed),
    bloomOf(logs),
    logs.map(logItems),
  ])
  return type === 0 ? body : concat(Uint8Array.of(type), body)
}

export function encodeReceipts(receipts: readonly EvmReceipt[]): Uint8Array {
  return encodeRlp(receipts.map(receiptItems))
}

export function decodeReceipts(bytes: Uint8Array): readonly EvmReceipt[] {
  return list(decodeRlp(bytes)).map((item) => readReceipt(list(item)))
}

function receiptItems(receipt: EvmReceipt): RlpInput {
  const { status, contractAddress } = receipt
  return [
    quantityBytes(BigInt(receipt.type)),
    typeof status === 'number' ? quantityBytes(BigInt(status)) : bytesOf(status),
    quantityBytes(receipt.cumulativeGasUsed),
    quantityBytes(receipt.gasUsed),
    quantityBytes(receipt.effectiveGasPrice),
    bytesOf(receipt.from),
    contractAddress === undefined ? new Uint8Array(0) : bytesOf(contractAddress),
    receipt.logs.map(logItems),
    ...(receipt.blobGasUsed === undefined
      ? []
      : [quantityBytes(receipt.blobGasUsed), quantityBytes(receipt.blobGasPrice ?? 0n)]),
  ]
}

function readReceipt(items: NestedUint8Array): EvmReceipt {
  const status = bytes(items[1])
  const contract = bytes(items[6])
  const blobGasUsed = items[8]
  return {
    type: Number(quantityOf(bytes(items[0]))),
    status: status.length === 32 ? hexOf(status) : status.length === 0 ? 0 : 1,
    cumulativeGasUsed: quantityOf(bytes(items[2])),
    gasUsed: quantityOf(bytes(items[3])),
    effectiveGasPrice: quantityOf(bytes(items[4])),
    from: hexOf(bytes(items[5])),
    contractAddress: contract.length === 0 ? undefined : hexOf(contract),
    logs: list(items[7]).map((log) => readLog(list(log))),
    ...(blobGasUsed !== undefined && {
      blobGasUsed: quantityOf(bytes(blobGasUsed)),
      blobGasPrice: quantityOf(bytes(items[9])),
    }),
  }
}

function logItems({ address, topics, data }: EvmLog): RlpInput {
  return [bytesOf(address), topics.map(bytesOf), bytesOf(data)]
}

function readLog(items: NestedUint8Array): EvmLog {
  return {
    address: hexOf(bytes(items[0])),
    topics: list(items[1]).map((topic) => hexOf(bytes(topic))),
    data: hexOf(bytes(items[2])),
  }
}

function bytes(item: Uint8Array | NestedUint8Array | undefined): Uint8Array {
  if (!(item instanceof Uint8Array)) throw new RangeError('not a receipt')
  return item
}

function list(item: Uint8Array | NestedUint8Array | undefined): NestedUint8Array {
  if (!Array.isArray(item)) throw new RangeError('not a receipt')
  return item
}

import { bare, encoded, Table, type ValueFormat } from '../chain/table.ts'
import { concat, u64 } from '../codec/bytes.ts'
import { u64 as height } from '../codec/field.ts'
import { decodeReceipts, encodeReceipts } from './chain/receipt.ts'
import { bytesOf, hexOf, quantityBytes, quantityOf, type Hex } from './hex.ts'
import { decodeRlp, encodeRlp } from './rlp.ts'

function table<T>(name: string, format: ValueFormat<T>): Table<T> {
  return new Table(Buffer.from(`c/${name}`), format)
}

const hash: ValueFormat<Hex> = { encode: bytesOf, decode: hexOf }

/** The hash of the last accepted block. */
export const last = table('tip', hash)
/** Hashes of accepted blocks, by height. */
export const hashes = table('h/', hash)
/** Encoded blocks, by hash. */
export const blocks = table('b/', encoded)
/** Receipts, by the hash of their block. */
export const receipts = table('r/', { encode: encodeReceipts, decode: decodeReceipts })
/** Log blooms of the blocks that have logs, by height. */
export const blooms = table('l/', encoded)

/** The block of a transaction, and the index of the transaction in the block. */
interface Place {
  readonly height: bigint
  readonly index: number
}

/** Places of EVM transactions, by hash. */
export const places = table<Place>('t/', {
  encode: ({ height, index }) => encodeRlp([quantityBytes(height), quantityBytes(BigInt(index))]),
  decode(bytes) {
    const [height, index] = decodeRlp(bytes)
    if (!(height instanceof Uint8Array) || !(index instanceof Uint8Array))
      throw new RangeError('not the place of a transaction')
    return { height: quantityOf(height), index: Number(quantityOf(index)) }
  },
})

/** An accepted atomic transaction, and the height of its block. */
export interface AcceptedAtomic {
  readonly height: bigint
  readonly bytes: Uint8Array
}

/** Atomic transactions, by ID. */
export const atomicTxs = table<AcceptedAtomic>('x/', {
  encode: ({ height, bytes }) => concat(u64(height), bytes),
  decode: (record) => ({
    height: Buffer.from(record).readBigUInt64BE(),
    bytes: record.slice(8),
  }),
})

/** State roots that development methods set, by the height of the block whose root they replace. */
export const alteredRoots = table('d/', hash)

/** The lowest height whose state was not removed. */
export const oldestKept = table('kept', bare(height))

/** Tables that only blocks write. */
export const blockTables = [last, hashes, blocks, receipts, blooms, places, atomicTxs]

/** Key of the settings that development methods set for later blocks. */
export const blockSettingsKey: Uint8Array = Buffer.from('c/dev')

/** Key of how the chain began, in development mode. */
export const startKey: Uint8Array = Buffer.from('c/start')

export const pooledPrefix: Uint8Array = Buffer.from('c/p/')

/** Prefix of trie nodes, code and preimages. */
export const nodePrefix: Uint8Array = Buffer.from('c/n/')

/** Key of a trie node, of code or of a preimage. */
export function nodeKey(name: Uint8Array): Uint8Array {
  return concat(nodePrefix, name)
}

/** Returns the height at the end of a key. */
export function heightIn(key: Uint8Array): bigint {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).readBigUInt64BE(key.length - 8)
}

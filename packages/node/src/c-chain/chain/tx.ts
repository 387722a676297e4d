import type { Common } from '@ethereumjs/common'
import {
  create1559FeeMarketTxFromBytesArray,
  createAccessList2930TxFromBytesArray,
  createBlob4844TxFromBytesArray,
  createBlob4844TxFromSerializedNetworkWrapper,
  createEOACode7702TxFromBytesArray,
  createLegacyTxFromBytesArray,
  type TxValuesArray,
  type TypedTransaction,
} from '@ethereumjs/tx'
import type { ChainTx } from '../../chain/vm.ts'
import { decode, encode } from '../../codec/field.ts'
import { AtomicTx, SignedAtomicTx } from '../../codec/c-chain.ts'
import { hashID } from '../../crypto/hashes.ts'
import { idOf } from '../../codec/ids.ts'
import { hexOf, type Hex } from '../hex.ts'
import { decodeForeign, type RlpItem } from '../rlp.ts'
import { senderOf } from '../engine/executor.ts'
import { withSender } from './impersonated.ts'
import type { Refusal } from '../../chain/refusal.ts'
import { refusal } from '../refusals.ts'

export interface RulePoint {
  readonly number: bigint
  readonly timestamp: bigint
}

/** The rules by which transactions are parsed. */
export interface TxRules {
  /** Accepted transaction types. */
  readonly txTypes: readonly number[]
  /** Returns the rules at a block. All blocks of a hard fork share one frozen object. */
  readonly commonAt: (point: RulePoint) => Common
}

export interface EvmTx extends ChainTx {
  readonly kind: 'evm'
  readonly tx: TypedTransaction
  readonly hash: Hex
  readonly from: Hex
}

/** A transaction that transfers assets between the EVM and another chain. */
export interface AtomicCTx extends ChainTx {
  readonly kind: 'atomic'
  readonly signed: SignedAtomicTx
  /** The bytes that are signed: the codec version and the unsigned transaction. */
  readonly unsignedBytes: Uint8Array
}

export type CTx = EvmTx | AtomicCTx

/** Parses an EVM or atomic transaction. Atomic transactions start with the codec version, which is 0. */
export function parseTx(bytes: Uint8Array, rules: TxRules): CTx {
  return bytes[0] === 0 ? parseAtomic(bytes) : parseEvm(bytes, rules)
}

const MAX_SIZE = 128 * 1024
const MAX_SIZE_WITH_BLOBS = 1024 * 1024

/** Throws a Refusal if an encoded transaction is too large. */
export function checkSize(bytes: Uint8Array): void {
  const limit = bytes[0] === BLOB_TYPE ? MAX_SIZE_WITH_BLOBS : MAX_SIZE
  if (bytes.length <= limit) return
  const message = `oversized data: transaction size ${bytes.length}, limit ${limit}`
  throw refusal('oversizedData', message)
}

/** Parses a signed EVM transaction. Throws a RangeError or a Refusal. */
export function parseEvm(bytes: Uint8Array, rules: TxRules): EvmTx {
  const [type = 0] = bytes
  // Check the size before decoding, which takes time in proportion to the size.
  checkSize(bytes)
  if (type <= LAST_TYPE && !rules.txTypes.includes(type)) throw unsupportedType()
  const common = rules.commonAt({ number: MAX, timestamp: MAX })
  let tx: TypedTransaction
  try {
    tx = withSender(txFromBytes(bytes, common))
  } catch (error) {
    throw unreadable(error)
  }
  if (!tx.isSigned()) throw refusal('invalidSender', 'invalid sender')
  return evmTx(tx, bytes)
}

const BLOB_TYPE = 3
/** The highest value of a transaction type. Legacy transactions start with a higher byte. */
const LAST_TYPE = 0x7f

/** Decodes a transaction, in the network form if it has blobs. Throws an error of EthereumJS. */
export function txFromBytes(bytes: Uint8Array, common: Common): TypedTransaction {
  const [type = 0] = bytes
  const isLegacy = type > LAST_TYPE
  const items = decodeForeign(isLegacy ? bytes : bytes.subarray(1))
  if (!Array.isArray(items)) throw new RangeError('not a list')
  if (isLegacy) return legacyTx(items, common)
  checkIntegers(items)
  // Safe casts: EthereumJS checks the items.
  switch (type) {
    case 1:
      return createAccessList2930TxFromBytesArray(items as TxValuesArray[1], { common })
    case 2:
      return create1559FeeMarketTxFromBytesArray(items as TxValuesArray[2], { common })
    case BLOB_TYPE:
      if (!Array.isArray(items[0])) {
        return createBlob4844TxFromBytesArray(items as TxValuesArray[3], { common })
      }
      checkWrapper(items)
      return createBlob4844TxFromSerializedNetworkWrapper(bytes, { common })
    case 4:
      return createEOACode7702TxFromBytesArray(items as TxValuesArray[4], { common })
    default:
      throw new RangeError(`transaction type ${type} unknown`)
  }
}

/**
 * Checks the integers that EthereumJS also reads with leading zeros: the chain IDs, and the numbers of
 * authorizations. A transaction with one would be encoded in two ways, with two hashes.
 */
function checkIntegers(items: readonly RlpItem[]): void {
  const [first, , , , , , , , , authorizations] = items
  // A blob transaction in the network form is a list in a list.
  const chainId = Array.isArray(first) ? first[0] : first
  const numbers = listOf(authorizations).flatMap((item) => listOf(item).toSpliced(1, 1))
  for (const number of [chainId, ...numbers]) {
    if (number instanceof Uint8Array && number[0] === 0) {
      throw new RangeError('leading zeros in an integer')
    }
  }
}

function listOf(item: RlpItem | undefined): readonly RlpItem[] {
  return Array.isArray(item) ? item : []
}

/** Converts the items of a legacy transaction. Throws an error of EthereumJS. */
export function legacyTx(items: readonly RlpItem[], common: Common): TypedTransaction {
  const parts = items.map((item) => {
    if (!(item instanceof Uint8Array)) throw new RangeError('not a transaction')
    return item
  })
  return createLegacyTxFromBytesArray(parts, { common })
}

/** Maximum number of items of each list in the network form: 128 proofs for each of nine blobs. */
const MOST_PROOFS = 1152

/**
 * Checks the lists of a blob transaction in the network form, which only EthereumJS can decode as a
 * whole: it copies the rest of the transaction for each item.
 */
function checkWrapper(items: readonly RlpItem[]): void {
  const isFlat = items
    .slice(1)
    .every(
      (list) =>
        list instanceof Uint8Array ||
        (list.length <= MOST_PROOFS && list.every((item) => item instanceof Uint8Array)),
    )
  if (items.length > 5 || !isFlat || countOf(items[0]) > MOST_PROOFS) {
    throw new RangeError('not a transaction with blobs')
  }
}

/** Counts the items of a list and of the lists in it. */
function countOf(item: RlpItem | undefined): number {
  if (!Array.isArray(item)) return 1
  return item.reduce((sum, inner) => sum + countOf(inner), 1)
}

export function evmTx(tx: TypedTransaction, bytes: Uint8Array = tx.serialize()): EvmTx {
  let from: Hex
  try {
    from = senderOf(tx)
  } catch {
    // The signature is invalid or has a high s.
    throw refusal('invalidSender', 'invalid sender')
  }
  const hash = tx.hash()
  return { kind: 'evm', id: idOf(hash), bytes, tx, hash: hexOf(hash), from }
}

/** Parses a signed atomic transaction. Throws if the bytes are not its canonical encoding. */
export function parseAtomic(bytes: Uint8Array): AtomicCTx {
  const signed = decode(SignedAtomicTx, bytes)
  return atomicTx(signed, bytes)
}

/**
 * Creates an atomic transaction from its decoded and its encoded form. `bytes` starts with the
 * codec version.
 */
export function atomicTx(signed: SignedAtomicTx, bytes: Uint8Array): AtomicCTx {
  const unsignedBytes = encode(AtomicTx, signed.unsignedTx)
  return { kind: 'atomic', id: hashID(bytes), bytes, signed, unsignedBytes }
}

const MAX = 0xffff_ffff_ffffn

/** Converts the library's error for a transaction that it cannot create or parse to words of geth. */
export function unreadable(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error)
  if (/chain id|chainid/i.test(message)) {
    return refusal('invalidSender', 'invalid chain id for signer')
  }
  if (/not supported|not activated|not enabled|unknown/i.test(message)) {
    return unsupportedType()
  }
  // EthereumJS uses this message for every transaction type with a priority fee.
  if (/maxFeePerGas cannot be less than maxPriorityFeePerGas/.test(message)) {
    const text = 'max priority fee per gas higher than max fee per gas'
    return refusal('invalidTransaction', text)
  }
  const [, size, most] = /initcode size .* it is (\d+) while the max is (\d+)/.exec(message) ?? []
  if (size !== undefined) {
    const text = `max initcode size exceeded: code size ${size}, limit ${most}`
    return refusal('invalidTransaction', text)
  }
  if (message.startsWith('nonce cannot equal or exceed')) {
    return refusal('invalidTransaction', 'nonce has max value')
  }
  const [, gas, cap] =
    /gas limit (\d+) exceeds the maximum allowed by EIP-7825 \((\d+)\)/.exec(message) ?? []
  if (gas !== undefined) {
    const text = `transaction gas limit too high (cap: ${cap}, tx: ${gas})`
    return refusal('gasLimitExceeded', text)
  }
  return refusal('invalidTransaction', `invalid transaction: ${message}`)
}

function unsupportedType(): Refusal {
  return refusal('invalidTransaction', 'transaction type not supported')
}

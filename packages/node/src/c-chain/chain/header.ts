import type { NestedUint8Array } from '@ethereumjs/rlp'
import { keccak } from '../../crypto/keccak.ts'
import { bytesOf, hexOf, quantityBytes, quantityOf, type Hex } from '../hex.ts'
import { encodeRlp } from '../rlp.ts'

/** A block header. The optional members depend on the chain and its hard fork. */
export interface EvmHeader {
  readonly parentHash: Hex
  readonly sha3Uncles: Hex
  readonly miner: Hex
  readonly stateRoot: Hex
  readonly transactionsRoot: Hex
  readonly receiptsRoot: Hex
  readonly logsBloom: Hex
  readonly difficulty: bigint
  readonly number: bigint
  readonly gasLimit: bigint
  readonly gasUsed: bigint
  /** Unix seconds. */
  readonly timestamp: bigint
  readonly extraData: Hex
  readonly mixHash: Hex
  readonly nonce: Hex
  readonly extDataHash?: Hex
  readonly baseFeePerGas?: bigint
  readonly extDataGasUsed?: bigint
  readonly blockGasCost?: bigint
  readonly withdrawalsRoot?: Hex
  readonly blobGasUsed?: bigint
  readonly excessBlobGas?: bigint
  readonly parentBeaconBlockRoot?: Hex
  readonly requestsHash?: Hex
}

/** Encoding of a block header: `native` for the C-Chain, `ethereum` for Ethereum chains. */
export type Layout = 'native' | 'ethereum'

type Name = keyof EvmHeader

const quantities: ReadonlySet<Name> = new Set([
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'baseFeePerGas',
  'extDataGasUsed',
  'blockGasCost',
  'blobGasUsed',
  'excessBlobGas',
] as const)

const shared = [
  'parentHash',
  'sha3Uncles',
  'miner',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'logsBloom',
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'extraData',
  'mixHash',
  'nonce',
] as const

/**
 * Order of the members in the encoding. A header from before a hard fork lacks the members that the
 * hard fork added at the end.
 */
const layouts: Readonly<Record<Layout, readonly Name[]>> = {
  native: [
    ...shared,
    'extDataHash',
    'baseFeePerGas',
    'extDataGasUsed',
    'blockGasCost',
    'blobGasUsed',
    'excessBlobGas',
    'parentBeaconBlockRoot',
  ],
  ethereum: [
    ...shared,
    'baseFeePerGas',
    'withdrawalsRoot',
    'blobGasUsed',
    'excessBlobGas',
    'parentBeaconBlockRoot',
    'requestsHash',
  ],
}

export function headerItems(header: EvmHeader, layout: Layout): Uint8Array[] {
  return layouts[layout].flatMap((name) => {
    const value = header[name]
    if (value === undefined) return []
    return [typeof value === 'bigint' ? quantityBytes(value) : bytesOf(value)]
  })
}

/** Decodes a block header. Throws a RangeError if the header is invalid. */
export function readHeader(
  items: NestedUint8Array | Uint8Array | undefined,
  layout: Layout,
): EvmHeader {
  const names = layouts[layout]
  if (!Array.isArray(items) || items.length < shared.length || items.length > names.length) {
    throw new RangeError('not the header of a block')
  }
  const members = items.map((item, at) => {
    const name = names[at]
    if (name === undefined || !(item instanceof Uint8Array)) {
      throw new RangeError('not the header of a block')
    }
    // Larger numbers would take seconds to print in a message.
    if (quantities.has(name) && item.length > 32) {
      throw new RangeError('not the header of a block')
    }
    return [name, quantities.has(name) ? quantityOf(item) : hexOf(item)] as const
  })
  // Safe cast: the members that both layouts share were all read above, each in the format for its
  // name.
  return Object.fromEntries(members) as unknown as EvmHeader
}

/** Reads only the number and the time of a stored header. Throws a RangeError if the header is invalid. */
export function readPlace(
  items: NestedUint8Array | Uint8Array | undefined,
): Pick<EvmHeader, 'number' | 'timestamp'> {
  const [number, timestamp] = Array.isArray(items)
    ? [items[shared.indexOf('number')], items[shared.indexOf('timestamp')]]
    : []
  if (!(number instanceof Uint8Array) || !(timestamp instanceof Uint8Array)) {
    throw new RangeError('not the header of a block')
  }
  return { number: quantityOf(number), timestamp: quantityOf(timestamp) }
}

export function headerHash(header: EvmHeader, layout: Layout): Hex {
  return hexOf(keccak(encodeHeader(header, layout)))
}

export function encodeHeader(header: EvmHeader, layout: Layout): Uint8Array {
  return encodeRlp(headerItems(header, layout))
}

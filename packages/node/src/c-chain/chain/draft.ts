import { nextFee } from './base-fee.ts'
import { EMPTY_UNCLES, ZERO_WORD } from './genesis.ts'
import type { EvmHeader } from './header.ts'
import { hashExtData } from './seal.ts'
import type { Hex } from '../hex.ts'

export interface DraftParts {
  readonly parentHash: Hex
  /** Unix seconds. */
  readonly timestamp: bigint
  readonly miner: Hex
  readonly gasLimit: bigint
  /** Base fee in wei. If undefined, the base fee is computed from the parent block. */
  readonly baseFee: bigint | undefined
}

const NO_EXT_DATA = hashExtData(new Uint8Array(0))

/** Returns the header of the block after `parent`, before any transaction is run. */
export function draftHeader(parent: EvmHeader, parts: DraftParts): EvmHeader {
  const { parentHash, timestamp, miner, gasLimit } = parts
  const { baseFee, window } = nextFee(parent, timestamp)
  return {
    ...parent,
    parentHash,
    sha3Uncles: EMPTY_UNCLES,
    miner,
    difficulty: 1n,
    number: parent.number + 1n,
    gasLimit,
    gasUsed: 0n,
    timestamp,
    extraData: window,
    mixHash: ZERO_WORD,
    nonce: '0x0000000000000000',
    extDataHash: NO_EXT_DATA,
    baseFeePerGas: parts.baseFee ?? baseFee,
    extDataGasUsed: 0n,
    blockGasCost: 0n,
    blobGasUsed: 0n,
    excessBlobGas: 0n,
    parentBeaconBlockRoot: ZERO_WORD,
  }
}

import { createCustomCommon, Mainnet } from '@ethereumjs/common'
import { fixedCommon } from '../engine/fixed-common.ts'
import { withBlobCrypto } from '../engine/kzg.ts'
import { evmCrypto } from '../engine/signatures.ts'
import { feeRule, nextFee } from './base-fee.ts'
import type { EvmBlock } from './block.ts'
import { chainConfig } from './chain-config.ts'
import { EMPTY_TRIE, EMPTY_UNCLES, ZERO_WORD } from './genesis.ts'
import type { EvmHeader } from './header.ts'
import { GAS_LIMIT, type EvmRules, type HeaderParts, type NativeFork } from './rules.ts'
import { hashExtData } from './seal.ts'

/** Chain IDs of the public networks. Both public networks have the network ID 1. */
const PUBLIC_CHAINS: ReadonlySet<bigint> = new Set([43_114n, 43_113n])

/** The transaction types of a hard fork, without blob transactions. */
const txTypes: Readonly<Record<NativeFork, readonly number[]>> = {
  cancun: [0, 1, 2],
  prague: [0, 1, 2, 4],
}

/**
 * Returns the rules of a C-Chain on which all upgrades are active since the genesis. The rules are those of Cancun,
 * except in development mode.
 */
export function nativeRules(chainId: bigint, fork: NativeFork = 'cancun'): EvmRules {
  const common = fixedCommon(
    createCustomCommon({ chainId: Number(chainId), name: 'c-chain' }, Mainnet, {
      hardfork: fork,
      customCrypto: withBlobCrypto(evmCrypto()),
    }),
  )
  return {
    layout: 'native',
    chainId,
    networkID: PUBLIC_CHAINS.has(chainId) ? '1' : String(chainId),
    form: { gasLimit: GAS_LIMIT, minimumFee: feeRule.minimum },
    txTypes: txTypes[fork],
    forks: { blocks: [], times: [] },
    commonAt: () => common,
    config: (genesisTime) => chainConfig(Number(chainId), Number(genesisTime), fork),
    hasBlobs: false,
    searchesBeyondHead: true,
    tracePrefix: '',
    draft,
    feeAfter: (parent, time) => nextFee(parent, time).baseFee,
    quoted: (_, next) => next,
    excessBlobGasAfter: () => 0n,
    difficultyAfter: ({ difficulty }) => difficulty,
    ownMembers: () => ({ extDataHash: EMPTY_TRIE, extDataGasUsed: 0n, blockGasCost: 0n }),
    genesisMembers: () => ({
      extDataHash: ZERO_WORD,
      baseFeePerGas: feeRule.initial,
      extDataGasUsed: 0n,
      blockGasCost: 0n,
    }),
    checkBlock: () => {},
  }
}

const NO_EXT_DATA = hashExtData(new Uint8Array(0))

function draft({ header: parent, hash }: EvmBlock, parts: HeaderParts): EvmHeader {
  const { timestamp, miner, gasLimit = GAS_LIMIT, difficulty = 1n } = parts
  const { baseFee, window } = nextFee(parent, timestamp)
  return {
    ...parent,
    parentHash: hash,
    sha3Uncles: EMPTY_UNCLES,
    miner,
    difficulty,
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

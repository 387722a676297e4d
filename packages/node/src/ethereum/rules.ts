import { createCommonFromGethGenesis, type Common, type GethGenesis } from '@ethereumjs/common'
import type { EvmBlock } from '../c-chain/chain/block.ts'
import { EMPTY_TRIE } from '../c-chain/chain/genesis.ts'
import type { EvmHeader } from '../c-chain/chain/header.ts'
import type { EvmRules, HeaderParts } from '../c-chain/chain/rules.ts'
import type { RulePoint, TxRules } from '../c-chain/chain/tx.ts'
import { withBlobSchedule } from '../c-chain/engine/blob-schedule.ts'
import { fixedCommon } from '../c-chain/engine/fixed-common.ts'
import { withBlobCrypto } from '../c-chain/engine/kzg.ts'
import { evmCrypto } from '../c-chain/engine/signatures.ts'
import type { Hex } from '../c-chain/hex.ts'
import { checkHeader, excessAfter } from './check-header.ts'
import { feeAfter } from './fee.ts'
import { systemRules } from './system.ts'

const EMPTY_REQUESTS: Hex = '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Returns the rules of an Ethereum chain with a genesis file in the format of geth. */
export function ethereumRules(genesis: GethGenesis): EvmRules {
  const { commonAt, chainId } = scheduleOf(genesis)
  return {
    layout: 'ethereum',
    chainId,
    networkID: String(chainId),
    form: { gasLimit: undefined, minimumFee: 1n },
    txTypes: [0, 1, 2, 3, 4],
    forks: { blocks: forksOf(genesis, 'Block'), times: forksOf(genesis, 'Time') },
    commonAt,
    config: () => genesis.config,
    hasBlobs: true,
    searchesBeyondHead: false,
    tracePrefix: '0x',
    draft: (parent, parts) => draft(parent, parts, commonAt),
    feeAfter,
    quoted: (last) => last,
    excessBlobGasAfter: (parent, common) => excessAfter(parent, commonAt, common),
    difficultyAfter: ({ difficulty }, common) => (common.gteHardfork('paris') ? 0n : difficulty),
    ownMembers: (common) => ({
      ...(common.isActivatedEIP(4895) && { withdrawalsRoot: EMPTY_TRIE }),
    }),
    genesisMembers: (common, { baseFeePerGas }) => ({
      ...(common.isActivatedEIP(1559) && {
        baseFeePerGas: baseFeePerGas ?? common.param('initialBaseFee'),
      }),
      ...(common.isActivatedEIP(4895) && { withdrawalsRoot: EMPTY_TRIE }),
      ...(common.isActivatedEIP(7685) && { requestsHash: EMPTY_REQUESTS }),
    }),
    checkBlock: (block, parent) => checkHeader(block, parent, commonAt),
    system: systemRules({ ...genesis.config }),
  }
}

function scheduleOf(genesis: GethGenesis): {
  readonly commonAt: TxRules['commonAt']
  readonly chainId: bigint
} {
  const customCrypto = withBlobCrypto(evmCrypto())
  const schedule = createCommonFromGethGenesis(genesis, { customCrypto })
  const forks = new Map<string, Common>()
  const commonAt = ({ number, timestamp }: RulePoint): Common => {
    const fork = schedule.getHardforkBy({ blockNumber: number, timestamp })
    let common = forks.get(fork)
    if (common === undefined) {
      common = createCommonFromGethGenesis(genesis, { customCrypto })
      common.setHardfork(fork)
      common = withBlobSchedule(common, genesis)
      forks.set(fork, fixedCommon(common))
    }
    return common
  }
  return { commonAt, chainId: schedule.chainId() }
}

/**
 * Returns the heights or times of the forks in a genesis file. The names of these members end with
 * `Block` or `Time`.
 */
function forksOf({ config }: GethGenesis, ending: 'Block' | 'Time'): readonly bigint[] {
  const values = Object.entries(config)
    .filter(([name, value]) => name.endsWith(ending) && typeof value === 'number' && value > 0)
    .map(([, value]) => Number(value))
  return [...new Set(values)].sort((a, b) => a - b).map(BigInt)
}

/** The chain builds no blocks, so that calls run at the time of the last block. */
function draft(
  { header, hash }: EvmBlock,
  { gasLimit, baseFee }: HeaderParts,
  commonAt: TxRules['commonAt'],
): EvmHeader {
  const { baseFeePerGas: _, ...parent } = header
  const number = header.number + 1n
  // Before London, blocks have no base fee, and neither has the block after them.
  const hasFee = commonAt({ number, timestamp: header.timestamp }).isActivatedEIP(1559)
  return {
    ...parent,
    parentHash: hash,
    number,
    gasLimit: gasLimit ?? header.gasLimit,
    ...(hasFee && { baseFeePerGas: baseFee ?? feeAfter(header) }),
  }
}

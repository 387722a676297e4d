import {
  createCommonFromGethGenesis,
  createCustomCommon,
  Hardfork,
  Mainnet,
  type Common,
  type GethGenesis,
} from '@ethereumjs/common'
import { withBlobSchedule } from '../engine/blob-schedule.ts'
import { fixedCommon } from '../engine/fixed-common.ts'
import { withBlobCrypto } from '../engine/kzg.ts'
import { evmCrypto } from '../engine/signatures.ts'
import type { Hex } from '../hex.ts'
import { feeRule } from './base-fee.ts'
import type { Layout } from './header.ts'

export interface RulePoint {
  readonly number: bigint
  readonly timestamp: bigint
}

export interface FormRules {
  /** Gas limit of all blocks; undefined if blocks can have different gas limits. */
  readonly gasLimit: bigint | undefined
  /** Minimum gas price of a transaction in wei. */
  readonly minimumFee: bigint
}

export interface ChainRules {
  readonly layout: Layout
  readonly chainId: bigint
  readonly form: FormRules
  /** The highest accepted transaction type. */
  readonly lastType: number
  /** Heights and Unix times at which the rules change, in ascending order. */
  readonly forks: { readonly blocks: readonly bigint[]; readonly times: readonly bigint[] }
  /** The `config` object of the genesis file of an Ethereum chain; empty for a C-Chain. */
  readonly config: Readonly<Record<string, unknown>>
  /** Returns the rules at a block. All blocks of a hard fork share one frozen object. */
  readonly commonAt: (point: RulePoint) => Common
}

/** Block gas limit since the Cortina upgrade. */
export const GAS_LIMIT = 15_000_000n

/** The miner address of all C-Chain blocks. No key exists for this address. */
export const BLACK_HOLE: Hex = '0x0100000000000000000000000000000000000000'

/**
 * Returns the rules of a C-Chain on which all upgrades are active since the genesis: the rules of
 * Cancun.
 */
export function nativeRules(chainId: bigint): ChainRules {
  const common = fixedCommon(
    createCustomCommon({ chainId: Number(chainId), name: 'c-chain' }, Mainnet, {
      hardfork: Hardfork.Cancun,
      customCrypto: withBlobCrypto(evmCrypto()),
    }),
  )
  const form = { gasLimit: GAS_LIMIT, minimumFee: feeRule.minimum }
  return {
    layout: 'native',
    chainId,
    form,
    lastType: 2,
    forks: { blocks: [], times: [] },
    config: {},
    commonAt: () => common,
  }
}

export function ethereumRules(genesis: GethGenesis): ChainRules {
  const customCrypto = withBlobCrypto(evmCrypto())
  const schedule = createCommonFromGethGenesis(genesis, { customCrypto })
  const forks = new Map<string, Common>()
  return {
    layout: 'ethereum',
    chainId: schedule.chainId(),
    form: { gasLimit: undefined, minimumFee: 1n },
    lastType: 4,
    forks: { blocks: forksOf(genesis, 'Block'), times: forksOf(genesis, 'Time') },
    config: { ...genesis.config },
    commonAt({ number, timestamp }) {
      const fork = schedule.getHardforkBy({ blockNumber: number, timestamp })
      let common = forks.get(fork)
      if (common === undefined) {
        common = createCommonFromGethGenesis(genesis, { customCrypto })
        common.setHardfork(fork)
        common = withBlobSchedule(common, genesis)
        forks.set(fork, fixedCommon(common))
      }
      return common
    },
  }
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

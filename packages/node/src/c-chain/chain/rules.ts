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

/** What tells apart the rules of two blocks. */
export interface RulePoint {
  readonly number: bigint
  readonly timestamp: bigint
}

/** What a transaction has to meet to wait for a block. */
export interface FormRules {
  /** Gas of a block; undefined where blocks differ. */
  readonly gasLimit: bigint | undefined
  /** Least that a transaction has to offer for a unit of gas. */
  readonly minimumFee: bigint
  /** The last of the transaction types that are taken. */
  readonly lastType: number
}

/** The rules of an EVM chain. */
export interface ChainRules {
  readonly layout: Layout
  readonly chainId: bigint
  readonly form: FormRules
  /** Heights and times at which rules change, in order; none for a chain that keeps those of its genesis. */
  readonly forks: { readonly blocks: readonly bigint[]; readonly times: readonly bigint[] }
  /** What the genesis file of an Ethereum chain sets; empty for the others. */
  readonly config: Readonly<Record<string, unknown>>
  /** The hard fork's rules at a block: one frozen object for each fork. */
  readonly commonAt: (point: RulePoint) => Common
}

/** Gas of a block since the Cortina upgrade. */
export const GAS_LIMIT = 15_000_000n

/** Nobody has the key of this address, which every block of the C-Chain names as its miner. */
export const BLACK_HOLE: Hex = '0x0100000000000000000000000000000000000000'

/** The rules of a C-Chain whose upgrades were all active when it began: those of Cancun. */
export function nativeRules(chainId: bigint): ChainRules {
  const common = fixedCommon(
    createCustomCommon({ chainId: Number(chainId), name: 'c-chain' }, Mainnet, {
      hardfork: Hardfork.Cancun,
      customCrypto: withBlobCrypto(evmCrypto()),
    }),
  )
  const form = { gasLimit: GAS_LIMIT, minimumFee: feeRule.minimum, lastType: 2 }
  return {
    layout: 'native',
    chainId,
    form,
    forks: { blocks: [], times: [] },
    config: {},
    commonAt: () => common,
  }
}

/** The rules of an Ethereum chain whose genesis file says when each fork begins. */
export function ethereumRules(genesis: GethGenesis): ChainRules {
  const customCrypto = withBlobCrypto(evmCrypto())
  const schedule = createCommonFromGethGenesis(genesis, { customCrypto })
  const forks = new Map<string, Common>()
  return {
    layout: 'ethereum',
    chainId: schedule.chainId(),
    form: { gasLimit: undefined, minimumFee: 1n, lastType: 4 },
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

/** Where the rules of a genesis file change: the values of its members whose names end so. */
function forksOf({ config }: GethGenesis, ending: 'Block' | 'Time'): readonly bigint[] {
  const values = Object.entries(config)
    .filter(([name, value]) => name.endsWith(ending) && typeof value === 'number' && value > 0)
    .map(([, value]) => Number(value))
  return [...new Set(values)].sort((a, b) => a - b).map(BigInt)
}

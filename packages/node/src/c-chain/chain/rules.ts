import type { Block } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import type { Machine } from '../engine/machine.ts'
import type { Hex } from '../hex.ts'
import type { EvmBlock, Withdrawal } from './block.ts'
import type { EvmHeader, Layout } from './header.ts'
import type { TxRules } from './tx.ts'

export interface FormRules {
  /** Gas limit of all blocks; undefined if blocks can have different gas limits. */
  readonly gasLimit: bigint | undefined
  /** Minimum gas price of a transaction in wei. */
  readonly minimumFee: bigint
}

/** What a chain with system contracts does before and after the transactions of a block. */
export interface SystemRules {
  readonly begin: (machine: Machine, header: EvmHeader) => Promise<void>
  /** Pays rewards and withdrawals. Resolves with the hash of the requests to the consensus layer. */
  readonly end: (
    machine: Machine,
    block: Block,
    withdrawals: readonly Withdrawal[],
  ) => Promise<Hex | undefined>
  /** Returns the addresses of the system contracts by their names in EIP-7910. */
  readonly contracts: (common: Common) => Readonly<Record<string, string>>
}

/** Values of the header of a new block. */
export interface HeaderParts {
  /** Unix seconds. */
  readonly timestamp: bigint
  readonly miner: Hex
  readonly gasLimit: bigint | undefined
  readonly difficulty: bigint | undefined
  /** Base fee in wei. If undefined, the base fee is computed from the parent block. */
  readonly baseFee: bigint | undefined
}

export interface EvmRules extends TxRules {
  /** Encoding of headers and blocks. */
  readonly layout: Layout
  readonly chainId: bigint
  readonly networkID: string
  readonly form: FormRules
  /** Heights and Unix times at which the rules change, in ascending order. */
  readonly forks: { readonly blocks: readonly bigint[]; readonly times: readonly bigint[] }
  /** Returns the result of `eth_getChainConfig`. */
  readonly config: (genesisTime: bigint) => object
  /** Whether blocks can have blob transactions. */
  readonly hasBlobs: boolean
  /** Whether a search for logs may end after the last block. */
  readonly searchesBeyondHead: boolean
  /** Prefix of bytes in traces: `0x` as in geth, or none as in older versions of geth and in the C-Chain client. */
  readonly tracePrefix: '' | '0x'
  /** Returns the header of the block after `parent`, before any transaction is run. */
  readonly draft: (parent: EvmBlock, parts: HeaderParts) => EvmHeader
  /** Returns the base fee in wei of the block after `parent` at a time in Unix seconds. */
  readonly feeAfter: (parent: EvmHeader, time: bigint) => bigint
  /** Selects the block whose base fee suggested prices build on: the last block, or the block that is built next. */
  readonly quoted: (last: EvmHeader, next: EvmHeader) => EvmHeader
  readonly excessBlobGasAfter: (parent: EvmHeader, common: Common) => bigint
  readonly difficultyAfter: (parent: EvmHeader, common: Common) => bigint
  /** Returns the members that only headers of this layout have, for a block without content. */
  readonly ownMembers: (common: Common) => Partial<EvmHeader>
  /** Returns the members of {@link ownMembers} for the genesis. */
  readonly genesisMembers: (
    common: Common,
    genesis: { readonly baseFeePerGas: bigint | undefined },
  ) => Partial<EvmHeader>
  /** Checks an imported block against its parent. Throws a RangeError that describes the broken rule. */
  readonly checkBlock: (block: EvmBlock, parent: EvmHeader) => void
  /** Absent for a chain without system contracts. */
  readonly system?: SystemRules
}

/** Hard forks of Ethereum whose rules a C-Chain can have. */
export type NativeFork = 'cancun' | 'prague'

/** Block gas limit since the Cortina upgrade. */
export const GAS_LIMIT = 15_000_000n

/** The miner address of all C-Chain blocks. No key exists for this address. */
export const BLACK_HOLE: Hex = '0x0100000000000000000000000000000000000000'

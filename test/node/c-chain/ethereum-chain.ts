import {
  createBlock,
  genWithdrawalsTrieRoot,
  type Block,
  type BlockHeader,
} from '@ethereumjs/block'
import { createCommonFromGethGenesis, type Common, type GethGenesis } from '@ethereumjs/common'
import { RLP } from '@ethereumjs/rlp'
import { createTx, type TypedTxData } from '@ethereumjs/tx'
import {
  createAccount,
  createAddressFromString,
  createWithdrawal,
  hexToBytes,
  type WithdrawalData,
} from '@ethereumjs/util'
import { createVM, runBlock } from '@ethereumjs/vm'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keccak256 } from 'viem'
import { counter } from './contracts.ts'
import { hex } from './hex.ts'
import { funded } from './running.ts'

const KEY = hexToBytes('0x56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027')
const BALANCE = 10n ** 24n
const GWEI = 10n ** 9n
const EXTRA = '0x6f776e'
const DIFFICULTY = '0x20000'
const STOP = 0x00
const zeros = (bytes: number): `0x${string}` => `0x${'00'.repeat(bytes)}`
const quantity = (value: bigint): `0x${string}` => `0x${value.toString(16)}`

export const chainId = 3_503_995_874_084n
export const receiver = `0x${'11'.repeat(20)}` as const

/** Contracts of the protocol; code that only stops is enough for the calls of the chain. */
const systemContracts = [
  '000f3df6d732807ef1319fb7b8bb8522d0beac02',
  '0000f90827f1c53a10cb7a02335b175320002935',
  '00000961ef480eb55e80d19ad83579a64c007002',
  '0000bbddc7ce488642fb579f8b00f3a590007251',
]

/** Forks from the first to the last, each at its own block. */
const config = {
  chainId: Number(chainId),
  homesteadBlock: 1,
  eip150Block: 2,
  eip155Block: 2,
  eip158Block: 2,
  byzantiumBlock: 3,
  constantinopleBlock: 4,
  petersburgBlock: 4,
  istanbulBlock: 5,
  berlinBlock: 6,
  londonBlock: 7,
  mergeNetsplitBlock: 9,
  terminalTotalDifficulty: 131_072 * 9,
  shanghaiTime: 100,
  cancunTime: 110,
  pragueTime: 120,
  osakaTime: 130,
  bpo1Time: 140,
  depositContractAddress: zeros(20),
  ethash: {},
  blobSchedule: {
    cancun: { target: 3, max: 6, baseFeeUpdateFraction: 3_338_477 },
    prague: { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 },
    osaka: { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 },
    bpo1: { target: 10, max: 15, baseFeeUpdateFraction: 8_346_193 },
  },
}

const genesis: GethGenesis = {
  name: 'own',
  config,
  nonce: '0x0',
  timestamp: '0x0',
  extraData: EXTRA,
  gasLimit: '0x1c9c380',
  difficulty: DIFFICULTY,
  mixHash: zeros(32),
  coinbase: zeros(20),
  alloc: {
    [funded.address.slice(2).toLowerCase()]: { balance: quantity(BALANCE) },
    ...Object.fromEntries(systemContracts.map((at) => [at, { balance: '0x0', code: '0x00' }])),
  },
}

/** A chain that the library created from a genesis. */
export interface EthereumChain {
  /** The genesis block and those after it. */
  readonly blocks: readonly Block[]
  readonly genesisFile: string
  readonly chainFile: string
  /** Runs one more block with a transaction on top of the last one; the files of the chain stay unchanged. */
  readonly next: (tx: TypedTxData | undefined, header: object) => Promise<Block>
  readonly remove: () => void
}

/**
 * Creates a chain with at least one block per fork, transactions of each type but blobs, uncles and withdrawals.
 */
export async function ethereumChain(): Promise<EthereumChain> {
  const common = createCommonFromGethGenesis(genesis, {})
  const vm = await createVM({ common })
  const at = (number: bigint, timestamp: bigint): Common => {
    common.setHardforkBy({ blockNumber: number, timestamp })
    return common
  }
  at(0n, 0n)
  for (const [address, account] of Object.entries(genesis.alloc)) {
    const owner = createAddressFromString(`0x${address}`)
    const balance = BigInt(account.balance)
    await vm.stateManager.putAccount(owner, createAccount({ balance }))
    if ('code' in account) await vm.stateManager.putCode(owner, Uint8Array.of(STOP))
  }
  const { gasLimit } = genesis
  const root = await vm.stateManager.getStateRoot()
  const first = createBlock(
    {
      header: {
        extraData: EXTRA,
        gasLimit,
        difficulty: DIFFICULTY,
        stateRoot: root,
        nonce: zeros(8),
      },
    },
    { common: common.copy(), skipConsensusFormatValidation: true },
  )
  const blocks: Block[] = [first]
  let sequence = 0n
  const run = async (data: TypedTxData | undefined, header: object): Promise<Block> => {
    const parent = blocks.at(-1)
    if (parent === undefined) throw new Error('no parent')
    const number = parent.header.number + 1n
    const timestamp = parent.header.timestamp + 10n
    const rules = at(number, timestamp).copy()
    const uncleHeaders = number === 5n ? [uncleOf(blocks, rules)] : []
    const uncleHash = keccak256(RLP.encode(uncleHeaders.map((uncle) => uncle.raw())), 'bytes')
    const withdrawals = rules.isActivatedEIP(4895) ? [withdrawal(number)] : undefined
    const withdrawalsRoot = withdrawals && (await rootOf(withdrawals))
    const own = { number, timestamp, uncleHash, ...(withdrawalsRoot && { withdrawalsRoot }) }
    const draft = createBlock(
      {
        header: { ...headerOf(parent, rules), ...own, ...header },
        transactions:
          data === undefined
            ? []
            : [createTx({ ...data, nonce: sequence }, { common: rules }).sign(KEY)],
        uncleHeaders,
        ...(withdrawals && { withdrawals }),
      },
      { common: rules, skipConsensusFormatValidation: true },
    )
    const before = await vm.stateManager.getStateRoot()
    let sealed: Block | undefined
    vm.events.once('afterBlock', (result) => (sealed = result.block))
    await runBlock(vm, {
      block: draft,
      root: before,
      generate: true,
      skipBlockValidation: true,
      skipHeaderValidation: true,
      skipBalance: false,
    })
    if (sealed === undefined) throw new Error('no block')
    if (data !== undefined) sequence++
    return sealed
  }
  for (const data of transactions) blocks.push(await run(data, {}))
  const folder = mkdtempSync(join(tmpdir(), 'rpcloom-'))
  const genesisFile = join(folder, 'genesis.json')
  const chainFile = join(folder, 'chain.rlp')
  writeFileSync(genesisFile, JSON.stringify(genesis))
  writeFileSync(chainFile, Buffer.concat(blocks.slice(1).map((block) => block.serialize())))
  return {
    blocks,
    genesisFile,
    chainFile,
    next: run,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function headerOf(parent: Block, rules: Common): object {
  const isMerged = rules.gteHardfork('paris')
  const isFirstWithFee = rules.isActivatedEIP(1559) && parent.header.baseFeePerGas === undefined
  return {
    parentHash: parent.hash(),
    // The gas limit of the first block with a base fee is twice as high.
    gasLimit: parent.header.gasLimit * (isFirstWithFee ? 2n : 1n),
    difficulty: isMerged ? 0n : parent.header.difficulty,
    nonce: zeros(8),
    ...(rules.isActivatedEIP(1559) && {
      baseFeePerGas:
        parent.header.baseFeePerGas === undefined ? GWEI : parent.header.calcNextBaseFee(),
    }),
    ...(rules.isActivatedEIP(4844) && {
      excessBlobGas: 0n,
      blobGasUsed: 0n,
      parentBeaconBlockRoot: new Uint8Array(32).fill(7),
    }),
  }
}

function uncleOf(blocks: readonly Block[], common: Common): BlockHeader {
  const parent = blocks.at(-2)
  if (parent === undefined) throw new Error('no uncle')
  const { header } = createBlock(
    { header: { ...headerOf(parent, common), number: parent.header.number + 1n, timestamp: 45n } },
    { common, skipConsensusFormatValidation: true },
  )
  return header
}

function rootOf(withdrawals: readonly WithdrawalData[]): Promise<Uint8Array> {
  return genWithdrawalsTrieRoot(withdrawals.map((data) => createWithdrawal(data)))
}

function withdrawal(number: bigint): WithdrawalData {
  return { index: number, validatorIndex: 1n, address: receiver, amount: 5n }
}

const fees = { maxFeePerGas: 100n * GWEI, maxPriorityFeePerGas: GWEI, chainId }
const legacy = {
  type: 0,
  gasLimit: 100_000n,
  gasPrice: 10n * GWEI,
  to: receiver,
  value: 3n,
} as const
const dynamic = { type: 2, gasLimit: 100_000n, to: receiver, value: 5n, ...fees } as const

/** One per block. */
const transactions: readonly (TypedTxData | undefined)[] = [
  legacy,
  legacy,
  { type: 0, gasLimit: 1_000_000n, gasPrice: 10n * GWEI, data: counter },
  legacy,
  legacy,
  { ...legacy, type: 1, chainId, accessList: [{ address: receiver, storageKeys: [zeros(32)] }] },
  dynamic,
  dynamic,
  dynamic,
  dynamic,
  dynamic,
  dynamic,
  dynamic,
  dynamic,
]

export function hashOf(block: Block | undefined): `0x${string}` | undefined {
  return block && hex(block.hash())
}

import { createAccount, createAddressFromString, KECCAK256_RLP } from '@ethereumjs/util'
import { NodeCache } from '../engine/node-cache.ts'
import { NodeStore } from '../engine/node-store.ts'
import { EvmState } from '../engine/state.ts'
import { bytesOf, hexOf, wordBytes, ZERO_ADDRESS, type Hex } from '../hex.ts'
import type { Change, Reader } from '../../store/store.ts'
import { assembleBlock } from './block.ts'
import type { EvmHeader } from './header.ts'
import type { EvmRules } from './rules.ts'

export interface GenesisAccount {
  readonly balance: bigint
  readonly nonce: bigint
  readonly code: Uint8Array
  readonly storage: ReadonlyMap<Uint8Array, Uint8Array>
}

export interface EvmGenesis {
  readonly chainId: bigint
  readonly accounts: ReadonlyMap<Hex, GenesisAccount>
  readonly nonce: bigint
  readonly timestamp: bigint
  readonly extraData: Hex
  readonly gasLimit: bigint
  readonly difficulty: bigint
  readonly mixHash: Hex
  readonly coinbase: Hex
  readonly baseFeePerGas: bigint | undefined
  readonly excessBlobGas: bigint | undefined
  readonly blobGasUsed: bigint | undefined
  readonly parentBeaconBlockRoot: Hex | undefined
}

export const EMPTY_TRIE: Hex = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'
export const EMPTY_UNCLES: Hex =
  '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347'
export const ZERO_WORD: Hex = `0x${'00'.repeat(32)}`

/** Parses a genesis file in the format of geth. Throws a SyntaxError or a RangeError. */
export function parseGenesis(text: string): EvmGenesis {
  const root = record(JSON.parse(text), 'the genesis')
  const config = record(root['config'], 'config')
  const alloc = record(root['alloc'], 'alloc')
  return {
    chainId: number(config['chainId'], 'config.chainId'),
    accounts: new Map(
      Object.entries(alloc).map(([address, account]) => [
        addressOf(address),
        readAccount(record(account, `alloc.${address}`)),
      ]),
    ),
    nonce: number(root['nonce'] ?? 0, 'nonce'),
    timestamp: number(root['timestamp'] ?? 0, 'timestamp'),
    extraData: hex(root['extraData'] ?? '0x', 'extraData'),
    gasLimit: number(root['gasLimit'], 'gasLimit'),
    difficulty: number(root['difficulty'] ?? 0, 'difficulty'),
    mixHash: hex(root['mixHash'] ?? ZERO_WORD, 'mixHash'),
    coinbase: addressOf(hex(root['coinbase'] ?? ZERO_ADDRESS, 'coinbase')),
    baseFeePerGas: optionalNumber(root['baseFeePerGas'], 'baseFeePerGas'),
    excessBlobGas: optionalNumber(root['excessBlobGas'], 'excessBlobGas'),
    blobGasUsed: optionalNumber(root['blobGasUsed'], 'blobGasUsed'),
    parentBeaconBlockRoot:
      root['parentBeaconBlockRoot'] === undefined
        ? undefined
        : hex(root['parentBeaconBlockRoot'], 'parentBeaconBlockRoot'),
  }
}

/** The block that a chain begins with, and the changes that store its state. */
export type FirstBlock = ReturnType<typeof assembleBlock> & { readonly changes: readonly Change[] }

/** Returns block 0, and the changes that store its state. */
export async function genesisBlock(
  genesis: EvmGenesis,
  reader: Reader,
  rules: EvmRules,
): Promise<FirstBlock> {
  const { root, changes } = await genesisState(genesis, reader)
  const header = genesisHeader(genesis, root, rules)
  const parts = {
    header,
    txs: [],
    uncles: [],
    extData: new Uint8Array(0),
    ...(header.withdrawalsRoot !== undefined && { withdrawals: [] }),
  }
  return { ...assembleBlock(parts, rules.layout), changes }
}

async function genesisState(
  { accounts }: EvmGenesis,
  reader: Reader,
): Promise<{ readonly root: Hex; readonly changes: readonly Change[] }> {
  const db = new NodeStore(reader, new NodeCache())
  const state = new EvmState(db, KECCAK256_RLP)
  for (const [text, { balance, nonce, code, storage }] of accounts) {
    const address = createAddressFromString(text)
    await state.putAccount(address, createAccount({ balance, nonce }))
    if (code.length > 0) await state.putCode(address, code)
    for (const [slot, value] of storage) await state.putStorage(address, slot, value)
  }
  return { root: hexOf(await state.getStateRoot()), changes: db.written() }
}

function genesisHeader(
  genesis: EvmGenesis,
  stateRoot: Hex,
  { commonAt, genesisMembers }: EvmRules,
): EvmHeader {
  const common = commonAt({ number: 0n, timestamp: genesis.timestamp })
  const isCancun = common.isActivatedEIP(4844)
  return {
    parentHash: ZERO_WORD,
    sha3Uncles: EMPTY_UNCLES,
    miner: genesis.coinbase,
    stateRoot,
    transactionsRoot: EMPTY_TRIE,
    receiptsRoot: EMPTY_TRIE,
    logsBloom: `0x${'00'.repeat(256)}`,
    difficulty: genesis.difficulty,
    number: 0n,
    gasLimit: genesis.gasLimit,
    gasUsed: 0n,
    timestamp: genesis.timestamp,
    extraData: genesis.extraData,
    mixHash: genesis.mixHash,
    nonce: `0x${genesis.nonce.toString(16).padStart(16, '0')}`,
    ...(isCancun && {
      blobGasUsed: genesis.blobGasUsed ?? 0n,
      excessBlobGas: genesis.excessBlobGas ?? 0n,
      parentBeaconBlockRoot: genesis.parentBeaconBlockRoot ?? ZERO_WORD,
    }),
    ...genesisMembers(common, genesis),
  }
}

function readAccount(account: Readonly<Record<string, unknown>>): GenesisAccount {
  const storage = account['storage'] === undefined ? {} : record(account['storage'], 'storage')
  return {
    balance: number(account['balance'] ?? 0, 'balance'),
    nonce: number(account['nonce'] ?? 0, 'nonce'),
    code: bytesOf(hex(account['code'] ?? '0x', 'code')),
    storage: new Map(
      Object.entries(storage).map(([slot, value]) => [word(slot), word(hex(value, 'storage'))]),
    ),
  }
}

function word(text: string): Uint8Array {
  const bytes = wordBytes(text)
  if (bytes === undefined)
    throw new RangeError(`storage word ${text} must be at most 32 bytes in hex`)
  return bytes
}

function addressOf(text: string): Hex {
  const digits = text.replace(/^0x/, '').toLowerCase()
  if (!/^[\da-f]{40}$/.test(digits)) throw new RangeError(`address ${text} must be 20 bytes in hex`)
  return `0x${digits}`
}

function record(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RangeError(`${name} must be an object`)
  }
  return Object.fromEntries(Object.entries(value))
}

function number(value: unknown, name: string): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'string' && /^(0x[\da-f]+|\d+)$/i.test(value)) return BigInt(value)
  throw new RangeError(`${name} must be a number, or a string in hex or decimal`)
}

function optionalNumber(value: unknown, name: string): bigint | undefined {
  return value === undefined || value === null ? undefined : number(value, name)
}

function hex(value: unknown, name: string): Hex {
  if (typeof value !== 'string' || !/^0x[\da-f]*$/i.test(value)) {
    throw new RangeError(`${name} must be a string in hex with 0x`)
  }
  return `0x${value.slice(2).toLowerCase()}`
}

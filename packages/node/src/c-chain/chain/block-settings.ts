import { put, scan, type Change, type Reader } from '../../store/store.ts'
import { hexOf, type Hex } from '../hex.ts'
import { alteredPrefix, blockSettingsKey } from '../keys.ts'

/** Settings of the development methods for the next block only. */
export interface NextBlock {
  timestamp?: bigint
  baseFee?: bigint
  /** If true, the block is built even without transactions. */
  isForced?: boolean
}

/**
 * Settings that development methods made for all later blocks, overriding the rules of the chain.
 */
export interface BlockSettings {
  readonly miner?: Hex | undefined
  readonly gasLimit?: bigint | undefined
  /** Minimum gas price of a transaction in wei. */
  readonly minimumFee?: bigint | undefined
  /** Seconds between the timestamps of consecutive blocks. */
  readonly interval?: bigint | undefined
}

const amounts = ['gasLimit', 'minimumFee', 'interval'] as const

export async function readBlockSettings(store: Reader): Promise<BlockSettings> {
  const bytes = await store.get(blockSettingsKey)
  if (bytes === undefined) return {}
  const kept = JSON.parse(Buffer.from(bytes).toString()) as Readonly<Record<string, Hex>>
  const numbers = amounts.flatMap((name) => {
    const value = kept[name]
    return value === undefined ? [] : [[name, BigInt(value)] as const]
  })
  return { miner: kept['miner'], ...Object.fromEntries(numbers) }
}

export function settingsChange(settings: BlockSettings): Change {
  const texts = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  )
  return put(blockSettingsKey, Buffer.from(JSON.stringify(Object.fromEntries(texts))))
}

/**
 * Reads the state roots that development methods set, by the height of the block whose root they
 * replace.
 */
export async function alteredRoots(store: Reader): Promise<ReadonlyMap<bigint, Hex>> {
  const roots = new Map<bigint, Hex>()
  for await (const { key, value } of scan(store, alteredPrefix)) {
    roots.set(Buffer.from(key).readBigUInt64BE(alteredPrefix.length), hexOf(value))
  }
  return roots
}

import { put, type Change, type Reader } from '../../store/store.ts'
import type { Hex } from '../hex.ts'
import { blockSettingsKey } from '../tables.ts'

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
  /** Milliseconds by which the time of this chain is behind the clock of the node, whose other chains cannot go back. */
  readonly behind?: bigint | undefined
}

const amounts = ['gasLimit', 'minimumFee', 'interval', 'behind'] as const

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

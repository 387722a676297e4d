import { encode } from '../../codec/field.ts'
import { PlatformOutput } from '../../codec/p-chain.ts'
import type { Transferable, UtxoID } from '../../codec/structures.ts'

/** Whether the items are in strictly ascending order. */
export function isStrictlySorted<T>(items: readonly T[], compare: (a: T, b: T) => number): boolean {
  return pairs(items).every(([a, b]) => compare(a, b) < 0)
}

/** Whether the items are in ascending order, duplicates allowed. */
export function isSorted<T>(items: readonly T[], compare: (a: T, b: T) => number): boolean {
  return pairs(items).every(([a, b]) => compare(a, b) <= 0)
}

function pairs<T>(items: readonly T[]): (readonly [T, T])[] {
  return items.slice(1).flatMap((b, at) => items.slice(at, at + 1).map((a) => [a, b] as const))
}

/** Compares hex strings of equal length, which is the order of their bytes. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Compares inputs by transaction, then by index. */
export function byUtxoID(a: UtxoID, b: UtxoID): number {
  return byText(a.txID, b.txID) || a.outputIndex - b.outputIndex
}

/** Compares outputs by asset, then by their bytes. */
export function byAssetAndOutput(
  a: Transferable<PlatformOutput>,
  b: Transferable<PlatformOutput>,
): number {
  return (
    byText(a.assetID, b.assetID) ||
    Buffer.compare(encode(PlatformOutput, a.output), encode(PlatformOutput, b.output))
  )
}

import { encode } from '../../codec/field.ts'
import { PlatformOutput } from '../../codec/p-chain.ts'
import type { Transferable, UtxoID } from '../../codec/structures.ts'

/** Whether each item comes before the next one. */
export function isStrictlySorted<T>(items: readonly T[], compare: (a: T, b: T) => number): boolean {
  return pairs(items).every(([a, b]) => compare(a, b) < 0)
}

/** Whether no item comes after the next one. */
export function isSorted<T>(items: readonly T[], compare: (a: T, b: T) => number): boolean {
  return pairs(items).every(([a, b]) => compare(a, b) <= 0)
}

function pairs<T>(items: readonly T[]): (readonly [T, T])[] {
  return items.slice(1).flatMap((b, at) => items.slice(at, at + 1).map((a) => [a, b] as const))
}

/** Order of texts of one length: IDs and addresses in hex, hence the order of their bytes. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Order of what is spent: by transaction, then by index. */
export function byUtxoID(a: UtxoID, b: UtxoID): number {
  return byText(a.txID, b.txID) || a.outputIndex - b.outputIndex
}

/** Order of outputs: by asset, then by their bytes. */
export function byAssetAndOutput(
  a: Transferable<PlatformOutput>,
  b: Transferable<PlatformOutput>,
): number {
  return (
    byText(a.assetID, b.assetID) ||
    Buffer.compare(encode(PlatformOutput, a.output), encode(PlatformOutput, b.output))
  )
}

import { encode, type Field } from '../codec/field.ts'
import type { Transferable, UtxoID } from '../codec/structures.ts'

export function isStrictlySorted<T>(items: readonly T[], compare: (a: T, b: T) => number): boolean {
  return isOrdered(items, (a, b) => compare(a, b) < 0)
}

/** Whether the items are sorted; duplicates are allowed. */
export function isSorted<T>(items: readonly T[], compare: (a: T, b: T) => number): boolean {
  return isOrdered(items, (a, b) => compare(a, b) <= 0)
}

function isOrdered<T>(items: readonly T[], holds: (a: T, b: T) => boolean): boolean {
  let last: T | undefined
  for (const item of items) {
    if (last !== undefined && !holds(last, item)) return false
    last = item
  }
  return true
}

/** Compares hex strings of equal length. The order equals the order of the encoded bytes. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export function byNumber(a: number, b: number): number {
  return a - b
}

export function byUtxoID(a: UtxoID, b: UtxoID): number {
  return byText(a.txID, b.txID) || a.outputIndex - b.outputIndex
}

/** Returns a function that compares values by their encoding, including the codec version. */
export function byBytes<T>(field: Field<T>): (a: T, b: T) => number {
  return (a, b) => Buffer.compare(encode(field, a), encode(field, b))
}

export function byAssetAndBytes<T>(
  field: Field<T>,
): (a: Transferable<T>, b: Transferable<T>) => number {
  const byOutput = byBytes(field)
  return (a, b) => byText(a.assetID, b.assetID) || byOutput(a.output, b.output)
}

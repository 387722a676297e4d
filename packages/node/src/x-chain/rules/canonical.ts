import { encode, type Field } from '../../codec/field.ts'
import {
  Output,
  type OutputOwners,
  type Transferable,
  type UtxoID,
} from '../../codec/structures.ts'

/** Whether each item comes before the next one. */
export function isStrictlySorted<T>(items: readonly T[], compare: (a: T, b: T) => number): boolean {
  return isOrdered(items, (a, b) => compare(a, b) < 0)
}

/** Whether no item comes after the next one. */
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

/** Order of texts of one length: IDs and addresses in hex, hence the order of their bytes. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Order of numbers. */
export function byNumber(a: number, b: number): number {
  return a - b
}

/** Order of what is spent: by transaction, then by index. */
export function byUtxoID(a: UtxoID, b: UtxoID): number {
  return byText(a.txID, b.txID) || a.outputIndex - b.outputIndex
}

/** Order by bytes, codec version included. */
export function byBytes<T>(field: Field<T>): (a: T, b: T) => number {
  return (a, b) => Buffer.compare(encode(field, a), encode(field, b))
}

const byOutput = byBytes(Output)

/** Order of outputs: by asset, then by their bytes. */
export function byAssetAndOutput(a: Transferable<Output>, b: Transferable<Output>): number {
  return byText(a.assetID, b.assetID) || byOutput(a.output, b.output)
}

/** Whether two sets of owners are the same. */
export function sameOwners(a: OutputOwners, b: OutputOwners): boolean {
  return (
    a.locktime === b.locktime &&
    a.threshold === b.threshold &&
    a.addresses.length === b.addresses.length &&
    a.addresses.every((address, at) => address === b.addresses[at])
  )
}

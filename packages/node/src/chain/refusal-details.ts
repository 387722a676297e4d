import type { ID } from '../codec/field.ts'
import { idText } from '../codec/ids.ts'
import type { UtxoID } from '../codec/structures.ts'

/** Says which output a part of a transaction (`input 0`) spends although it does not exist. */
export function missingDetail(place: string, { txID, outputIndex }: UtxoID): string {
  return `${place} spends output ${outputIndex} of transaction ${idText(txID)}, which does not exist or is spent`
}

/** Says how much of an asset the outputs, fees and balances of a transaction need, and how much its inputs have. */
export function shortDetail(assetID: ID, needed: bigint, given: bigint): string {
  return `outputs and fees need ${needed} of asset ${idText(assetID)}, the inputs have ${given}`
}

/** Says how many credentials a transaction needs. */
export function credentialDetail(expected: number, given: number): string {
  return `expected ${expected}, got ${given}`
}

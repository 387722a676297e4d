import type { ID } from '../codec/field.ts'
import { idText } from '../codec/ids.ts'
import type { UtxoID } from '../codec/structures.ts'

/** Describes a missing output. `label` names the input or operation that spends it, for example `input 0`. */
export function missingDetail(label: string, { txID, outputIndex }: UtxoID): string {
  return `${label} spends output ${outputIndex} of transaction ${idText(txID)}, which does not exist or is spent`
}

/**
 * Describes that a transaction consumes too little of an asset: the amount that it needs for
 * outputs, fees and validator balances, and the total amount of its inputs.
 */
export function shortDetail(assetID: ID, needed: bigint, given: bigint): string {
  return `outputs and fees need ${needed} of asset ${idText(assetID)}, the inputs have ${given}`
}

/** Describes an input whose asset differs from the asset of the output that it spends. */
export function assetDetail(label: string, given: ID, expected: ID): string {
  return `${label} has ${idText(given)}, expected ${idText(expected)}`
}

/** Describes an input whose amount or locktime differs from that of the output that it spends. */
export function valueDetail(label: string, given: bigint, expected: bigint): string {
  return `${label} has ${given}, expected ${expected}`
}

export function credentialDetail(expected: number, given: number): string {
  return `expected ${expected}, got ${given}`
}

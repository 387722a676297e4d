import type { ID } from '../../codec/field.ts'
import { idText } from '../../codec/ids.ts'
import type { UtxoID } from '../../codec/structures.ts'
import type { MakeRefusal } from '../refusal.ts'

// `label` is the name of an input or operation in messages, for example `input 0`.

/** Returns the output that an input or operation spends, if it exists and has the right asset. */
export function checkSpent<Spent extends { readonly assetID: ID }>(
  spent: Spent | undefined,
  { txID, outputIndex, assetID }: UtxoID & { readonly assetID: ID },
  label: string,
  refusal: MakeRefusal<'missing' | 'wrongAsset'>,
): Spent {
  if (spent === undefined) {
    const output = `output ${outputIndex} of transaction ${idText(txID)}`
    throw refusal('missing', `${label} spends ${output}, which does not exist or is spent`)
  }
  if (spent.assetID !== assetID)
    throw refusal(
      'wrongAsset',
      `${label} has ${idText(assetID)}, expected ${idText(spent.assetID)}`,
    )
  return spent
}

export function checkAmount(
  given: bigint,
  expected: bigint,
  label: string,
  refusal: MakeRefusal<'wrongAmount'>,
): void {
  if (given !== expected) throw refusal('wrongAmount', valueDetail(label, given, expected))
}

export function checkCredential<Credential>(
  credential: Credential | undefined,
  label: string,
  refusal: MakeRefusal<'credentialCount'>,
): Credential {
  if (credential === undefined) throw refusal('credentialCount', `${label} has no credential`)
  return credential
}

/** Describes an input whose amount or locktime differs from that of the output that it spends. */
export function valueDetail(label: string, given: bigint, expected: bigint): string {
  return `${label} has ${given}, expected ${expected}`
}

/**
 * Describes that a transaction consumes too little of an asset: the amount that it needs for
 * outputs, fees and validator balances, and the total amount of its inputs.
 */
export function shortDetail(assetID: ID, needed: bigint, given: bigint): string {
  return `outputs and fees need ${needed} of asset ${idText(assetID)}, the inputs have ${given}`
}

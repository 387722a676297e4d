import { addressText, type AddressSpace } from '../codec/address.ts'
import type { ShortID } from '../codec/field.ts'
import type { OutputOwners } from '../codec/structures.ts'
import { signerOf } from '../crypto/recovery.ts'

export type AddressForm = Pick<AddressSpace, 'hrp' | 'alias'>

/**
 * The signatures for one spent output or one authorization, and the time (Unix seconds) to compare with the locktime.
 */
export interface Signed {
  readonly signedHash: Uint8Array
  readonly time: bigint
  readonly sigIndices: readonly number[]
  readonly signatures: readonly Uint8Array[]
  /** Name of the signed input, operation or authorization in messages, for example `input 0`. */
  readonly label: string
  readonly form: AddressForm
}

export type OwnerRule =
  | 'locked'
  | 'tooManySigners'
  | 'tooFewSigners'
  | 'signatureCount'
  | 'signerOutOfBounds'
  | 'signature'

/** A broken rule, with details for the message. */
export interface Broken<Rule extends string> {
  readonly rule: Rule
  readonly detail: string
}

/**
 * Checks whether the owners of an output signed and may spend it now. Returns the first broken
 * rule; undefined if the signatures are valid.
 */
export function brokenOwnerRule(
  owners: OutputOwners,
  signed: Signed,
): Broken<OwnerRule> | undefined {
  const { locktime, threshold, addresses } = owners
  const { sigIndices, signatures, label, time } = signed
  const broken = (rule: OwnerRule, detail: string): Broken<OwnerRule> => ({ rule, detail })
  const [signers, count] = [sigIndices.length, signatures.length]
  if (locktime > time)
    return broken(
      'locked',
      `${label} is locked until Unix time ${locktime}; the current time is ${time}`,
    )
  if (signers !== threshold) {
    const rule = signers > threshold ? 'tooManySigners' : 'tooFewSigners'
    return broken(
      rule,
      `the number of signers of ${label} is ${signers}, the threshold is ${threshold}`,
    )
  }
  if (signers !== count)
    return broken(
      'signatureCount',
      `the number of signers of ${label} is ${signers}, the number of signatures is ${count}`,
    )
  for (const [at, index] of sigIndices.entries()) {
    const [owner, signature] = [addresses[index], signatures[at]]
    if (owner === undefined) {
      const detail = `${label} has the signer index ${index}, the number of owners is ${addresses.length}`
      return broken('signerOutOfBounds', detail)
    }
    const signer = signature && signerOf(signed.signedHash, signature)
    if (signer !== owner)
      return broken(
        'signature',
        `signature ${at} of ${label} ${mismatch(signed.form, owner, signer)}`,
      )
  }
  return undefined
}

function mismatch(form: AddressForm, owner: ShortID, signer: ShortID | undefined): string {
  const found =
    signer === undefined ? 'is not a valid signature' : `is by ${addressText(form, signer)}`
  return `${found}, expected ${addressText(form, owner)}`
}

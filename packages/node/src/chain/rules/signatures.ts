import { addressText, type AddressSpace } from '../../codec/address.ts'
import type { ShortID } from '../../codec/field.ts'
import type { OutputOwners } from '../../codec/structures.ts'
import { signerOf } from '../../crypto/recovery.ts'
import type { MakeRefusal } from '../refusal.ts'

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

/** Checks that the owners of an output signed and may spend it now. */
export function checkSignatures(
  { locktime, threshold, addresses }: OutputOwners,
  { sigIndices, signatures, signedHash, label, time, form }: Signed,
  refusal: MakeRefusal<OwnerRule>,
): void {
  const [signers, count] = [sigIndices.length, signatures.length]
  if (locktime > time) {
    const detail = `${label} is locked until Unix time ${locktime}; the current time is ${time}`
    throw refusal('locked', detail)
  }
  if (signers !== threshold) {
    const rule = signers > threshold ? 'tooManySigners' : 'tooFewSigners'
    const detail = `the number of signers of ${label} is ${signers}, the threshold is ${threshold}`
    throw refusal(rule, detail)
  }
  if (signers !== count) {
    const detail = `the number of signers of ${label} is ${signers}, the number of signatures is ${count}`
    throw refusal('signatureCount', detail)
  }
  for (const [at, index] of sigIndices.entries()) {
    const [owner, signature] = [addresses[index], signatures[at]]
    if (owner === undefined) {
      const detail = `${label} has the signer index ${index}, the number of owners is ${addresses.length}`
      throw refusal('signerOutOfBounds', detail)
    }
    const signer = signature && signerOf(signedHash, signature)
    if (signer !== owner)
      throw refusal('signature', `signature ${at} of ${label} ${mismatch(form, owner, signer)}`)
  }
}

function mismatch(form: AddressForm, owner: ShortID, signer: ShortID | undefined): string {
  const found =
    signer === undefined ? 'is not a valid signature' : `is by ${addressText(form, signer)}`
  return `${found}, expected ${addressText(form, owner)}`
}

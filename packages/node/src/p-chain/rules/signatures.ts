import type { Input, OutputOwners, SecpCredential } from '../../codec/structures.ts'
import { signerOf } from '../../crypto/recovery.ts'
import { refused } from '../refusals.ts'

/** The signed hash, and the time (Unix seconds) at which the transaction is executed. */
export interface Signing {
  readonly signedHash: Uint8Array
  readonly time: bigint
}

/** Checks that the required number of owners signed, and that the locktime has passed. Throws a `RefusedTx`. */
export function checkSignatures(
  { locktime, threshold, addresses }: OutputOwners,
  { sigIndices }: Input,
  credential: SecpCredential | undefined,
  { signedHash, time }: Signing,
): void {
  if (credential === undefined) throw refused('credentialCount')
  if (locktime > time) throw refused('locked')
  if (sigIndices.length > threshold) throw refused('tooManySigners')
  if (sigIndices.length < threshold) throw refused('tooFewSigners')
  const { signatures } = credential
  if (signatures.length !== sigIndices.length) throw refused('signatureCount')
  for (const [at, index] of sigIndices.entries()) {
    const [owner, signature] = [addresses[index], signatures[at]]
    if (owner === undefined) throw refused('signerOutOfBounds')
    if (signature === undefined || signerOf(signedHash, signature) !== owner)
      throw refused('signature')
  }
}

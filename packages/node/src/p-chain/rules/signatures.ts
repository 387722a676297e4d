import { checkSignatures, type Signed } from '../../chain/rules/signatures.ts'
import { checkCredential } from '../../chain/rules/spending.ts'
import type { Input, OutputOwners, SecpCredential } from '../../codec/structures.ts'
import { refusal } from '../refusals.ts'

/** Context of a signature check. */
export type Signing = Pick<Signed, 'signedHash' | 'time' | 'form' | 'label'>

/** Checks that the required number of owners signed, and that the locktime has passed. Throws a `Refusal`. */
export function checkCredentialOf(
  owners: OutputOwners,
  { sigIndices }: Input,
  credential: SecpCredential | undefined,
  signing: Signing,
): void {
  const { signatures } = checkCredential(credential, signing.label, refusal)
  checkSignatures(owners, { ...signing, sigIndices, signatures }, refusal)
}

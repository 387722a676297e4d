import { brokenOwnerRule, type AddressForm } from '../../chain/signatures.ts'
import type { Input, OutputOwners, SecpCredential } from '../../codec/structures.ts'
import { refused } from '../refusals.ts'

/** Context of a signature check: the signed hash, and the time (Unix seconds) of the execution. */
export interface Signing {
  readonly signedHash: Uint8Array
  readonly time: bigint
  readonly form: AddressForm
  /** Name of the signed inputs or authorization in messages, for example `input`. */
  readonly label: string
}

/** Checks that the required number of owners signed, and that the locktime has passed. Throws a `RefusedTx`. */
export function checkSignatures(
  owners: OutputOwners,
  { sigIndices }: Input,
  credential: SecpCredential | undefined,
  signing: Signing,
): void {
  if (credential === undefined)
    throw refused('credentialCount', `${signing.label} has no credential`)
  const broken = brokenOwnerRule(owners, { ...signing, sigIndices, ...credential })
  if (broken !== undefined) throw refused(broken.rule, broken.detail)
}

import { brokenOwnerRule, type AddressForm } from '../../chain/signatures.ts'
import type { Input, OutputOwners, SecpCredential } from '../../codec/structures.ts'
import { refused } from '../refusals.ts'

/** The signed hash, and the time (Unix seconds) at which the transaction is executed. */
export interface Signing {
  readonly signedHash: Uint8Array
  readonly time: bigint
  /** The form of addresses in messages. */
  readonly form: AddressForm
  /** The signed part of the transaction, for messages: `input`, `authorization`. */
  readonly place: string
}

/** Checks that the required number of owners signed, and that the locktime has passed. Throws a `RefusedTx`. */
export function checkSignatures(
  owners: OutputOwners,
  { sigIndices }: Input,
  credential: SecpCredential | undefined,
  signing: Signing,
): void {
  if (credential === undefined) throw refused('credentialCount', `${signing.place} has none`)
  const broken = brokenOwnerRule(owners, { ...signing, sigIndices, ...credential })
  if (broken !== undefined) throw refused(broken.rule, broken.detail)
}

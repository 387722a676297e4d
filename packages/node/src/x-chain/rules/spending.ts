import { checkSignatures, type Signed } from '../../chain/rules/signatures.ts'
import type { Input, OutputOwners, Utxo } from '../../codec/structures.ts'
import type { Credential, FxOperation } from '../../codec/x-chain.ts'
import { fxOf } from '../fx.ts'
import { refusal } from '../refusals.ts'

export interface Signing extends Pick<Signed, 'signedHash' | 'time' | 'label' | 'form'> {
  readonly credential: Credential
}

/** Checks that the owners of an output signed and may spend it now. */
export function checkCredentialOf(
  owners: OutputOwners,
  { sigIndices }: Input,
  { credential, ...signing }: Signing,
): void {
  checkSignatures(owners, { ...signing, sigIndices, ...credential }, refusal)
}

export function checkFxOperation(operation: FxOperation, { output }: Utxo, signing: Signing): void {
  if (fxOf(signing.credential) !== fxOf(operation)) throw refusal('credentialKind')
  switch (operation.kind) {
    case 'secpMintOperation':
      if (output.kind !== 'secpMintOutput') throw refusal('wrongKind')
      if (!sameOwners(operation.mintOutput, output)) throw refusal('wrongMintOutput')
      return checkCredentialOf(output, operation.mintInput, signing)
    case 'nftMintOperation':
      if (output.kind !== 'nftMintOutput') throw refusal('wrongKind')
      if (operation.groupID !== output.groupID) throw refusal('wrongGroup')
      return checkCredentialOf(output, operation.mintInput, signing)
    case 'nftTransferOperation':
      if (output.kind !== 'nftTransferOutput') throw refusal('wrongKind')
      if (operation.output.groupID !== output.groupID) throw refusal('wrongGroup')
      if (Buffer.compare(operation.output.payload, output.payload) !== 0)
        throw refusal('wrongPayload')
      return checkCredentialOf(output, operation.input, signing)
    case 'propertyMintOperation':
      if (output.kind !== 'propertyMintOutput') throw refusal('wrongKind')
      if (!sameOwners(operation.mintOutput, output)) throw refusal('wrongMintOutput')
      return checkCredentialOf(output, operation.mintInput, signing)
    case 'propertyBurnOperation':
      if (output.kind !== 'propertyOwnedOutput') throw refusal('wrongKind')
      return checkCredentialOf(output, operation, signing)
  }
}

function sameOwners(a: OutputOwners, b: OutputOwners): boolean {
  return (
    a.locktime === b.locktime &&
    a.threshold === b.threshold &&
    a.addresses.length === b.addresses.length &&
    a.addresses.every((address, at) => address === b.addresses[at])
  )
}

import type { OutputOwners, Utxo } from '../../codec/structures.ts'
import type { Credential, FxOperation } from '../../codec/x-chain.ts'
import { brokenOwnerRule, type Signed } from '../../chain/signatures.ts'
import { fxOf } from '../fx.ts'
import type { Verdict } from '../refusals.ts'

export interface Signing extends Pick<Signed, 'signedHash' | 'time' | 'label' | 'form'> {
  readonly credential: Credential
}

export function checkSignatures(
  owners: OutputOwners,
  sigIndices: readonly number[],
  { credential, ...signing }: Signing,
): Verdict {
  return brokenOwnerRule(owners, { ...signing, sigIndices, signatures: credential.signatures })
}

export function checkFxOperation(
  operation: FxOperation,
  { output }: Utxo,
  signing: Signing,
): Verdict {
  if (fxOf(signing.credential) !== fxOf(operation)) return 'credentialKind'
  switch (operation.kind) {
    case 'secpMintOperation':
      if (output.kind !== 'secpMintOutput') return 'wrongKind'
      if (!sameOwners(operation.mintOutput, output)) return 'wrongMintOutput'
      return checkSignatures(output, operation.mintInput.sigIndices, signing)
    case 'nftMintOperation':
      if (output.kind !== 'nftMintOutput') return 'wrongKind'
      if (operation.groupID !== output.groupID) return 'wrongGroup'
      return checkSignatures(output, operation.mintInput.sigIndices, signing)
    case 'nftTransferOperation':
      if (output.kind !== 'nftTransferOutput') return 'wrongKind'
      if (operation.output.groupID !== output.groupID) return 'wrongGroup'
      if (Buffer.compare(operation.output.payload, output.payload) !== 0) return 'wrongPayload'
      return checkSignatures(output, operation.input.sigIndices, signing)
    case 'propertyMintOperation':
      if (output.kind !== 'propertyMintOutput') return 'wrongKind'
      if (!sameOwners(operation.mintOutput, output)) return 'wrongMintOutput'
      return checkSignatures(output, operation.mintInput.sigIndices, signing)
    case 'propertyBurnOperation':
      if (output.kind !== 'propertyOwnedOutput') return 'wrongKind'
      return checkSignatures(output, operation.sigIndices, signing)
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

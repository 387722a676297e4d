import type { OutputOwners, Utxo } from '../../codec/structures.ts'
import type { Credential, FxOperation } from '../../codec/x-chain.ts'
import { signerOf } from '../../crypto/recovery.ts'
import { fxOf } from '../fx.ts'
import type { Verdict } from '../refusals.ts'
import { sameOwners } from './canonical.ts'

/** The signatures of a spend, and its time. */
export interface Signing {
  readonly signedHash: Uint8Array
  readonly credential: Credential
  /** Unix seconds. */
  readonly now: bigint
}

/** Checks the locktime of an output and the signatures of its owners. */
export function checkSignatures(
  { locktime, threshold, addresses }: OutputOwners,
  sigIndices: readonly number[],
  { signedHash, credential, now }: Signing,
): Verdict {
  const { signatures } = credential
  if (locktime > now) return 'locked'
  if (sigIndices.length > threshold) return 'tooManySigners'
  if (sigIndices.length < threshold) return 'tooFewSigners'
  if (sigIndices.length !== signatures.length) return 'signatureCount'
  for (const [at, index] of sigIndices.entries()) {
    const owner = addresses[index]
    const signature = signatures[at]
    if (owner === undefined) return 'signerOutOfBounds'
    if (signature === undefined || signerOf(signedHash, signature) !== owner) return 'signature'
  }
  return undefined
}

/** Checks an operation against the output that it spends. */
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

import { encode, type ID } from '../codec/field.ts'
import { idText } from '../codec/ids.ts'
import { WarpPayload } from '../codec/messages.ts'
import type { LocalSigner } from './local-signer.ts'
import type { PlatformParams } from './params.ts'
import type { PlatformState } from './state/state.ts'
import { validatorsAt } from './state/validator-sets.ts'
import { percentOf, QUORUM, signersOf, signWarp } from './warp.ts'

/** A message from a contract or an account to another chain. */
export interface AddressedMessage {
  readonly sourceChainID: ID
  readonly sourceAddress: Uint8Array
  readonly payload: Uint8Array
}

/** Error for a message whose source is not a chain of the network. */
export class UnknownChainError extends RangeError {
  constructor(name: string) {
    super(`there is no chain '${name}'`)
  }
}

/**
 * Signs a message of a chain with the known secret keys of the validators of the chain's subnet.
 * Throws an UnknownChainError if the chain does not exist, and a RangeError if the known keys do
 * not reach the quorum.
 */
export async function signAddressed(
  state: PlatformState,
  { networkID }: PlatformParams,
  signer: LocalSigner,
  { sourceChainID, sourceAddress, payload }: AddressedMessage,
): Promise<Uint8Array> {
  const [subnetID, tip] = [await state.subnetOf(sourceChainID), await state.tip()]
  if (subnetID === undefined || tip === undefined)
    throw new UnknownChainError(idText(sourceChainID))
  const members = [...(await validatorsAt(state, subnetID, tip.height)).values()]
  const signers = signersOf(members)
  const knownPercent = percentOf(
    signers.filter(({ publicKey }) => signer.secretOf(publicKey) !== undefined),
    members,
  )
  if (members.length === 0) throw new RangeError('not enough signers: the subnet has no validators')
  if (knownPercent < QUORUM)
    throw new RangeError(
      `not enough signers: the node has the keys for ${knownPercent} percent of the validator weight, ` +
        `${QUORUM} percent are required; add keys of active validators with dev.addWarpSigner`,
    )
  const call = encode(WarpPayload, { kind: 'addressedCall', sourceAddress, payload })
  const message = { networkID, sourceChainID, payload: call }
  return signWarp(message, signers, signer.secretOf)
}

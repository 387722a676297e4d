import { encode, type ID } from '../codec/field.ts'
import { idText } from '../codec/ids.ts'
import { WarpPayload } from '../codec/messages.ts'
import type { LocalSigner } from './local-signer.ts'
import type { PlatformParams } from './params.ts'
import type { PlatformState } from './state/state.ts'
import { validatorsAt } from './state/validator-sets.ts'
import { percentOf, QUORUM, signersOf, signWarp } from './warp.ts'

/** What a contract or account on a chain sends to another chain. */
export interface AddressedMessage {
  readonly sourceChainID: ID
  readonly sourceAddress: Uint8Array
  readonly payload: Uint8Array
}

/**
 * Signs a message of a chain with the secrets of the validators of its subnet. Throws a RangeError if there is no such
 * chain, or if too few of them are known for the message to be valid.
 */
export async function signAddressed(
  state: PlatformState,
  { networkID }: PlatformParams,
  signer: LocalSigner,
  { sourceChainID, sourceAddress, payload }: AddressedMessage,
): Promise<Uint8Array> {
  const [subnetID, tip] = [await state.subnetOf(sourceChainID), await state.tip()]
  if (subnetID === undefined || tip === undefined)
    throw new RangeError(`there is no chain '${idText(sourceChainID)}'`)
  const members = [...(await validatorsAt(state, subnetID, tip.height)).values()]
  const signers = signersOf(members)
  const known = percentOf(
    signers.filter(({ publicKey }) => signer.secretOf(publicKey) !== undefined),
    members,
  )
  if (members.length === 0)
    throw new RangeError('no signers are known: the subnet has no validator')
  if (known < QUORUM)
    throw new RangeError(
      `signers are known for ${known} percent of the weight of the validators, ${QUORUM} are needed; ` +
        'inactive validators cannot sign, secrets of others are added with dev.addWarpSigner',
    )
  const call = encode(WarpPayload, { kind: 'addressedCall', sourceAddress, payload })
  const message = { networkID, sourceChainID, payload: call }
  return signWarp(message, signers, signer.secretOf)
}

import { encode, type ID } from '../codec/field.ts'
import { WarpPayload } from '../codec/messages.ts'
import type { LocalSigner } from './local-signer.ts'
import type { PlatformParams } from './params.ts'
import type { PlatformState } from './state/state.ts'
import { validatorsAt } from './state/validator-sets.ts'
import { signersOf, signWarp } from './warp.ts'

/** What a contract or account on a chain sends to another chain. */
export interface AddressedMessage {
  readonly sourceChainID: ID
  readonly sourceAddress: Uint8Array
  readonly payload: Uint8Array
}

/** Signs a message of a chain with the secrets of the validators of its subnet, as far as they are known here. */
export async function signAddressed(
  state: PlatformState,
  { networkID }: PlatformParams,
  signer: LocalSigner,
  { sourceChainID, sourceAddress, payload }: AddressedMessage,
): Promise<Uint8Array> {
  const [subnetID, tip] = [await state.subnetOf(sourceChainID), await state.tip()]
  if (subnetID === undefined || tip === undefined)
    throw new RangeError(`there is no chain ${sourceChainID}`)
  const members = await validatorsAt(state, subnetID, tip.height)
  const call = encode(WarpPayload, { kind: 'addressedCall', sourceAddress, payload })
  const message = { networkID, sourceChainID, payload: call }
  return signWarp(message, signersOf(members.values()), signer.secretOf)
}

import type { OutputOwnersInput } from '@native-node/server/p-chain'
import { addressText, type AddressSpace } from '../../codec/address.ts'
import type { PlatformOwner } from '../../codec/p-chain.ts'
import type { OutputOwners } from '../../codec/structures.ts'
import type { PlatformState } from '../state/state.ts'

export async function heightOf(state: PlatformState): Promise<bigint> {
  const tip = await state.tip()
  if (tip === undefined) throw new Error('The P-Chain has no genesis')
  return tip.height
}

export function timeText(seconds: bigint): string {
  return new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z')
}

export function ownersOf(
  space: AddressSpace,
  owners: OutputOwners | PlatformOwner,
): OutputOwnersInput {
  return {
    locktime: 'locktime' in owners ? owners.locktime : 0n,
    threshold: owners.threshold,
    addresses: owners.addresses.map((address) => addressText(space, address)),
  }
}

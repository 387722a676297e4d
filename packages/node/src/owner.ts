import { encode } from './codec/field.ts'
import { PlatformGenesis } from './codec/p-chain.ts'
import { hashID } from './crypto/hashes.ts'
import { platformGenesis } from './network/genesis/p-chain.ts'
import type { Network } from './network/network.ts'
import type { Ownership } from './store/ownership.ts'

/** Returns the owner of the chain data of a network. */
export function ownerOf({ id, genesis }: Network): Ownership {
  return { networkID: id, genesis: hashID(encode(PlatformGenesis, platformGenesis(genesis))) }
}

import { concat, u16 } from '../codec/bytes.ts'
import { decode, encodeBare, list, shortID, type ID, type ShortID } from '../codec/field.ts'
import { ZERO_ID } from '../codec/ids.ts'
import { sha256 } from '../crypto/hashes.ts'
import { addressOf } from '../crypto/keys.ts'
import type { UserValues } from './users.ts'

/**
 * Storage layout of a user's keys, compatible with other nodes. Each chain has a prefix, the hash
 * of its ID. The key with the zero ID stores the list of addresses, and the key with an address
 * stores the private key of the address.
 */
const LIST = Buffer.from(ZERO_ID, 'hex')
const VERSION = u16(0)
const addresses = list(shortID)
/** Maximum number of keys of a user on one chain. */
const MAX_KEYS = 5000

/** Returns the user's private keys for the given chains, by X-Chain and P-Chain address. */
export async function privateKeys(
  values: UserValues,
  chains: readonly ID[],
): Promise<ReadonlyMap<ShortID, Uint8Array>> {
  const keys = new Map<ShortID, Uint8Array>()
  for (const chain of chains) {
    for (const address of await addressesOn(values, chain)) {
      const key = await values.get(keyOf(chain, Buffer.from(address, 'hex')))
      if (key !== undefined) keys.set(addressOf(key), key)
    }
  }
  return keys
}

/**
 * Stores a private key under its address on a chain. Returns false if the user already has 5000
 * other keys on that chain.
 */
export async function storeKey(
  values: UserValues,
  {
    chain,
    address,
    key,
  }: { readonly chain: ID; readonly address: ShortID; readonly key: Uint8Array },
): Promise<boolean> {
  let isStored = true
  await values.update(async () => {
    const stored = await addressesOn(values, chain)
    if (stored.includes(address)) return []
    isStored = stored.length < MAX_KEYS
    if (!isStored) return []
    const bytes = encodeBare(addresses, [...stored, address])
    return [
      [keyOf(chain, Buffer.from(address, 'hex')), key],
      [keyOf(chain, LIST), concat(VERSION, bytes)],
    ]
  })
  return isStored
}

async function addressesOn(values: UserValues, chain: ID): Promise<readonly ShortID[]> {
  const bytes = await values.get(keyOf(chain, LIST))
  return bytes === undefined ? [] : decode(addresses, bytes)
}

function keyOf(chain: ID, name: Uint8Array): Uint8Array {
  return concat(sha256(Buffer.from(chain, 'hex')), name)
}

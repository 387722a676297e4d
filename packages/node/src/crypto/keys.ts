import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { ShortID } from '../codec/field.ts'
import { cb58, fromCb58 } from '../codec/text.ts'
import { shortHash } from './hashes.ts'

const PREFIX = 'PrivateKey-'
const KEY_LENGTH = 32

export function privateKeyText(key: Uint8Array): string {
  return PREFIX + cb58(key)
}

/** Parses the string form of a private key. Returns undefined if it is invalid. */
export function parsePrivateKey(text: string): Uint8Array | undefined {
  if (!text.startsWith(PREFIX) || text.length > 2 * KEY_LENGTH) return undefined
  try {
    const key = fromCb58(text.slice(PREFIX.length))
    return secp256k1.utils.isValidSecretKey(key) ? key : undefined
  } catch {
    // Any decoding error means that the string is not a key. Drop the error, because it could reveal the key.
    return undefined
  }
}

/** Returns the address of a private key on the X-Chain and the P-Chain. */
export function addressOf(privateKey: Uint8Array): ShortID {
  return shortHash(secp256k1.getPublicKey(privateKey, true))
}

/** Signs a hash. Returns 65 bytes: r, s in the lower half of the order, and the recovery number. */
export function sign(hash: Uint8Array, privateKey: Uint8Array): Uint8Array {
  const options = { prehash: false, lowS: true, format: 'recovered' } as const
  const [recovery = 0, ...compact] = secp256k1.sign(hash, privateKey, options)
  return Uint8Array.from([...compact, recovery])
}

import { getHashes, hash } from 'node:crypto'
import { ripemd160 } from '@noble/hashes/legacy.js'
import type { ID, ShortID } from '../codec/field.ts'
import { shortIDOf } from '../codec/ids.ts'

/** SHA-256. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer')
}

/** SHA-256 as an identifier. */
export function hashID(bytes: Uint8Array): ID {
  // 32 bytes in hex.
  return hash('sha256', bytes) as ID
}

/** RIPEMD-160, in native code if the system's OpenSSL supports it. */
const ripemd: (bytes: Uint8Array) => Uint8Array = getHashes().includes('ripemd160')
  ? (bytes) => hash('ripemd160', bytes, 'buffer')
  : ripemd160

/** RIPEMD-160 of the SHA-256 hash: derives addresses from keys and node IDs from certificates. */
export function shortHash(bytes: Uint8Array): ShortID {
  return shortIDOf(ripemd(sha256(bytes)))
}

import { getHashes, hash } from 'node:crypto'
import { ripemd160 } from '@noble/hashes/legacy.js'
import type { ID, ShortID } from '../codec/field.ts'
import { shortIDOf } from '../codec/ids.ts'

export function sha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer')
}

export function hashID(bytes: Uint8Array): ID {
  // Safe cast: a SHA-256 hash is 32 bytes in hex.
  return hash('sha256', bytes) as ID
}

/** Computes RIPEMD-160, in native code if the OpenSSL of this system supports it. */
const ripemd: (bytes: Uint8Array) => Uint8Array = getHashes().includes('ripemd160')
  ? (bytes) => hash('ripemd160', bytes, 'buffer')
  : ripemd160

/**
 * Returns the RIPEMD-160 hash of the SHA-256 hash: the address of a public key, or the node ID of a
 * certificate.
 */
export function shortHash(bytes: Uint8Array): ShortID {
  return shortIDOf(ripemd(sha256(bytes)))
}

import { randomBytes } from 'node:crypto'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytes, decode, encode, struct } from '../codec/field.ts'

const NONCE = 24
const Sealed = struct({ ciphertext: bytes, nonce: bytes })

/** Encrypts a value of a user with XChaCha20-Poly1305. The key is the SHA-256 of the password. */
export function seal(value: Uint8Array, password: string): Uint8Array {
  const nonce = randomBytes(NONCE)
  const ciphertext = xchacha20poly1305(keyOf(password), nonce).encrypt(value)
  return encode(Sealed, { ciphertext, nonce })
}

/** Decrypts a sealed value. Throws if the password is wrong or a byte was changed. */
export function unseal(sealed: Uint8Array, password: string): Uint8Array {
  const { ciphertext, nonce } = decode(Sealed, sealed, Infinity)
  return xchacha20poly1305(keyOf(password), nonce).decrypt(ciphertext)
}

function keyOf(password: string): Uint8Array {
  return sha256(Buffer.from(password, 'utf8'))
}

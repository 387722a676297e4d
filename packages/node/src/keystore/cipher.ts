import { randomBytes } from 'node:crypto'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { ByteReader, concat, sized, u16 } from '../codec/bytes.ts'

const VERSION = 0
const NONCE = 24

/**
 * Encrypts a value of a user with XChaCha20-Poly1305. The key is the SHA-256 of the password. Layout: version u16,
 * ciphertext and nonce, each with its u32 length.
 */
export function seal(value: Uint8Array, password: string): Uint8Array {
  const nonce = randomBytes(NONCE)
  const ciphertext = xchacha20poly1305(keyOf(password), nonce).encrypt(value)
  return concat(u16(VERSION), sized(ciphertext), sized(nonce))
}

/** Decrypts a sealed value. Throws if the password is wrong or a byte was changed. */
export function unseal(bytes: Uint8Array, password: string): Uint8Array {
  const reader = new ByteReader(bytes)
  const version = reader.u16()
  if (version !== VERSION) throw new RangeError(`unknown sealed value version ${version}`)
  const ciphertext = reader.sized()
  const nonce = reader.sized()
  reader.end()
  return xchacha20poly1305(keyOf(password), nonce).decrypt(ciphertext)
}

function keyOf(password: string): Uint8Array {
  return sha256(Buffer.from(password, 'utf8'))
}

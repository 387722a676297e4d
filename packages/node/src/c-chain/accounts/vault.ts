import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { concat } from '../../codec/bytes.ts'
import { hashInTurn } from '../../keystore/password-queue.ts'

const SALT = 16
const NONCE = 12
const TAG = 16
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

/** Encrypts a private key. Layout of the result: salt, nonce, tag, encrypted key. */
export async function lock(key: Uint8Array, passphrase: string): Promise<Uint8Array> {
  const [salt, nonce] = [randomBytes(SALT), randomBytes(NONCE)]
  const cipher = createCipheriv('aes-256-gcm', await derived(passphrase, salt), nonce)
  const body = concat(cipher.update(key), cipher.final())
  return concat(salt, nonce, cipher.getAuthTag(), body)
}

/** Decrypts a private key. Resolves with undefined if the passphrase is wrong. */
export async function unlock(
  locked: Uint8Array,
  passphrase: string,
): Promise<Uint8Array | undefined> {
  const salt = locked.subarray(0, SALT)
  const nonce = locked.subarray(SALT, SALT + NONCE)
  const tag = locked.subarray(SALT + NONCE, SALT + NONCE + TAG)
  const decipher = createDecipheriv('aes-256-gcm', await derived(passphrase, salt), nonce)
  decipher.setAuthTag(tag)
  try {
    return concat(decipher.update(locked.subarray(SALT + NONCE + TAG)), decipher.final())
  } catch {
    // The authentication tag does not match, which means a wrong passphrase.
    return undefined
  }
}

function derived(passphrase: string, salt: Uint8Array): Promise<Buffer> {
  return hashInTurn(
    () =>
      new Promise((resolve, reject) => {
        scrypt(passphrase, salt, 32, COST, (error, key) => (error ? reject(error) : resolve(key)))
      }),
  )
}

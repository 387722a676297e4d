import { randomBytes, timingSafeEqual } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import { encode, fixed, struct, type ValueOf } from '../codec/field.ts'
import { hashInTurn } from './password-queue.ts'

const HASH = 32
const SALT = 16

/** A stored password: a salted Argon2id hash. */
export const UserRecord = struct({ hash: fixed(HASH), salt: fixed(SALT) })
export type UserRecord = ValueOf<typeof UserRecord>

/** Creates the record of a new password. Argon2id runs off the main thread. */
export async function recordOf(password: string): Promise<UserRecord> {
  const salt = randomBytes(SALT)
  return { hash: await derive(password, salt), salt }
}

export async function matches(record: UserRecord, password: string): Promise<boolean> {
  return timingSafeEqual(await derive(password, record.salt), record.hash)
}

/** Whether two records are equal. Salts are random, so the records of different users differ. */
export function isSame(one: UserRecord, other: UserRecord): boolean {
  return Buffer.compare(encode(UserRecord, one), encode(UserRecord, other)) === 0
}

/** Computes the hash with Argon2id, the default algorithm of `hashRaw`. */
function derive(password: string, salt: Uint8Array): Promise<Buffer> {
  return hashInTurn(() =>
    hashRaw(password, {
      memoryCost: 65_536,
      timeCost: 1,
      parallelism: 4,
      outputLen: HASH,
      salt,
    }),
  )
}

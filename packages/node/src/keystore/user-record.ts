import { randomBytes, timingSafeEqual } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import { ByteReader, concat, u16 } from '../codec/bytes.ts'
import { hashInTurn } from './password-queue.ts'

const VERSION = 0
const HASH = 32
const SALT = 16

/** A stored password: a salted Argon2id hash. Layout: version u16, hash 32, salt 16. */
export interface UserRecord {
  readonly hash: Uint8Array
  readonly salt: Uint8Array
}

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
  return Buffer.compare(encodeRecord(one), encodeRecord(other)) === 0
}

export function encodeRecord(record: UserRecord): Uint8Array {
  return concat(u16(VERSION), record.hash, record.salt)
}

/** Decodes a record. Throws on an unknown version or short input. */
export function decodeRecord(reader: ByteReader): UserRecord {
  const version = reader.u16()
  if (version !== VERSION) throw new RangeError(`unknown user record version ${version}`)
  return { hash: reader.fixed(HASH), salt: reader.fixed(SALT) }
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

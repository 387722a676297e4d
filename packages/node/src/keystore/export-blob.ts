import { ByteReader, concat, sized, u32 } from '../codec/bytes.ts'
import { decodeRecord, encodeRecord, type UserRecord } from './user-record.ts'

/** Maximum number of values: 5,000 keys on each of three chains, and their lists. */
const MAX_PAIRS = 15_003

/** An exported user: the password hash and the encrypted values. */
export interface ExportedUser {
  readonly record: UserRecord
  readonly pairs: readonly { readonly key: Uint8Array; readonly value: Uint8Array }[]
}

/** Encodes an exported user. Layout: user record, u32 count, then each key and value with its u32 length. */
export function encodeUser(user: ExportedUser): Uint8Array {
  const pairs = user.pairs.flatMap(({ key, value }) => [sized(key), sized(value)])
  return concat(encodeRecord(user.record), u32(user.pairs.length), ...pairs)
}

/** Decodes an exported user. Throws unless the bytes are exactly one user. */
export function decodeUser(bytes: Uint8Array): ExportedUser {
  const reader = new ByteReader(bytes)
  const record = decodeRecord(reader)
  const count = reader.u32()
  if (count > MAX_PAIRS) throw new RangeError(`more than ${MAX_PAIRS} values`)
  const pairs: { key: Uint8Array; value: Uint8Array }[] = []
  for (let index = 0; index < count; index++) {
    pairs.push({ key: reader.sized(), value: reader.sized() })
  }
  reader.end()
  return { record, pairs }
}

import { bytes, list, struct } from '../codec/field.ts'
import { UserRecord } from './user-record.ts'

/** Maximum number of values: 5,000 keys on each of three chains, and their lists. */
const MAX_PAIRS = 15_003

/** An exported user: the password hash and the encrypted values. */
export const ExportedUser = struct({
  record: UserRecord,
  pairs: list(struct({ key: bytes, value: bytes }), MAX_PAIRS),
})

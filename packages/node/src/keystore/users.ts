import { concat, sized } from '../codec/bytes.ts'
import { decode, encode, type ValueOf } from '../codec/field.ts'
import { scan, type Change, type Store } from '../store/store.ts'
import { seal, unseal } from './cipher.ts'
import { ExportedUser } from './export-blob.ts'
import { inOrderByKey } from '../scheduling/in-order.ts'
import { isSame, matches, recordOf, UserRecord } from './user-record.ts'

const RECORDS = Buffer.from('keystore/user/')
const VALUES = Buffer.from('keystore/value/')

export type UserFault = 'userExists' | 'unknownUser' | 'wrongPassword' | 'undecodableUser'

/** The result of an operation, or the fault that the handlers convert to an API error. */
export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: UserFault }

/** A key and its decrypted value. */
type Pair = readonly [key: Uint8Array, value: Uint8Array]

/** The values of an authenticated user, encrypted in the store. */
export interface UserValues {
  readonly get: (key: Uint8Array) => Promise<Uint8Array | undefined>
  /** Writes the pairs that `change` returns in one batch. No other operation on the user runs during the update. */
  readonly update: (change: () => Promise<readonly Pair[]>) => Promise<void>
}

/** The keystore users of this node. Operations on the same user run one after another. */
export class Users {
  readonly #store: () => Promise<Store>
  /** Runs an operation after all earlier operations on the same user. */
  readonly #runExclusive = inOrderByKey<string>()

  constructor(store: () => Promise<Store>) {
    this.#store = store
  }

  /** Returns the names of all users in byte order. */
  async list(): Promise<readonly string[]> {
    const names: string[] = []
    for await (const { key } of scan(await this.#store(), RECORDS)) {
      names.push(Buffer.from(key.subarray(RECORDS.length)).toString('utf8'))
    }
    return names
  }

  async exists(name: string): Promise<boolean> {
    return (await this.#record(name)) !== undefined
  }

  create(name: string, password: string): Promise<Outcome<undefined>> {
    return this.#runExclusive(name, async () => {
      if (await this.exists(name)) return failure('userExists')
      await this.#write([putRecord(name, await recordOf(password))])
      return success(undefined)
    })
  }

  delete(name: string, password: string): Promise<Outcome<undefined>> {
    return this.#runExclusive(name, async () => {
      const found = await this.#authenticate(name, password)
      if (!found.ok) return found
      const changes: Change[] = [{ kind: 'delete', key: recordKey(name) }]
      for await (const { key } of scan(await this.#store(), valuePrefix(name))) {
        changes.push({ kind: 'delete', key })
      }
      await this.#write(changes)
      return success(undefined)
    })
  }

  /** Exports the user as bytes, in which the values are still encrypted with the password. */
  export(name: string, password: string): Promise<Outcome<Uint8Array>> {
    return this.#runExclusive(name, async () => {
      const found = await this.#authenticate(name, password)
      if (!found.ok) return found
      const prefix = valuePrefix(name)
      const pairs: { key: Uint8Array; value: Uint8Array }[] = []
      for await (const { key, value } of scan(await this.#store(), prefix)) {
        pairs.push({ key: key.slice(prefix.length), value })
      }
      return success(encode(ExportedUser, { record: found.value, pairs }))
    })
  }

  /**
   * Imports an exported user under any free name. The password must be the password of the exported
   * user.
   */
  import(name: string, password: string, bytes: Uint8Array): Promise<Outcome<undefined>> {
    return this.#runExclusive(name, async () => {
      if (await this.exists(name)) return failure('userExists')
      const user = readUser(bytes)
      if (user === undefined) return failure('undecodableUser')
      if (!(await matches(user.record, password))) return failure('wrongPassword')
      const prefix = valuePrefix(name)
      const values = user.pairs.map(({ key, value }): Change => ({
        kind: 'put',
        key: concat(prefix, key),
        value,
      }))
      await this.#write([putRecord(name, user.record), ...values])
      return success(undefined)
    })
  }

  /** Returns the values of a user after checking the password. */
  async values(name: string, password: string): Promise<Outcome<UserValues>> {
    const found = await this.#authenticate(name, password)
    if (!found.ok) return found
    const prefix = valuePrefix(name)
    return success({
      get: async (key) => {
        const sealed = await (await this.#store()).get(concat(prefix, key))
        return sealed === undefined ? undefined : unseal(sealed, password)
      },
      update: (change) =>
        this.#runExclusive(name, async () => {
          const record = await this.#record(name)
          // The user was deleted in the meantime. Check the record too, because a new user with the
          // same name must not get the value.
          if (record === undefined || !isSame(record, found.value))
            throw new Error('The keystore user was deleted during the operation')
          const pairs = await change()
          await this.#write(
            pairs.map(([key, value]): Change => ({
              kind: 'put',
              key: concat(prefix, key),
              value: seal(value, password),
            })),
          )
        }),
    })
  }

  async #authenticate(name: string, password: string): Promise<Outcome<UserRecord>> {
    const record = await this.#record(name)
    // No hash is computed for an unknown user, so the response time reveals which names exist. So do
    // `keystore.listUsers` and the errors of `deleteUser` and `createUser`, without a password. A hash
    // would only let callers without a user occupy the queue of hashes.
    if (record === undefined) return failure('unknownUser')
    return (await matches(record, password)) ? success(record) : failure('wrongPassword')
  }

  async #record(name: string): Promise<UserRecord | undefined> {
    const bytes = await (await this.#store()).get(recordKey(name))
    return bytes === undefined ? undefined : decode(UserRecord, bytes)
  }

  async #write(changes: readonly Change[]): Promise<void> {
    await (await this.#store()).write(changes)
  }
}

function recordKey(name: string): Uint8Array {
  return concat(RECORDS, Buffer.from(name, 'utf8'))
}

/**
 * Returns the key prefix of a user's values. The prefix contains the length of the name, so that no
 * prefix is the start of another prefix.
 */
function valuePrefix(name: string): Uint8Array {
  return concat(VALUES, sized(Buffer.from(name, 'utf8')))
}

function putRecord(name: string, record: UserRecord): Change {
  return { kind: 'put', key: recordKey(name), value: encode(UserRecord, record) }
}

function readUser(bytes: Uint8Array): ValueOf<typeof ExportedUser> | undefined {
  try {
    return decode(ExportedUser, bytes, Infinity)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function success<T>(value: T): Outcome<T> {
  return { ok: true, value }
}

function failure(fault: UserFault): { readonly ok: false; readonly fault: UserFault } {
  return { ok: false, fault }
}

import { rpcErrors } from '@native-node/server'
import type { KeystoreHandlers } from '@native-node/server/keystore'
import { invalidParam } from '../chain/params.ts'
import { checkedHex, fromCheckedHex } from '../codec/text.ts'
import { passwordFaults, type PasswordRule } from '../keystore/password-rule.ts'
import type { Outcome, UserFault, Users } from '../keystore/users.ts'

const errors = rpcErrors.keystore

export function keystoreHandlers(users: Users, rule: PasswordRule): KeystoreHandlers {
  return {
    async createUser({ username, password }) {
      checkName(username)
      const [fault] = passwordFaults(password, rule)
      if (await users.exists(username)) throw errors.userExists()
      if (fault !== undefined) throw errors[fault]()
      valueOrThrow(await users.create(username, password))
    },
    async deleteUser({ username, password }) {
      checkName(username)
      valueOrThrow(await users.delete(username, password))
    },
    async exportUser({ username, password }) {
      checkName(username)
      const user = valueOrThrow(withoutUserExistence(await users.export(username, password)))
      return { user: checkedHex(user), encoding: 'hex' }
    },
    async importUser({ username, password, user }) {
      checkName(username)
      if (await users.exists(username)) throw errors.userExists()
      valueOrThrow(await users.import(username, password, bytesOf(user)))
    },
    async listUsers() {
      return { users: await users.list() }
    },
  }
}

/**
 * Rejects a name with a lone surrogate. UTF-8 encoding replaces every lone surrogate with U+FFFD,
 * so different names would belong to the same user.
 */
function checkName(username: string): void {
  if (Buffer.from(username, 'utf8').toString('utf8') === username) return
  throw invalidParam('/username', 'must be well-formed Unicode')
}

/**
 * Returns the value of a successful operation, or throws the fault of a failed operation as an API
 * error.
 */
function valueOrThrow<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value
  throw apiError(outcome.fault)
}

/** Reports an unknown user as a wrong password, so that an export does not reveal whether a user exists. */
function withoutUserExistence<T>(outcome: Outcome<T>): Outcome<T> {
  return !outcome.ok && outcome.fault === 'unknownUser'
    ? { ok: false, fault: 'wrongPassword' }
    : outcome
}

function apiError(fault: UserFault): Error {
  switch (fault) {
    case 'userExists':
      return errors.userExists()
    case 'unknownUser':
      return errors.unknownUser()
    case 'wrongPassword':
      return errors.wrongPassword()
    case 'undecodableUser':
      return errors.undecodableUser()
  }
}

function bytesOf(user: string): Uint8Array {
  try {
    return fromCheckedHex(user)
  } catch (error) {
    if (error instanceof RangeError) throw errors.undecodableUser()
    throw error
  }
}

import { memoryStore } from '@native-node/node'
import { expect, test } from 'vitest'
import { lock } from '../../packages/node/src/c-chain/accounts/vault.ts'
import { hashInTurn } from '../../packages/node/src/keystore/password-queue.ts'
import { Users } from '../../packages/node/src/keystore/users.ts'

// Passwords are hashed one at a time, and a limited number of calls wait for it.

const refused = { code: -32_005, reason: 'tooManyPasswords' }

/** Fills the queue with hashes that run until `end` is called. */
function fill(): { readonly end: () => Promise<unknown> } {
  let release = (): void => {}
  const blocked = new Promise<void>((resolve) => (release = resolve))
  const waiting = Array.from({ length: 64 }, () => hashInTurn(() => blocked))
  return {
    end: () => {
      release()
      return Promise.all(waiting)
    },
  }
}

test('hashes run one at a time, in order', async () => {
  const events: string[] = []
  const hash = (name: string): Promise<void> =>
    hashInTurn(async () => {
      events.push(`start ${name}`)
      await new Promise((resolve) => setImmediate(resolve))
      events.push(`end ${name}`)
    })
  await Promise.all([hash('a'), hash('b'), hash('c')])
  expect(events).toEqual(['start a', 'end a', 'start b', 'end b', 'start c', 'end c'])
})

test('a failed hash does not stop the next one', async () => {
  const failed = hashInTurn(() => Promise.reject(new Error('broken')))
  const next = hashInTurn(async () => 'done')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('beyond 64 hashes, every password is refused until some have ended', async () => {
  const store = memoryStore()
  const users = new Users(async () => store)
  await users.create('somebody', 'password')
  const queue = fill()
  await expect(users.create('other', 'password')).rejects.toMatchObject(refused)
  await expect(users.values('somebody', 'password')).rejects.toMatchObject(refused)
  await expect(lock(new Uint8Array(32), 'passphrase')).rejects.toMatchObject(refused)
  await queue.end()
  expect(await users.values('somebody', 'password')).toMatchObject({ ok: true })
})

test('an unknown user needs no hash', async () => {
  const store = memoryStore()
  const users = new Users(async () => store)
  const queue = fill()
  const unknown = { ok: false, fault: 'unknownUser' }
  expect(await users.values('nobody', 'password')).toEqual(unknown)
  expect(await users.delete('nobody', 'password')).toEqual(unknown)
  expect(await users.export('nobody', 'password')).toEqual(unknown)
  await queue.end()
})

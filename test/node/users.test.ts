import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from '@noble/hashes/sha2.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { privateKeys, storeKey } from '../../packages/node/src/keystore/keys.ts'
import { Users, type Outcome } from '../../packages/node/src/keystore/users.ts'
import { hexID } from '../../packages/node/src/codec/ids.ts'
import { addressOf } from '../../packages/node/src/crypto/keys.ts'
import { openLevelStore } from '../../packages/node/src/store/level-store.ts'
import { memoryStore } from '../../packages/node/src/store/memory-store.ts'
import { StoreError } from '../../packages/node/src/store/store-error.ts'
import type { Store } from '../../packages/node/src/store/store.ts'

const owner = { networkID: 12345, genesis: 'aa' }
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'node-users-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function value<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`refused: ${outcome.fault}`)
  return outcome.value
}

const chain = hexID('ab'.repeat(32))

function keyWith(digits: string): Parameters<typeof storeKey>[1] {
  const key = Buffer.from(digits.repeat(32), 'hex')
  return { chain, address: addressOf(key), key }
}

/** The stored list of `count` addresses without keys, in the layout that other nodes use. */
function addressList(count: number): readonly [Uint8Array, Uint8Array] {
  const key = Buffer.concat([sha256(Buffer.from(chain, 'hex')), Buffer.alloc(32)])
  const list = Buffer.alloc(2 + 4 + count * 20)
  list.writeUInt32BE(count, 2)
  for (let index = 0; index < count; index++) list.writeUInt32BE(index + 1, 6 + index * 20)
  return [key, list]
}

const stores: readonly (readonly [string, () => Promise<Store>])[] = [
  ['memory', async () => memoryStore()],
  ['level', () => openLevelStore(folder, owner)],
]

describe.each(stores)('users in a %s store', (_, open) => {
  let store: Store
  let users: Users
  beforeEach(async () => {
    store = await open()
    users = new Users(async () => store)
  })
  afterEach(() => store.close())

  test('are listed in byte order', async () => {
    for (const name of ['b', 'a', 'ab', 'é']) await users.create(name, 'pw')
    expect(await users.list()).toEqual(['a', 'ab', 'b', 'é'])
  })

  test('are rejected with the name of the fault', async () => {
    await users.create('u', 'pw')
    expect(await users.create('u', 'pw')).toEqual({ ok: false, fault: 'userExists' })
    expect(await users.delete('u', 'no')).toEqual({ ok: false, fault: 'wrongPassword' })
    expect(await users.delete('x', 'pw')).toEqual({ ok: false, fault: 'unknownUser' })
    expect(await users.export('x', 'pw')).toEqual({ ok: false, fault: 'unknownUser' })
    expect(await users.import('u', 'pw', new Uint8Array())).toEqual({
      ok: false,
      fault: 'userExists',
    })
    expect(await users.import('v', 'pw', new Uint8Array(3))).toEqual({
      ok: false,
      fault: 'undecodableUser',
    })
  })

  test('keep their values when exported, still encrypted', async () => {
    await users.create('u', 'pw')
    const key = Buffer.from('key')
    await value(await users.values('u', 'pw')).update(async () => [[key, Buffer.from('secret')]])
    const blob = value(await users.export('u', 'pw'))
    expect(Buffer.from(blob).includes('secret')).toBe(false)
    expect(await users.import('copy', 'other', blob)).toEqual({ ok: false, fault: 'wrongPassword' })
    value(await users.import('copy', 'pw', blob))
    const read = await value(await users.values('copy', 'pw')).get(key)
    expect(Buffer.from(read ?? []).toString()).toBe('secret')
  })

  test('are deleted with all their values, and other users keep theirs', async () => {
    await users.create('u', 'pw')
    await users.create('uu', 'pw')
    await value(await users.values('u', 'pw')).update(async () => [
      [Buffer.from('k'), Buffer.from('1')],
    ])
    await value(await users.values('uu', 'pw')).update(async () => [
      [Buffer.from('k'), Buffer.from('2')],
    ])
    value(await users.delete('u', 'pw'))
    await users.create('u', 'pw')
    expect(await value(await users.values('u', 'pw')).get(Buffer.from('k'))).toBeUndefined()
    const kept = await value(await users.values('uu', 'pw')).get(Buffer.from('k'))
    expect(Buffer.from(kept ?? []).toString()).toBe('2')
  })

  test('do not get values of an earlier user with the same name', async () => {
    await users.create('u', 'pw')
    const values = value(await users.values('u', 'pw'))
    value(await users.delete('u', 'pw'))
    await expect(values.update(async () => [[Buffer.from('k'), Buffer.from('1')]])).rejects.toThrow(
      'was deleted',
    )
    await users.create('u', 'pw')
    await expect(values.update(async () => [[Buffer.from('k'), Buffer.from('1')]])).rejects.toThrow(
      'was deleted',
    )
    expect(await value(await users.values('u', 'pw')).get(Buffer.from('k'))).toBeUndefined()
  })

  test('keep every key of concurrent imports', async () => {
    await users.create('u', 'pw')
    const values = value(await users.values('u', 'pw'))
    await Promise.all(['11', '22', '33'].map((digits) => storeKey(values, keyWith(digits))))
    expect((await privateKeys(values, [chain])).size).toBe(3)
  })

  test('can have 5000 keys on a chain', async () => {
    await users.create('u', 'pw')
    const values = value(await users.values('u', 'pw'))
    await values.update(async () => [addressList(4999)])
    expect(await storeKey(values, keyWith('11'))).toBe(true)
    expect(await storeKey(values, keyWith('22'))).toBe(false)
    expect(await storeKey(values, keyWith('11'))).toBe(true)
    expect(await storeKey(values, { ...keyWith('22'), chain: hexID('cc'.repeat(32)) })).toBe(true)
    expect((await privateKeys(values, [chain])).size).toBe(1)
  })

  test('are created once by concurrent requests', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, (_, at) => users.create('u', `pw${at}`)),
    )
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, false, false, false])
    value(await users.export('u', 'pw0'))
  })
})

describe('the level store', () => {
  test('keeps users after a restart', async () => {
    const first = await openLevelStore(folder, owner)
    value(await new Users(async () => first).create('u', 'pw'))
    await first.close()
    const second = await openLevelStore(folder, owner)
    value(await new Users(async () => second).export('u', 'pw'))
    await second.close()
  })

  test.each([
    ['in use', owner, 'locked'],
    ['of another network', { ...owner, networkID: 1 }, 'foreign'],
  ])('rejects a folder %s', async (_, other, code) => {
    const store = await openLevelStore(folder, owner)
    if (code === 'foreign') await store.close()
    const refusal = await openLevelStore(folder, other).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StoreError)
    expect(refusal).toMatchObject({ code })
    if (code === 'locked') await store.close()
  })
})

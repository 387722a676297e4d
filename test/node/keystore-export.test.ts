import { startNode } from '@native-node/node/testing'
import { createClient, http, type Client } from '@native-node/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkedHex, fromCheckedHex } from '../../packages/node/src/codec/text.ts'
import { call } from './requests.ts'
import { invalidPointers, errorReason } from './rpc-errors.ts'

const password = 'Correct-Horse-42'
const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'))

let node: Awaited<ReturnType<typeof startNode>>
let client: Client
let path: string
beforeAll(async () => {
  node = await startNode()
  client = createClient({ transport: http(node.url) })
  path = `${node.url}/ext/keystore`
})
afterAll(() => node.close())

let made = 0
const newName = (): string => `user ${made++}`

describe('an exported user', () => {
  let user: string
  beforeAll(async () => {
    const username = newName()
    await client.keystore.createUser({ username, password })
    user = (await client.keystore.exportUser({ username, password })).user
  })

  test('without keys contains version, hash, salt and checksum', () => {
    expect(fromCheckedHex(user)).toHaveLength(2 + 32 + 16 + 4)
  })

  test('is decoded from upper-case and lower-case digits', async () => {
    const upper = `0x${user.slice(2).toUpperCase()}`
    await client.keystore.importUser({ username: newName(), password, user: upper })
  })

  test.each<readonly [string, (bytes: Uint8Array) => Uint8Array]>([
    ['cut off', (bytes) => bytes.slice(0, -1)],
    ['with a byte too many', (bytes) => Uint8Array.from([...bytes, 0])],
    ['of another version', (bytes) => Uint8Array.from([0, 1, ...bytes.slice(2)])],
    [
      'that counts more values than it has',
      (bytes) => bytes.map((byte, at) => (at === bytes.length - 1 ? 1 : byte)),
    ],
    [
      'that counts very many values',
      (bytes) => Uint8Array.from([...bytes.slice(0, -4), 255, 255, 255, 255]),
    ],
    [
      'with a value of a length beyond the end',
      (bytes) => Uint8Array.from([...bytes.slice(0, -1), 1, ...hex('7fffffff00')]),
    ],
    ['of no bytes', () => new Uint8Array()],
    ['of random bytes', () => new Uint8Array(54).fill(7)],
  ])('%s cannot be decoded', async (_, change) => {
    const username = newName()
    const changed = checkedHex(change(fromCheckedHex(user)))
    const work = client.keystore.importUser({ username, password, user: changed })
    expect(await errorReason(work)).toEqual([-32000, 'undecodableUser'])
    expect((await client.keystore.listUsers()).users).not.toContain(username)
  })

  test('with a wrong checksum cannot be decoded', async () => {
    const last = user.endsWith('0') ? '1' : '0'
    const work = client.keystore.importUser({
      username: 'new',
      password,
      user: user.slice(0, -1) + last,
    })
    expect(await errorReason(work)).toEqual([-32000, 'undecodableUser'])
  })

  test.each([
    ['no 0x', (text: string) => text.slice(2)],
    ['an odd number of digits', (text: string) => text.slice(0, -1)],
    ['another digit', (text: string) => `${text.slice(0, -2)}zz`],
    ['too short', () => '0x00'],
    ['nothing', () => ''],
    ['an object', () => ({})],
  ])('with %s is invalid', async (_, change) => {
    const params = { username: 'new', password, user: change(user) }
    const { error } = await call(path, 'keystore.importUser', params)
    expect(invalidPointers(error)).toEqual([-32602, '/user'])
    expect(JSON.stringify(error)).not.toContain(user.slice(6, 20))
  })

  test.each(['json', 'cb58', 'HEX', '', 1])('is not encoded as %j', async (encoding) => {
    for (const method of ['keystore.exportUser', 'keystore.importUser']) {
      const { error } = await call(path, method, { username: 'new', password, user, encoding })
      expect(invalidPointers(error)).toEqual([-32602, '/encoding'])
    }
  })
})

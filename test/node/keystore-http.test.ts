import { startNode } from '@native-node/node/testing'
import { createClient, http, type Client } from '@native-node/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendRequest, call, type RpcResponse } from './requests.ts'
import { openNode } from './open-node.ts'
import { invalidPointers, errorReason } from './rpc-errors.ts'

const password = 'Correct-Horse-42'

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

describe('a user', () => {
  test('is created, listed, exported, imported and deleted', async () => {
    const username = newName()
    await client.keystore.createUser({ username, password })
    expect((await client.keystore.listUsers()).users).toContain(username)
    const { user, encoding } = await client.keystore.exportUser({ username, password })
    expect(encoding).toBe('hex')
    const copy = newName()
    await client.keystore.importUser({ username: copy, password, user })
    expect((await client.keystore.exportUser({ username: copy, password })).user).toBe(user)
    await client.keystore.deleteUser({ username, password })
    const { users } = await client.keystore.listUsers()
    expect([users.includes(username), users.includes(copy)]).toEqual([false, true])
  })

  test('gets an empty object as result of a method without one', async () => {
    const params = { username: newName(), password }
    const responses = [
      await call(path, 'keystore.createUser', params),
      await call(path, 'keystore.deleteUser', params),
    ]
    expect(responses.map(({ result }) => result)).toEqual([{}, {}])
  })

  test('moves to another node with the same password', async () => {
    const username = newName()
    await client.keystore.createUser({ username, password })
    const { user } = await client.keystore.exportUser({ username, password, encoding: 'hex' })
    const { client: other } = await openNode()
    await other.keystore.importUser({ username, password, user, encoding: 'hex' })
    expect(await other.keystore.listUsers()).toEqual({ users: [username] })
    const wrong = other.keystore.deleteUser({ username, password: 'Wrong-Horse-42' })
    expect(await errorReason(wrong)).toEqual([-32000, 'wrongPassword'])
    await other.keystore.deleteUser({ username, password })
    expect(await other.keystore.listUsers()).toEqual({ users: [] })
  })

  test('can be created again under the same name after its deletion', async () => {
    const username = newName()
    await client.keystore.createUser({ username, password })
    await client.keystore.deleteUser({ username, password })
    await client.keystore.createUser({ username, password: 'Another-Horse-43' })
    await client.keystore.deleteUser({ username, password: 'Another-Horse-43' })
  })

  test('is created once by concurrent requests with one name', async () => {
    const username = newName()
    const passwords = Array.from({ length: 6 }, (_, at) => `${password}-${at}`)
    const outcomes = await Promise.allSettled(
      passwords.map((each) => client.keystore.createUser({ username, password: each })),
    )
    const winners = passwords.filter((_, at) => outcomes[at]?.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    await client.keystore.deleteUser({ username, password: winners[0] ?? '' })
  })

  test.each(['createUser', 'deleteUser', 'exportUser', 'importUser'])(
    'cannot have a name with half a surrogate pair: %s',
    async (method) => {
      const { json } = await sendRequest(path, {
        body: `{"jsonrpc":"2.0","id":1,"method":"keystore.${method}","params":{"username":"lone \\ud800","password":"${password}","user":"0x7852b855"}}`,
      })
      expect(invalidPointers((json() as RpcResponse).error)).toEqual([-32_602, '/username'])
    },
  )
})

test('users are listed in the order of their bytes', async () => {
  const { client } = await openNode()
  expect(await client.keystore.listUsers()).toEqual({ users: [] })
  const names = ['b', 'B', 'é', 'a', 'ab', '😀', '\u{fffd}', 'a ']
  for (const username of names) await client.keystore.createUser({ username, password })
  const sorted = [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  expect(await client.keystore.listUsers()).toEqual({ users: sorted })
})

describe('length in characters', () => {
  const user = `0x${'00'.repeat(60)}`

  test.each(['x', '€', '😀'])('a name of 1024 times %s is accepted', async (character) => {
    const username = character.repeat(1024)
    await client.keystore.createUser({ username, password })
    await client.keystore.deleteUser({ username, password })
  })

  test.each(['x', '€', '😀'])(
    'a password of 1024 characters is accepted: %s',
    async (character) => {
      const username = newName()
      const long = `Aa1!${character.repeat(1020)}`
      await client.keystore.createUser({ username, password: long })
      await client.keystore.deleteUser({ username, password: long })
    },
  )

  test.each(['createUser', 'deleteUser', 'exportUser', 'importUser'])(
    '0 and 1025 characters are rejected by keystore.%s without repeating them',
    async (method) => {
      const long = 'x'.repeat(1025)
      for (const [params, pointer] of [
        [{ username: '', password }, '/username'],
        [{ username: long, password }, '/username'],
        [{ username: '😀'.repeat(1025), password }, '/username'],
        [{ username: 'u', password: '' }, '/password'],
        [{ username: 'u', password: long }, '/password'],
        [{ username: 'u' }, '/password'],
        [{ password }, '/username'],
        [{ username: 'u', password: 12345678 }, '/password'],
        [{ username: ['u'], password }, '/username'],
      ] as const) {
        const { error } = await call(path, `keystore.${method}`, {
          ...params,
          ...(method === 'importUser' && { user }),
        })
        expect(invalidPointers(error)).toEqual([-32602, pointer])
        expect(JSON.stringify(error)).not.toMatch(/Correct|xxxx|12345678/)
      }
    },
  )
})

describe('the rule for passwords', () => {
  test.each([
    ['Sh0rt!x', 'passwordTooShort'],
    ['short', 'passwordTooShort'],
    ['passw0rd!', 'passwordNeedsUpperCase'],
    ['PASSW0RD!', 'passwordNeedsLowerCase'],
    ['Password!', 'passwordNeedsDigit'],
    ['Passw0rds', 'passwordNeedsSymbol'],
    ['passwords', 'passwordNeedsUpperCase'],
  ])('%s is rejected: %s', async (weak, reason) => {
    const username = newName()
    const made = client.keystore.createUser({ username, password: weak })
    expect(await errorReason(made)).toEqual([-32000, reason])
    expect((await client.keystore.listUsers()).users).not.toContain(username)
  })

  test.each(['Passw0rd!', 'Pässw0rt€', 'ŻÓŁĆ żółć 1', '12345aB_'])(
    '%s is accepted',
    async (strong) => {
      await client.keystore.createUser({ username: newName(), password: strong })
    },
  )

  test('can be replaced by the strength score', async () => {
    const { client } = await openNode({ passwordRule: 'strength' })
    const guessable = client.keystore.createUser({ username: 'u', password: 'Password1!' })
    expect(await errorReason(guessable)).toEqual([-32000, 'weakPassword'])
    const long = 'thisisareallylongandpresumablyverystrongpassword'
    await client.keystore.createUser({ username: 'u', password: long })
    expect(await client.keystore.listUsers()).toEqual({ users: ['u'] })
  })
})

describe('the order of the checks', () => {
  let username: string
  let user: string
  beforeAll(async () => {
    username = newName()
    await client.keystore.createUser({ username, password })
    user = (await client.keystore.exportUser({ username, password })).user
  })

  test.each<readonly [string, () => Promise<unknown>, string]>([
    [
      'a taken name before a weak password',
      () => client.keystore.createUser({ username, password: 'x' }),
      'userExists',
    ],
    ['the same user again', () => client.keystore.createUser({ username, password }), 'userExists'],
    [
      'a name before the user in an import',
      () => client.keystore.importUser({ username, password, user: '0x00000000' }),
      'userExists',
    ],
    [
      'the user before its password in an import',
      () => client.keystore.importUser({ username: 'new', password: 'x', user: '0x00000000' }),
      'undecodableUser',
    ],
    [
      'the password of an imported user',
      () => client.keystore.importUser({ username: 'new', password: 'x', user }),
      'wrongPassword',
    ],
    [
      'an unknown user',
      () => client.keystore.deleteUser({ username: 'nobody', password }),
      'unknownUser',
    ],
    [
      'an unknown user in an export, alike',
      () => client.keystore.exportUser({ username: 'nobody', password }),
      'wrongPassword',
    ],
    [
      'a wrong password in an export, alike',
      () => client.keystore.exportUser({ username, password: 'x' }),
      'wrongPassword',
    ],
    [
      'a wrong password',
      () => client.keystore.deleteUser({ username, password: 'x' }),
      'wrongPassword',
    ],
    [
      'a password in another case',
      () => client.keystore.deleteUser({ username, password: password.toLowerCase() }),
      'wrongPassword',
    ],
  ])('%s', async (_, work, reason) => {
    expect(await errorReason(work())).toEqual([-32000, reason])
  })

  test('an export returns the same error for an unknown name and a wrong password', async () => {
    const responses = await Promise.all([
      call(path, 'keystore.exportUser', { username: 'nobody', password }),
      call(path, 'keystore.exportUser', { username, password: 'x' }),
    ])
    expect(responses[0]).toEqual(responses[1])
  })
})

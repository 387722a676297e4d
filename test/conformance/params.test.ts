import { createServer, groups, type Listening, type Server } from '@native-node/server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { described, exampleHandlers, isOverHttp, pairings } from './service.ts'
import { faultsOf, forSockets, refused } from './refused.ts'
import { post, requestText, type Described } from './service.ts'
import { below, children, follow, member } from '../project/openrpc/files.ts'

const server: Server = createServer(exampleHandlers(), { enabled: () => true })
let node: Listening

beforeAll(async () => {
  node = await server.listen()
})
afterAll(() => node.close())

/** Calls over HTTP, or in memory if the method needs a WebSocket. */
async function call(entry: Described, body: string): Promise<unknown> {
  const { path } = entry.group
  if (isOverHttp(entry)) return (await post(node.url + path, body)).json
  return JSON.parse((await server.handle(body, { path, transport: 'memory' })) ?? 'null')
}

/** The server must still respond to other requests after each test. */
afterEach(async () => {
  const { json } = await post(`${node.url}/ext/info`, requestText('info.getNetworkID'))
  expect(json).toMatchObject({ result: { networkID: expect.anything() } })
})

const free = described.filter(
  ({ found }) =>
    !children(below(found, 'params')).some(
      (param) => member(follow(param)?.value, 'required') === true,
    ),
)

describe('a method without required params accepts empty params in every form', () => {
  const forms: readonly (readonly [string, unknown])[] = [
    ['absent', undefined],
    ['{}', {}],
    ['[]', []],
  ]
  test.each(free.map((entry) => [entry.method.name, entry] as const))('%s', async (name, entry) => {
    const result = pairings.find(({ method }) => method.name === name)?.result
    const answers = await Promise.all(
      forms.map(async ([form, params]) => [form, await call(entry, requestText(name, params))]),
    )
    const given = await call(entry, requestText(name))
    expect(given).toHaveProperty('result')
    expect(given).not.toHaveProperty('error')
    if (result === null) expect(given).toHaveProperty('result', null)
    for (const [, answer] of answers) expect(answer).toEqual(given)
    // Params must be an array or an object (JSON-RPC 2.0, section 4.2).
    const refusal = await call(entry, requestText(name, null))
    expect(refusal).toMatchObject({ id: 1, error: { code: -32600 } })
  })
})

describe('invalid params are rejected with the location of the fault', () => {
  test('the table contains every method with params and every type of fault', () => {
    const withParams = described.filter(
      (entry) => entry.method.order.length > 0 && !forSockets.includes(entry),
    )
    const covered = new Set(refused.map(({ entry }) => entry.method.name))
    expect(
      withParams.map(({ method }) => method.name).filter((name) => !covered.has(name)),
    ).toEqual([])
    const kinds = ['missing', 'wrong type', 'out of range']
    const counts = kinds.map((kind) => refused.filter(({ why }) => why === kind).length)
    expect(Math.min(...counts)).toBeGreaterThan(100)
  })

  test('an independent validator rejects every invalid value, too', () => {
    const given = refused.filter(({ why }) => why !== 'missing')
    expect(given.filter((one) => faultsOf(one).length === 0)).toEqual([])
  })

  test.each(refused.map((one) => [one.entry.method.name, one.param, one.why, one] as const))(
    '%s: %s %s',
    async (name, param, _why, { entry, params }) => {
      const answer = await call(entry, requestText(name, params, 7))
      expect(answer).toMatchObject({ jsonrpc: '2.0', id: 7, error: { code: -32602 } })
      const pointer = `/${param}`
      const { issues } = (answer as { error: { data: { issues: { pointer: string }[] } } }).error
        .data
      expect(issues.map((issue) => issue.pointer)).toSatisfy((pointers: readonly string[]) =>
        pointers.some((one) => one === pointer || one.startsWith(`${pointer}/`)),
      )
    },
  )

  test('a secret never appears in the response', async () => {
    const secret = 'correct horse battery staple, and 5 more Words!'
    const params = { username: 'someone', password: [secret] }
    const { text, json } = await post(
      `${node.url}/ext/keystore`,
      requestText('keystore.createUser', params),
    )
    expect(json).toMatchObject({ error: { code: -32602 } })
    expect(text).not.toContain(secret)
  })
})

const invalid = { code: -32600, message: 'Invalid Request' }

describe.each(groups.map(({ path }) => [path] as const))('%s', (path) => {
  test.each<[string, string, unknown]>([
    ['malformed JSON', '{"jsonrpc":"2.0","id":1,', { id: null, error: { code: -32700 } }],
    ['no JSON at all', 'hello', { id: null, error: { code: -32700 } }],
    ['an empty body', '', { id: null, error: { code: -32700 } }],
    ['an empty batch', '[]', { id: null, error: invalid }],
    ['a batch of invalid requests', '[1]', [{ id: null, error: invalid }]],
    ['a wrong version', '{"jsonrpc":"1.0","id":1,"method":"x"}', { id: 1, error: invalid }],
    ['no version', '{"id":"a","method":"x"}', { id: 'a', error: invalid }],
    ['no method', '{"jsonrpc":"2.0","id":1}', { id: 1, error: invalid }],
    [
      'a method that is not a string',
      '{"jsonrpc":"2.0","id":1,"method":1}',
      { id: 1, error: invalid },
    ],
    [
      'params that are neither an array nor an object',
      '{"jsonrpc":"2.0","id":1,"method":"x","params":"y"}',
      { id: 1, error: invalid },
    ],
    ['an unknown method', requestText('no.such_method'), { id: 1, error: { code: -32601 } }],
    ['an inherited name', requestText('constructor'), { id: 1, error: { code: -32601 } }],
    [
      'the method of another group',
      requestText(path === '/ext/info' ? 'eth_chainId' : 'info.getNetworkID'),
      { id: 1, error: { code: -32601 } },
    ],
  ])('%s', async (_name, body, want) => {
    const { status, json } = await post(node.url + path, body)
    expect(status).toBe(200)
    expect(json).toMatchObject(want as object)
  })

  test('no notification gets a response, even if it is invalid', async () => {
    for (const body of ['{"jsonrpc":"2.0","method":"x"}', '[{"jsonrpc":"2.0","method":"x"}]']) {
      const { status, text } = await post(node.url + path, body)
      expect([status, text]).toEqual([204, ''])
    }
  })
})

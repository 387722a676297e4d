import { buildApi, type JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { build, documentOf, loadedFrom } from '../model/documents.ts'
import { consumerOptions, installed } from './emitted.ts'
import { chain, petstore } from './petstore.ts'

/** Code of a test author. The compiler checks it against the generated types. */
const consumer = `
import { createClient, isRpcError } from '@test/client'
import { createMock, rpcErrors, RpcError, type Mock } from '@test/mock'
import type { PetsMock } from '@test/mock/pets'

export async function run(): Promise<readonly unknown[]> {
  const mock: Mock = createMock({ seed: 7, handlers: { chainApi: { net: { version: () => '9' } } } })
  const pets: PetsMock = mock.pets
  const node = createClient({ transport: mock.transport })
  const example = await node.pets.getPet({ id: 1 })
  pets.getPet.once({ id: '18446744073709551615', kind: 'dog', parent: null }).failsOnce('unknownPet', { id: 3 })
  const told: bigint = (await node.pets.getPet({ id: 2 })).id
  const failure: unknown = await node.pets.getPet({ id: 3 }).catch((error: unknown) => error)
  const reason = isRpcError(failure, 'pets.getPet') ? failure.reason : undefined
  pets.getPet.fails(rpcErrors.pets.unknownPet({ id: 1 })).fails(new RpcError(-1, 'x')).reset()
  pets.list.responds(({ startIndex = 0n }) => ({ pets: [], endIndex: startIndex + 1n }))
  const page = await node.pets.list({ startIndex: 5 })
  await node.pets.move(1, undefined, 'home')
  const asked: bigint | undefined = pets.getPet.calls[0]?.params.id
  mock.chainApi.eth.getBalance.returns(5n)
  const balance = await node.chainApi.eth.getBalance('0x' + '0'.repeat(40))
  const version = await node.chainApi.net.version()
  const { url, close } = await mock.listen()
  const overHttp = await fetch(url + '/ext/pets', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'pets.getPet', params: { id: 1 } }),
  })
  const body = (await overHttp.json()) as { result: unknown }
  await close()
  // @ts-expect-error no such kind of pet
  void (() => pets.getPet.returns({ id: 1, kind: 'fish', parent: null }))
  // @ts-expect-error no such error
  void (() => pets.getPet.fails('unknownFish'))
  // @ts-expect-error no such method
  void (() => mock.calls('pets.getFish'))
  return [example.id, told, reason, page, asked, balance, version, body.result, mock.calls('pets.move')]
}
`

test('a mock of any documents responds to their client, and its configuration is typed', async () => {
  const { api } = buildApi(
    loadedFrom({ 'pets.json': petstore, 'chain.json': chain }, ['pets.json', 'chain.json']),
    { scope: '@test' },
  )
  const output = await installed(api, ['client', 'server', 'mock'])
  output.put(
    'consumer/tsconfig.json',
    JSON.stringify({ compilerOptions: consumerOptions, include: ['.'] }),
  )
  output.put('consumer/run.ts', consumer)
  output.compile('consumer')
  const { run } = await output.load('consumer/run.js')
  const results = typeof run === 'function' ? ((await run()) as readonly unknown[]) : []
  expect(results).toEqual([
    1n,
    18446744073709551615n,
    'unknownPet',
    { pets: [], endIndex: 6n },
    1n,
    5n,
    '9',
    { id: '1', kind: 'cat', parent: null },
    [expect.objectContaining({ params: { id: 1n, to: 'home' } })],
  ])
  // Another test compiles client and server of the same documents with it.
  output.compile('mock', '5.9')
}, 120_000)

/** Text that tries to run code, or to end the literal, comment or file that contains it. */
const evil = '*/ globalThis.pwned = 1; /* \' " ` ${globalThis.pwned = 1} \\ \u2028 \n// </script>'
const names = [
  '__proto__',
  'constructor',
  'then',
  'new',
  'MethodMock',
  'NoParams',
  'Mock',
  'toString',
  'a b',
  evil,
]

test('hostile text remains text', async () => {
  const schema: JsonObject = {
    type: 'object',
    title: evil,
    properties: { [evil]: { const: evil } },
  }
  const methods = names
    .flatMap((name) => [name, `ns_${name}`])
    .map((name) => ({
      name,
      summary: evil,
      params: [{ name: evil, schema: { $ref: '#/components/schemas/MethodMock' } }],
      result: { name: evil, schema: { $ref: '#/components/schemas/TestMock' } },
      errors: [
        { code: -1, message: evil, 'x-reason': { name: evil } },
        { code: 1e300, message: 'x' },
      ],
    }))
  const schemas = Object.fromEntries(
    ['MethodMock', 'TestMock', 'NoParams'].map((name) => [name, schema]),
  )
  const { api } = build(documentOf(methods, schemas, { info: { title: evil, version: '1' } }))
  const output = await installed(api, ['server', 'mock'])
  const { createMock } = await output.load('mock/dist/index.js')
  if (typeof createMock !== 'function') throw new Error('There is no createMock')
  const mock = createMock() as { handle(text: string): Promise<string> | string }
  for (const { name } of methods) {
    const answer = await mock.handle(JSON.stringify({ jsonrpc: '2.0', id: 1, method: name }))
    expect(JSON.parse(answer), name).toMatchObject({ result: {} })
  }
  await output.load('mock/dist/test.js')
  expect('pwned' in globalThis).toBe(false)
}, 120_000)

import { buildApi } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { loadedFrom } from '../model/documents.ts'
import { type Emitted, emitted } from './emitted.ts'
import { chain, petstore } from './petstore.ts'

/** A program that uses both packages. The compiler checks it against the generated types. */
const consumer = `
import { createClient, isRpcError, LIMIT, memory, NATIVE, RpcError, type Client } from '../client/dist/index.js'
import { getPet, type Pet } from '../client/dist/pets.js'
import { createServer, rpcErrors, type Handlers } from '../server/dist/index.js'
import type { PetsHandlers } from '../server/dist/pets.js'

const seen: unknown[] = []
const pets: Partial<PetsHandlers> = {
  getPet({ id }) {
    seen.push(id)
    if (id === 404n) throw rpcErrors.pets.unknownPet({ id })
    return { id, kind: 'cat', weights: { head: 3 }, parent: { id: 18446744073709551615n, kind: 'dog', parent: null } }
  },
  list({ startIndex = 0n, limit = 2 }) {
    if (startIndex >= 3n) return { pets: null, endIndex: startIndex }
    const left = [0n, 1n, 2n].filter((id) => id >= startIndex).slice(0, limit)
    return { pets: left.map((id) => ({ id, kind: 'dog' })), endIndex: startIndex + BigInt(left.length) }
  },
  async move(params) {
    seen.push(params)
  },
  poke() {
    seen.push('poke')
  },
  health: ({ tags }) => ({ healthy: !tags?.includes('sick'), age: 1n }),
}
const handlers: Handlers = {
  pets,
  chainApi: { eth: { getBalance: ({ block }) => (block === 'latest' ? 255n : 1) } },
}

export async function run(): Promise<readonly unknown[]> {
  const server = createServer(handlers, { log: () => undefined })
  const transport = memory(server)
  const node: Client = createClient({ transport })
  const pet: Pet = await getPet(transport, { id: '7' })
  const id: bigint = pet.id
  const nothing: void = await node.pets.move(1, undefined, 'home')
  await node.pets.move(1n, 'x', 5n, true)
  await node.pets.poke()
  const ids: bigint[] = []
  for await (const item of node.pets.list.items({ limit: 2 })) ids.push(item.id)
  const [balance, other] = await node.batch((n) =>
    Promise.all([
      n.chainApi.eth.getBalance('0x' + '0'.repeat(40), 'latest'),
      n.chainApi.eth.getBalance('0x' + '0'.repeat(40)),
    ]),
  )
  const wei: bigint = balance
  const failure: unknown = await node.pets.getPet({ id: 404 }).catch((error: unknown) => error)
  let narrowed: 'unknownPet' | undefined
  if (isRpcError(failure, 'pets.getPet')) narrowed = failure.reason
  const invalid: unknown = await node.pets.getPet({ id: 'seven' }).catch((error: unknown) => error)
  const sick = await node.pets.get.readiness({ tag: ['sick'] })
  // @ts-expect-error a param is missing
  void (() => node.pets.getPet({}))
  // @ts-expect-error no such kind of pet
  const wrong: Pet['kind'] = 'fish'
  // @ts-expect-error not every path has variables
  void (() => node.at({ chain: 'C' }).chainApi)
  // @ts-expect-error the value is required
  void (() => node.at({}).pets)
  const constants: ['NATIVE', 3] = [NATIVE, LIMIT]
  return [id, pet, nothing, ids, wei, other, narrowed, failure, invalid, sick, seen, server.unimplemented, constants, RpcError, wrong]
}
`

async function packages(): Promise<Emitted> {
  const { api } = buildApi(
    loadedFrom({ 'pets.json': petstore, 'chain.json': chain }, ['pets.json', 'chain.json']),
    { scope: '@test' },
  )
  return emitted(api, ['client', 'server'])
}

test('a client and a server of the same documents work together', async () => {
  const output = await packages()
  output.compile('client')
  output.compile('server')
  output.put(
    'consumer/tsconfig.json',
    JSON.stringify({ compilerOptions: consumerOptions, include: ['.'] }),
  )
  output.put('consumer/run.ts', consumer)
  output.compile('consumer')
  output.compile('consumer', '5.9')
  const { run } = await output.load('consumer/run.js')
  const results = typeof run === 'function' ? ((await run()) as readonly unknown[]) : []
  const [
    id,
    pet,
    nothing,
    ids,
    wei,
    other,
    narrowed,
    failure,
    invalid,
    sick,
    seen,
    unimplemented,
    constants,
  ] = results
  expect(id).toBe(7n)
  expect(pet).toEqual({
    id: 7n,
    kind: 'cat',
    weights: { head: 3n },
    parent: { id: 18446744073709551615n, kind: 'dog', parent: null },
  })
  expect(nothing).toBeUndefined()
  expect(ids).toEqual([0n, 1n, 2n])
  expect([wei, other]).toEqual([255n, 1n])
  expect(narrowed).toBe('unknownPet')
  expect(failure).toMatchObject({ code: -32000, message: 'not found', data: { id: 404n } })
  expect(invalid).toBeInstanceOf(TypeError)
  expect(sick).toEqual({ healthy: false, age: 1n })
  expect(seen).toEqual([
    7n,
    { id: 1n, to: 'home' },
    { id: 1n, 'from here': 'x', to: 5n, fast: true },
    'poke',
    404n,
  ])
  expect(unimplemented).toEqual(['net_version'])
  expect(constants).toEqual(['NATIVE', 3])
})

const consumerOptions = {
  target: 'es2023',
  lib: ['es2023', 'dom'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
}

test('a server rejects params that the document does not allow, with their location', async () => {
  const output = await packages()
  output.compile('server')
  const { createServer } = await output.load('server/dist/index.js')
  if (typeof createServer !== 'function') throw new Error('There is no createServer')
  const server = createServer({ pets: { getPet: () => ({}) } }) as { handle(text: string): unknown }
  const call = async (params: unknown): Promise<unknown> =>
    JSON.parse(
      String(
        await server.handle(
          JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'pets.getPet', params }),
        ),
      ),
    )
  expect(await call({})).toMatchObject({
    error: { code: -32602, data: { issues: [{ pointer: '/id' }] } },
  })
  expect(await call({ id: '18446744073709551616' })).toMatchObject({ error: { code: -32602 } })
  expect(await call({ id: 1.5 })).toMatchObject({ error: { code: -32602 } })
})

test('generated sources contain no any, and compile with the older compiler', async () => {
  const output = await packages()
  for (const [path, text] of output.sources) {
    expect(withoutComments(text), path).not.toMatch(/\bany\b/)
  }
  output.compile('client', '5.9')
  output.compile('server', '5.9')
})

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'/g, '')
}

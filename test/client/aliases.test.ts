import { readFileSync } from 'node:fs'
import {
  aliased,
  createClient,
  withResponse,
  callMethod,
  type Aliases,
  type Transport,
} from '@native-node/client'
import { getNodeID } from '@native-node/client/info'
import { expect, test } from 'vitest'

const overlay = JSON.parse(
  readFileSync(new URL('../../openrpc/overlays/public-network.json', import.meta.url), 'utf8'),
) as Aliases

interface Seen {
  readonly path: string
  readonly body: string
}

/** A node that remembers what it was asked, and answers this text in place of each result. */
function node(result: string): { transport: Transport; seen: Seen[] } {
  const seen: Seen[] = []
  const transport: Transport = ({ path, body = '' }) => {
    seen.push({ path, body })
    const ids = [...body.matchAll(/"id":(\d+)/g)].map(
      ([, id]) => `{"jsonrpc":"2.0","id":${id},"result":${result}}`,
    )
    return Promise.resolve({
      status: 200,
      body: body.startsWith('[') ? `[${ids.join()}]` : (ids[0] ?? ''),
    })
  }
  return { transport, seen }
}

function methodsOf({ body }: Seen): readonly string[] {
  return [...body.matchAll(/"method":"([^"]*)","params/g)].map(([, name = '']) => name)
}

const addresses = ['X-native18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5']

test('methods, paths and assets go by the names of the network, and come back by ours', async () => {
  const { transport, seen } = node(
    '{"balance":"18446744073709551615","utxoIDs":[],"assetID":"AVAX","name":"AVAX"}',
  )
  const client = createClient({ transport: aliased(transport, overlay) })
  const result = await client.xChain.getBalance({ address: addresses[0] ?? '', assetID: 'NATIVE' })
  expect(seen[0]?.path).toBe('/ext/bc/X')
  expect(methodsOf(seen[0] ?? { path: '', body: '' })).toEqual(['avm.getBalance'])
  expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({ params: { assetID: 'AVAX' } })
  expect(result).toMatchObject({ balance: 18446744073709551615n, assetID: 'NATIVE', name: 'AVAX' })
})

test('whole names win over prefixes, and other chains follow', async () => {
  const { transport, seen } = node('{"tx":"x"}')
  const client = createClient({ transport: aliased(transport, overlay) })
  await client
    .chain('avm')
    .xChain.getTx({ txID: 'method":"xvm.getTx' })
    .catch(() => undefined)
  await client.cChainNative
    .getAtomicTx({ txID: '2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD' })
    .catch(() => undefined)
  expect(seen.map(({ path }) => path)).toEqual(['/ext/bc/avm', '/ext/bc/C/avax'])
  expect(seen.flatMap(methodsOf)).toEqual(['avm.getTx', 'avax.getAtomicTx'])
  // The text of a param is no method.
  expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({ params: { txID: 'method":"xvm.getTx' } })
})

test('names of virtual machines come back, texts with quotes and long integers pass untouched', async () => {
  const { transport } = node(
    '{"vms":{"a":["avm","x"]},"constructor":"avm \\"","n":[98765432109876543210,"\\\\"]}',
  )
  const client = aliased(transport, {
    ...overlay,
    assets: { aliases: { a: 'constructor' }, members: ['n'] },
  })
  const { result, response } = await withResponse(client, (t) => getNodeID(t))
  expect(result).toMatchObject({ vms: { a: ['xvm', 'x'] }, constructor: 'avm "' })
  expect(response.body).toContain('[98765432109876543210,"\\\\"]')
})

test('a batch is renamed call by call', async () => {
  const { transport, seen } = node('"0x1"')
  const client = createClient({
    transport: aliased(transport, { methods: { eth_chainId: 'their_id' } }),
  })
  await client.batch((n) => Promise.all([n.cChain.eth.chainId(), n.cChain.eth.blockNumber()]))
  expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject([
    { method: 'their_id' },
    { method: 'eth_blockNumber' },
  ])
})

test('a method that no document knows can be called all the same', async () => {
  const { transport, seen } = node('{"new":1}')
  const call = { path: '/ext/bc/P', method: 'platform.new', params: { a: [1] } }
  expect(await callMethod(createClient({ transport }), call)).toEqual({ new: 1 })
  expect(await callMethod(transport, call)).toEqual({ new: 1 })
  expect(seen.map(({ path }) => path)).toEqual(['/ext/bc/P', '/ext/bc/P'])
  expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({
    method: 'platform.new',
    params: { a: [1] },
  })
})

test('events come back by our names, and what is none of them passes', async () => {
  const events = [
    { number: '0x7', assetID: 'AVAX', vm: 'avm', name: 'AVAX', long: '98765432109876543210' },
    undefined,
    null,
    'avm',
  ]
  const subscriptions: Transport = ({ id, events: sink }) => {
    sink?.start({})
    for (const event of events) sink?.event(event)
    return Promise.resolve({ status: 200, body: `{"jsonrpc":"2.0","id":${id},"result":"0x1"}` })
  }
  const { transport } = node('"0x1"')
  const client = createClient({ transport, subscriptions: aliased(subscriptions, overlay) })
  const heads = client.cChain.subscribe('newHeads')
  const got: unknown[] = []
  for await (const head of heads) if (got.push(head) === events.length) break
  expect(got).toEqual([
    { number: 7n, assetID: 'NATIVE', vm: 'xvm', name: 'AVAX', long: '98765432109876543210' },
    undefined,
    null,
    'xvm',
  ])
})

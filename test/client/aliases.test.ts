import { readFileSync } from 'node:fs'
import {
  aliased,
  createClient,
  withResponse,
  callMethod,
  type Aliases,
  type Transport,
  type TransportRequest,
} from '@native-node/client'
import { getNodeID } from '@native-node/client/info'
import { expect, test } from 'vitest'

const overlay = JSON.parse(
  readFileSync(new URL('../../openrpc/overlays/public-network.json', import.meta.url), 'utf8'),
) as Aliases

/** A node that records its requests and returns `result` for each. */
function node(result: unknown): { transport: Transport; seen: TransportRequest[] } {
  const seen: TransportRequest[] = []
  const messageFor = ({ id }: TransportRequest): object => ({ jsonrpc: '2.0', id, result })
  const transport: Transport = (request) => {
    seen.push(request)
    const message = request.batch?.map(messageFor) ?? messageFor(request)
    return Promise.resolve({ status: 200, message: structuredClone(message) })
  }
  return { transport, seen }
}

const addresses = ['X-native18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5']

test('methods, paths and assets are sent with the names of the network, and received with ours', async () => {
  const { transport, seen } = node({
    balance: '18446744073709551615',
    utxoIDs: [],
    assetID: 'AVAX',
    name: 'AVAX',
  })
  const client = createClient({ transport: aliased(transport, overlay) })
  const result = await client.xChain.getBalance({ address: addresses[0] ?? '', assetID: 'NATIVE' })
  expect(seen[0]?.path).toBe('/ext/bc/X')
  expect(seen[0]).toMatchObject({ method: 'avm.getBalance', params: { assetID: 'AVAX' } })
  expect(result).toMatchObject({ balance: 18446744073709551615n, assetID: 'NATIVE', name: 'AVAX' })
})

test('whole names take precedence over prefixes, also on other chains', async () => {
  const { transport, seen } = node({ tx: 'x' })
  const client = createClient({ transport: aliased(transport, overlay) })
  await client
    .at({ chain: 'avm' })
    .xChain.getTx({ txID: 'method":"xvm.getTx' })
    .catch(() => undefined)
  await client.cChainNative
    .getAtomicTx({ txID: '2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD' })
    .catch(() => undefined)
  expect(seen.map(({ path }) => path)).toEqual(['/ext/bc/avm', '/ext/bc/C/avax'])
  expect(seen.map(({ method }) => method)).toEqual(['avm.getTx', 'avax.getAtomicTx'])
  expect(seen[0]).toMatchObject({ params: { txID: 'method":"xvm.getTx' } })
})

test('names of virtual machines are converted, strings with quotes and long integers are unchanged', async () => {
  const { transport } = node({
    vms: { a: ['avm', 'x'] },
    constructor: 'avm "',
    n: [98765432109876543210n, '\\'],
  })
  const client = aliased(transport, {
    ...overlay,
    assets: { aliases: { a: 'constructor' }, members: ['n'] },
  })
  const { result, response } = await withResponse(client, (t) => getNodeID(t))
  expect(result).toMatchObject({ vms: { a: ['xvm', 'x'] }, constructor: 'avm "' })
  expect(response.message).toMatchObject({ result: { n: [98765432109876543210n, '\\'] } })
})

test('a batch is renamed call by call', async () => {
  const { transport, seen } = node('0x1')
  const client = createClient({
    transport: aliased(transport, { methods: { eth_chainId: 'their_id' } }),
  })
  await client.batch((n) => Promise.all([n.cChain.eth.chainId(), n.cChain.eth.blockNumber()]))
  expect(seen[0]?.batch).toMatchObject([{ method: 'their_id' }, { method: 'eth_blockNumber' }])
})

test('a method that no document describes can be called', async () => {
  const { transport, seen } = node({ new: 1 })
  const call = { path: '/ext/bc/P', method: 'platform.new', params: { a: [1] } }
  expect(await callMethod(createClient({ transport }), call)).toEqual({ new: 1 })
  expect(await callMethod(transport, call)).toEqual({ new: 1 })
  expect(seen.map(({ path }) => path)).toEqual(['/ext/bc/P', '/ext/bc/P'])
  expect(seen[0]).toMatchObject({ method: 'platform.new', params: { a: [1] } })
})

test('events are received with our names, and other messages are ignored', async () => {
  const events = [
    { number: '0x7', assetID: 'AVAX', vm: 'avm', name: 'AVAX', long: '98765432109876543210' },
    undefined,
    null,
    'avm',
  ]
  const subscriptions: Transport = ({ id, events: sink }) => {
    sink?.start({})
    for (const event of events) sink?.event(event)
    return Promise.resolve({ status: 200, message: { jsonrpc: '2.0', id, result: '0x1' } })
  }
  const { transport } = node('0x1')
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

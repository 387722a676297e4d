import { createClient, http } from '@native-node/client'
import { memoryStore } from '@native-node/node'
import { minimumPosition } from '@rpcloom/rpc/client'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { signed } from '../codec/vectors.ts'
import { openNode } from '../open-node.ts'
import { sendRequest } from '../requests.ts'
import { cluster, EVM, nextTransfer, sharedPair, type EvmReply, type ReplicaNode } from './nodes.ts'
import { transfer } from './transfers.ts'

const seqOf = (headers: Readonly<Record<string, unknown>>): bigint =>
  BigInt(String(headers['x-node-seq']))
const shared = sharedPair()
const blockNumber = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }

async function headsOf({ client, evm }: ReplicaNode): Promise<unknown> {
  const [x, p, c] = await Promise.all([
    client.xChain.getHeight(),
    client.pChain.getHeight(),
    evm('eth_getBlockByNumber', 'latest', false),
  ])
  return { x, p, c: c.result }
}

test('nodes at one position have the same heads and state on all chains', async () => {
  const nodes = await shared()
  const [writer] = nodes
  await writer.client.xChain.issueTx({ tx: signed.xBase.text })
  await writer.client.pChain.issueTx({ tx: signed.pBase.text })
  await writer.evm('eth_sendRawTransaction', await transfer(0))
  const all = await Promise.all(nodes.map((node) => atPosition(node, writer.store.position())))
  expect(all[1]).toEqual(all[0])
  expect(all[0]).toMatchObject({ x: { height: 1n }, p: { height: 1n }, c: { number: '0x1' } })
  const statuses = nodes.map(({ client }) => client.xChain.getTxStatus({ txID: signed.xBase.txID }))
  for (const status of await Promise.all(statuses)) expect(status).toEqual({ status: 'Accepted' })
})

async function atPosition(node: ReplicaNode, position: bigint): Promise<unknown> {
  await node.send(EVM, blockNumber, { 'x-node-min-seq': String(position) })
  return headsOf(node)
}

test('a read is stale without a minimum position, and fresh with one', async () => {
  const [writer, replica] = await shared()
  const before = await writer.evm('eth_blockNumber')
  replica.store.hold()
  const sent = await writer.send(EVM, {
    ...blockNumber,
    method: 'eth_sendRawTransaction',
    params: [await nextTransfer(writer)],
  })
  const minimum = seqOf(sent.headers)
  expect(minimum).toBe(writer.store.position())
  const stale = await replica.send(EVM, blockNumber)
  expect(stale.json()).toEqual(before)
  expect(seqOf(stale.headers)).toBeLessThan(minimum)
  const fresh = replica.send(EVM, blockNumber, { 'x-node-min-seq': String(minimum) })
  await replica.store.resume()
  expect((await fresh).json()).toEqual(await writer.evm('eth_blockNumber'))
  expect(seqOf((await fresh).headers)).toBe(minimum)
})

test('a client with the interceptor reads its own writes on any node', async () => {
  const [writer, replica] = await shared()
  const urls = [writer.transport, replica.transport]
  let count = 0
  const names = { response: 'x-node-seq', request: 'x-node-min-seq' }
  // The writes go to the writer, and the reads to the replica.
  const balanced = minimumPosition((request) => {
    const to = urls[count++ % 2]
    if (to === undefined) throw new Error('no node')
    return to(request)
  }, names)
  const client = createClient({ transport: balanced })
  const before = await writer.client.cChain.eth.blockNumber()
  for (let count = 1n; count <= 10n; count++) {
    await client.cChain.eth.sendRawTransaction(await nextTransfer(writer))
    expect(await client.cChain.eth.blockNumber()).toBe(before + count)
  }
})

test('an invalid minimum position is refused', async () => {
  const [writer] = await shared()
  for (const minimum of ['-1', '1.5', 'x', '99999999999999999999', '1, 2', '0x1']) {
    const response = await writer.send(EVM, blockNumber, { 'x-node-min-seq': minimum })
    expect(response.json(), minimum).toMatchObject({
      error: { code: -32_600, data: { reason: 'invalidPosition' } },
    })
  }
})

test('the calls of a batch have the minimum of their request', async () => {
  const [writer, replica] = await shared()
  replica.store.hold()
  await writer.evm('eth_sendRawTransaction', await nextTransfer(writer))
  const batch = [blockNumber, { ...blockNumber, id: 2 }]
  const responses = replica.send(EVM, batch, { 'x-node-min-seq': String(writer.store.position()) })
  await replica.store.resume()
  const { result } = await writer.evm('eth_blockNumber')
  expect((await responses).json()).toMatchObject([
    { id: 1, result },
    { id: 2, result },
  ])
})

test('the calls of a WebSocket have the minimum of its upgrade request', async () => {
  const [writer, replica] = await shared()
  replica.store.hold()
  await writer.evm('eth_sendRawTransaction', await nextTransfer(writer))
  const headers = { 'x-node-min-seq': String(writer.store.position()) }
  const socket = new WebSocket(`${replica.url.replace('http', 'ws')}/ext/bc/C/ws`, { headers })
  onTestFinished(() => socket.terminate())
  const upgraded = new Promise<bigint>((resolve) =>
    socket.once('upgrade', (response) => resolve(seqOf(response.headers))),
  )
  await new Promise((resolve) => socket.once('open', resolve))
  expect(await upgraded).toBe(replica.store.position())
  const received = new Promise<EvmReply>((resolve) =>
    socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString()) as EvmReply)),
  )
  socket.send(JSON.stringify(blockNumber))
  await replica.store.resume()
  expect(await received).toMatchObject({
    result: (await writer.evm('eth_blockNumber')).result,
  })
})

test('every response over HTTP has the position, and pages may read it', async () => {
  const [writer] = await cluster(0, { allowedOrigins: ['https://app.example'] })
  const position = String(writer.store.position())
  for (const path of ['/ext/health/liveness', '/ext/metrics', '/docs/']) {
    const { headers } = await sendRequest(writer.url + path)
    expect(headers['x-node-seq']).toBe(position)
  }
  const { headers } = await writer.send(EVM, blockNumber, { origin: 'https://app.example' })
  expect(headers).toMatchObject({
    'x-node-seq': position,
    'access-control-expose-headers': 'x-node-seq',
  })
})

test('a node without a log has no position, and ignores a minimum', async () => {
  const openStore = async () => memoryStore()
  for (const node of [await openNode(), await openNode({ openStore })]) {
    const client = createClient({
      transport: http(node.url, { headers: { 'x-node-min-seq': '7' } }),
    })
    expect(await client.cChain.eth.blockNumber()).toBe(0n)
    const { headers } = await sendRequest(`${node.url}/ext/health/liveness`)
    expect(headers).not.toHaveProperty('x-node-seq')
  }
})

test('readiness and health name the chains that cannot follow', async () => {
  const [writer, replica] = await shared()
  const readiness = () => sendRequest(`${replica.url}/ext/health/readiness`)
  expect((await readiness()).status).toBe(200)
  replica.store.isUnreadable = true
  await writer.evm('eth_sendRawTransaction', await nextTransfer(writer))
  await expect.poll(async () => (await readiness()).status, { timeout: 10_000 }).toBe(503)
  const error: unknown = expect.stringMatching(/cannot follow the log: .*C/)
  expect((await readiness()).json()).toMatchObject({ checks: { log: { error } } })
  const health = await sendRequest(`${replica.url}/ext/health`)
  expect(health.json()).toMatchObject({ checks: { log: { error } }, healthy: false })
  replica.store.isUnreadable = false
  await expect.poll(async () => (await readiness()).status, { timeout: 10_000 }).toBe(200)
  expect(await replica.evm('eth_blockNumber')).toEqual(await writer.evm('eth_blockNumber'))
})

test('a node that is behind by more than two seconds is not ready, and calls with a later minimum position fail', async () => {
  const [writer, replica] = await shared()
  const readiness = async (): Promise<number> =>
    (await sendRequest(`${replica.url}/ext/health/readiness`)).status
  expect(await readiness()).toBe(200)
  replica.store.hold()
  await writer.evm('eth_sendRawTransaction', await nextTransfer(writer))
  const began = performance.now()
  const minimum = String(writer.store.position())
  let took = 0
  const late = replica
    .send(EVM, blockNumber, { 'x-node-min-seq': minimum })
    .finally(() => (took = performance.now() - began))
  const metrics = await sendRequest(`${replica.url}/ext/metrics`)
  expect(metrics.body).toContain('node_log_lag_batches 1\n')
  expect(metrics.body).toContain(`node_log_position ${replica.store.position()}\n`)
  expect(metrics.body).toContain('node_log_role{role="replica"} 1\n')
  await expect.poll(readiness, { timeout: 10_000, interval: 100 }).toBe(503)
  const body = await sendRequest(`${replica.url}/ext/health/readiness`)
  expect(body.json()).toMatchObject({
    checks: { log: { error: expect.stringContaining('behind the log') as unknown } },
  })
  expect((await late).json()).toMatchObject({
    error: {
      code: -32_002,
      data: { reason: 'positionNotReached', minimum, position: String(replica.store.position()) },
    },
  })
  expect(took).toBeGreaterThan(1900)
  await replica.store.resume()
  await expect.poll(readiness, { timeout: 10_000, interval: 100 }).toBe(200)
})

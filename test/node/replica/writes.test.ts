import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { funded } from '@native-node/node/testing'
import { signed } from '../codec/vectors.ts'
import { cluster, EVM, nextTransfer, replicaNode, sharedPair } from './nodes.ts'
import { freePort } from '../store/log/postgres.ts'
import { SharedLog, type LogMember } from './shared-log.ts'
import { silentPort } from './silent-port.ts'
import { transfer } from './transfers.ts'

const shared = sharedPair()

test('a replica forwards transactions of all chains, and then has their effects itself', async () => {
  const [writer, { client, evm, send }] = await shared()
  expect(await client.xChain.issueTx({ tx: signed.xBase.text })).toEqual({
    txID: signed.xBase.txID,
  })
  expect(await client.xChain.getTxStatus({ txID: signed.xBase.txID })).toEqual({
    status: 'Accepted',
  })
  expect(await client.pChain.issueTx({ tx: signed.pBase.text })).toEqual({
    txID: signed.pBase.txID,
  })
  expect(await client.pChain.getHeight()).toEqual({ height: 1n })
  const request = { jsonrpc: '2.0', id: 'one', method: 'eth_sendRawTransaction' }
  const response = await send(EVM, { ...request, params: [await transfer(0)] })
  expect(response.json()).toMatchObject({
    id: 'one',
    result: expect.stringMatching(/^0x/) as unknown,
  })
  expect(response.headers['x-node-seq']).toBe(String(writer.store.position()))
  expect(await evm('eth_blockNumber')).toMatchObject({ result: '0x1' })
})

test('the error of the writer is that of the replica', async () => {
  const [writer, replica] = await shared()
  const bad = await nextTransfer(writer, { value: 10n ** 40n })
  const own = await writer.evm('eth_sendRawTransaction', bad)
  expect(own.error).toMatchObject({ data: { reason: 'insufficientFunds' } })
  expect(await replica.evm('eth_sendRawTransaction', bad)).toEqual(own)
  const request = { jsonrpc: '2.0', id: 1, method: 'platform.issueTx', params: { tx: '0x00' } }
  const direct = (await writer.send('/ext/bc/P', request)).json()
  expect((await replica.send('/ext/bc/P', request)).json()).toEqual(direct)
})

test('a response has the position of the write, also if the replica is far behind', async () => {
  const [writer, replica] = await shared()
  replica.store.hold()
  const sent = {
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_sendRawTransaction',
    params: [await nextTransfer(writer)],
  }
  const response = await replica.send(EVM, sent)
  expect(response.json()).toMatchObject({ result: expect.any(String) as unknown })
  expect(response.headers['x-node-seq']).toBe(String(writer.store.position()))
  await replica.store.resume()
})

test('with --no-log-forward, a replica refuses transactions', async () => {
  const [, replica] = await cluster(1, { logForward: false })
  expect(await replica?.evm('eth_sendRawTransaction', await transfer(0))).toMatchObject({
    error: { code: -32_002, data: { reason: 'notWriter' } },
  })
})

test('a forwarded call is never forwarded again', async () => {
  const [writer, replica] = await shared()
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_sendRawTransaction',
    params: [await nextTransfer(writer)],
  }
  const response = await replica.send(EVM, body, { 'x-node-forwarded': '1' })
  expect(response.json()).toMatchObject({ error: { code: -32_002, data: { reason: 'notWriter' } } })
})

test('a forwarded request has only the headers that the writer needs', async () => {
  const seen: (IncomingHttpHeaders & { readonly url?: string | undefined })[] = []
  const server = createServer((request, response) => {
    seen.push({ ...request.headers, url: request.url })
    response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const log = new SharedLog()
  const other = log.member()
  other.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await replicaNode(log)
  const replica = await replicaNode(log)
  await log.takeOver(other)
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_sendRawTransaction',
    params: [await transfer(0)],
  }
  const response = await replica.send(EVM, body, {
    authorization: 'Bearer secret',
    cookie: 'secret',
    'x-api-key': 'secret',
    traceparent: '00-1-1-01',
  })
  expect(response.json()).toMatchObject({
    error: { code: -32_002, data: { reason: 'writerUnavailable', fault: 'http' } },
  })
  expect(seen).toHaveLength(1)
  expect(seen[0]).toMatchObject({ url: EVM, traceparent: '00-1-1-01', 'x-node-forwarded': '1' })
  expect(JSON.stringify(seen)).not.toContain('secret')
})

test('without a writer, transactions are refused after the time of a takeover, and reads go on', async () => {
  // A setting of the lease requires a database, which `openStore` replaces.
  const logStore = 'postgres://nobody@127.0.0.1/unused'
  const options = { memory: false, logStore, logLease: 100 }
  const log = new SharedLog()
  await replicaNode(log)
  const replica = await replicaNode(log, options)
  log.release()
  const other = new SharedLog()
  await replicaNode(other)
  const unreached = await replicaNode(other, options)
  await other.takeOver(await gone(other))
  const silent = new SharedLog()
  await replicaNode(silent)
  const unheard = await replicaNode(silent, options)
  await silent.takeOver(await gone(silent, await silentPort()))
  const raw = await transfer(0)
  // All take the time of a takeover.
  const nodes = [replica, unreached, unheard]
  const responses = nodes.map(({ evm }) => evm('eth_sendRawTransaction', raw))
  expect(await Promise.all(responses)).toMatchObject(
    ['noWriter', 'notReached', 'notReached'].map((fault) => ({
      error: { code: -32_002, data: { reason: 'writerUnavailable', fault } },
    })),
  )
  expect(await replica.evm('eth_blockNumber')).toMatchObject({ result: '0x0' })
})

/** A member of a log at whose port nothing listens. */
async function gone(log: SharedLog, port?: number): Promise<LogMember> {
  const member = log.member()
  member.url = `http://127.0.0.1:${port ?? (await freePort())}`
  return member
}

test('a writer that cannot be reached is tried again until another one has taken over', async () => {
  const log = new SharedLog()
  const next = await replicaNode(log)
  const replica = await replicaNode(log)
  await log.takeOver(await gone(log))
  const sent = replica.evm('eth_sendRawTransaction', await transfer(0))
  await new Promise((resolve) => setTimeout(resolve, 200))
  await log.takeOver(next.store)
  expect(await sent).toMatchObject({ result: expect.any(String) as unknown })
  expect(await replica.evm('eth_blockNumber')).toMatchObject({ result: '0x1' })
})

test('a call that the writer may have received is sent to the next one', async () => {
  const log = new SharedLog()
  const next = await replicaNode(log)
  const replica = await replicaNode(log)
  const frozen = log.member()
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => server.close().closeAllConnections())
  await once(server, 'listening')
  frozen.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await log.takeOver(frozen)
  const raw = await transfer(0)
  const sent = replica.evm('eth_sendRawTransaction', raw)
  await once(server, 'request')
  await log.takeOver(next.store)
  expect(await sent).toMatchObject({ result: expect.any(String) as unknown })
  // An error of the next writer may mean that the one before has accepted the transaction.
  await log.takeOver(frozen)
  const repeated = replica.evm('eth_sendRawTransaction', raw)
  await once(server, 'request')
  await log.takeOver(next.store)
  expect(await repeated).toMatchObject({
    error: { code: -32_002, data: { reason: 'writerUnavailable', fault: 'replaced' } },
  })
})

test('a node that becomes the writer runs the calls that wait for one', async () => {
  const log = new SharedLog()
  const first = await replicaNode(log)
  const replica = await replicaNode(log)
  log.release()
  const sent = replica.evm('eth_sendRawTransaction', await transfer(0))
  await new Promise((resolve) => setTimeout(resolve, 200))
  await log.takeOver(replica.store)
  expect(await sent).toMatchObject({ result: expect.any(String) as unknown })
  // A call that the node before it refuses was not executed there, and is sent again.
  const url = replica.store.url
  replica.store.url = first.url
  const repeated = first.evm('eth_sendRawTransaction', await transfer(1))
  await new Promise((resolve) => setTimeout(resolve, 200))
  replica.store.url = url
  expect(await repeated).toMatchObject({ result: expect.any(String) as unknown })
})

const password = 'Str0ng!pass-word'
const user = { username: 'someone', password }

const nodeLocal = [
  ['/ext/keystore', 'keystore.createUser', user],
  ['/ext/bc/X', 'xvm.import', { ...user, to: funded.address, sourceChain: 'C' }],
  ['/ext/bc/C/native', 'native.exportKey', { ...user, address: funded.evmAddress }],
  [EVM, 'personal_newAccount', [password]],
  [EVM, 'eth_sendTransaction', [{ from: funded.evmAddress, to: funded.evmAddress }]],
  [EVM, 'eth_sign', [funded.evmAddress, '0x00']],
] as const

test('a replica refuses calls that need the keys of a node, and the writer runs them', async () => {
  const [writer, replica] = await shared()
  for (const [path, method, params] of nodeLocal) {
    const body = { jsonrpc: '2.0', id: 1, method, params }
    expect((await replica.send(path, body)).json(), method).toMatchObject({
      error: {
        code: -32_004,
        message: expect.stringContaining(method) as unknown,
        data: { reason: 'nodeLocal' },
      },
    })
    const own = (await writer.send(path, body)).json()
    expect(own, method).not.toMatchObject({ error: { data: { reason: 'nodeLocal' } } })
  }
})

test('a replica serves reads of the operator, and calls that change only its process', async () => {
  const [, replica] = await shared()
  expect(await replica.evm('txpool_status')).toMatchObject({ result: { pending: '0x0' } })
  expect(await replica.evm('debug_verbosity', 3)).not.toHaveProperty('error')
  const filter = await replica.evm('eth_newBlockFilter')
  expect(await replica.evm('eth_getFilterChanges', filter.result)).toMatchObject({ result: [] })
  expect(await replica.evm('eth_uninstallFilter', filter.result)).toMatchObject({ result: true })
})

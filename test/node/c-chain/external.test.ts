import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Logger, startNode, type RunningNode } from '@native-node/node'
import { groups } from '@native-node/server'
import { createPublicClient, http, webSocket } from 'viem'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parseCommand } from '../../../packages/node/src/settings/flags.ts'
import { sendRequest, call } from '../requests.ts'
import { counter, counterAbi } from './contracts.ts'
import { running, type Reply, type Running } from './running.ts'

// A node whose C-Chain runs on a second node.

const SECRET = 'key-of-the-owner'

let remote: Running
let lines: string[]
let node: RunningNode

const withSecrets = (url: string): string =>
  `${url.replace('://', `://operator:${SECRET}@`)}?key=${SECRET}`

beforeAll(async () => {
  remote = await running({ dev: true })
  lines = []
  node = await startNode({
    memory: true,
    port: 0,
    cChainEvmUrl: withSecrets(remote.url),
    cChainEvmWsUrl: withSecrets(remote.socketUrl),
    logger: new Logger('trace', (line) => lines.push(line)),
  })
  await node.ready
})
afterAll(async () => {
  await node.close()
  await remote.close()
})

const path = (): string => `${node.url}/ext/bc/C/rpc`

async function post(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.json()
}

async function askNode(method: string, params?: readonly unknown[]): Promise<Reply> {
  return (await post(path(), { jsonrpc: '2.0', id: 1, method, params })) as Reply
}

describe('calls', () => {
  test('are forwarded to the other node, which returns results or errors', async () => {
    const hash = await remote.wallet.deployContract({ abi: counterAbi, bytecode: counter })
    const receipt = await remote.reader.waitForTransactionReceipt({ hash })
    const to = receipt.contractAddress
    const requests: readonly (readonly [string, readonly unknown[]])[] = [
      ['web3_clientVersion', []],
      ['eth_getTransactionReceipt', [hash]],
      ['eth_getTransactionByHash', [`0x${'00'.repeat(32)}`]],
      ['eth_getBlockByNumber', ['latest', true]],
      ['eth_getLogs', [{ fromBlock: '0x0', address: null }]],
      ['eth_call', [{ to, data: '0x12345678' }, 'latest']],
      ['eth_getBalance', [to, '0xffff']],
      ['debug_traceTransaction', [hash, { tracer: 'callTracer' }]],
    ]
    for (const [method, params] of requests) {
      expect([method, await askNode(method, params)]).toEqual([
        method,
        await remote.ask(method, params),
      ])
    }
  })

  test('of a batch are forwarded one by one', async () => {
    const batch = [1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId' }))
    expect(await post(path(), batch)).toEqual(
      [1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, result: '0xa868' })),
    )
  })

  test('with invalid params, and of unknown methods, are rejected by this node', async () => {
    expect(await askNode('eth_getBalance', ['0x12'])).toMatchObject({ error: { code: -32602 } })
    expect(await askNode('eth_nonsense')).toMatchObject({ error: { code: -32601 } })
  })

  test('of the native API are rejected with their reason', async () => {
    const native = groups.find(({ key }) => key === 'cChainNative')
    const { result, error } = await call(`${node.url}/ext/bc/C/native`, 'native.getAtomicTx', {
      txID: '2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD',
    })
    expect(native?.methods).toHaveLength(10)
    expect(result).toBeUndefined()
    expect(error).toMatchObject({ code: -32004, data: { reason: 'externalEvm' } })
  })
})

test('subscriptions forward the events of the other node', async () => {
  const url = `${node.url.replace('http', 'ws')}/ext/bc/C/ws`
  const sockets = createPublicClient({ chain: remote.chain, transport: webSocket(url) })
  const transport = sockets.transport as unknown as {
    subscribe: (args: object) => Promise<{ unsubscribe: () => Promise<unknown> }>
    getRpcClient: () => Promise<{ close: () => void }>
  }
  onTestFinished(async () => (await transport.getRpcClient()).close())
  const heads: unknown[] = []
  const { unsubscribe } = await transport.subscribe({
    params: ['newHeads'],
    onData: ({ result }: { readonly result: unknown }) => heads.push(result),
  })
  await remote.ask('evm_mine')
  await expect.poll(() => heads.length).toBe(1)
  const { result } = await remote.ask('eth_getBlockByNumber', ['latest', false])
  const { hash } = result as { readonly hash: string }
  expect(heads).toEqual([expect.objectContaining({ hash })])
  await unsubscribe()
  await remote.ask('evm_mine')
  await remote.ask('evm_mine')
  expect(heads).toHaveLength(1)
  await expect(
    transport.subscribe({ params: ['nonsense'], onData: () => {} }),
  ).rejects.toMatchObject({ code: -32601 })
})

test('the node reports the chain as external and lists no unimplemented methods', async () => {
  const { result } = await call(`${node.url}/ext/info`, 'info.getNodeVersion')
  expect(result).toMatchObject({ vmVersions: { evm: 'external' } })
  expect(node.unimplemented).toEqual([])
  const bootstrapped = await call(`${node.url}/ext/info`, 'info.isBootstrapped', { chain: 'C' })
  expect(bootstrapped.result).toEqual({ isBootstrapped: true })
  const { json } = await sendRequest(`${node.url}/ext/health`)
  expect(json()).toMatchObject({
    healthy: true,
    checks: { C: { message: { external: true, chainID: '43112', syncing: false } } },
  })
})

test('in public mode, hidden methods stay hidden and batches are limited', async () => {
  const warnings: Error[] = []
  const warn = (warning: Error): number => warnings.push(warning)
  process.on('warning', warn)
  onTestFinished(() => void process.off('warning', warn))
  const shared = await startNode({ memory: true, port: 0, public: true, cChainEvmUrl: remote.url })
  onTestFinished(() => shared.close())
  await shared.ready
  const url = `${shared.url}/ext/bc/C/rpc`
  const request = (id: number, method: string): object => ({ jsonrpc: '2.0', id, method })
  expect(await post(url, request(1, 'eth_chainId'))).toMatchObject({ result: '0xa868' })
  expect(await post(url, request(1, 'debug_memStats'))).toMatchObject({ error: { code: -32601 } })
  const batch = Array.from({ length: 41 }, (_, id) => request(id, 'eth_chainId'))
  expect(JSON.stringify(await post(url, batch))).toContain('error')
  expect(await post(url, batch.slice(0, 40))).toHaveLength(40)
  expect(warnings).toEqual([])
})

/** A server that responds to each request with a status and `body`. */
async function startServer(status: number, body: (id: unknown) => string): Promise<string> {
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const { id } = JSON.parse(text) as { readonly id: unknown }
      response.writeHead(status, { 'content-type': 'application/json' }).end(body(id))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('an invalid response of the other node', () => {
  const result = (id: unknown, value: unknown): string =>
    JSON.stringify({ jsonrpc: '2.0', id, result: value })
  test.each([
    ['is not reached', async () => 'http://127.0.0.1:1', 'transport'],
    ['refuses', () => startServer(401, () => 'who is there?'), 'http'],
    ['is no JSON-RPC node', () => startServer(200, () => '{"hello":1}'), 'protocol'],
  ])('%s', async (_, start, fault) => {
    const own: string[] = []
    const address = withSecrets(await start())
    const broken = await startNode({
      memory: true,
      port: 0,
      cChainEvmUrl: address,
      logger: new Logger('trace', (line) => own.push(line)),
    })
    onTestFinished(() => broken.close())
    await broken.ready
    const reply = await call(`${broken.url}/ext/bc/C/rpc`, 'eth_chainId', [])
    const data = { reason: 'externalEvmUnavailable', fault }
    expect(reply.error).toMatchObject({ code: -32002, data })
    const health = await sendRequest(`${broken.url}/ext/health`)
    expect([health.status, health.json()]).toMatchObject([
      503,
      { checks: { C: { error: expect.stringContaining(fault) } } },
    ])
    const bootstrapped = await call(`${broken.url}/ext/info`, 'info.isBootstrapped', { chain: 'C' })
    expect(bootstrapped.result).toEqual({ isBootstrapped: false })
    const shown = [...own, JSON.stringify(reply), JSON.stringify(health.json())].join('\n')
    expect(shown).toContain('external EVM')
    expect(shown).not.toContain(SECRET)
  })

  test('above the size limit is rejected', async () => {
    const long = 'f'.repeat(25_000_001)
    const url = await startServer(200, (id) => result(id, `0x${long}`))
    const relay = await startNode({ memory: true, port: 0, cChainEvmUrl: url, logLevel: 'crit' })
    onTestFinished(() => relay.close())
    await relay.ready
    const { error } = await call(`${relay.url}/ext/bc/C/rpc`, 'eth_getCode', [
      `0x${'00'.repeat(20)}`,
      'latest',
    ])
    expect(error).toMatchObject({ code: -32003 })
  })
})

test('no credentials are logged', async () => {
  const client = createPublicClient({ chain: remote.chain, transport: http(path()) })
  expect(await client.getChainId()).toBe(43_112)
  expect(lines.join('')).toContain('external EVM')
  expect(lines.join('')).not.toContain(SECRET)
})

describe('the command line', () => {
  test.each([
    [['--c-chain-evm-url', 'ftp://a'], 'Invalid value for --c-chain-evm-url'],
    [['--c-chain-evm-ws-url', 'http://a'], 'Invalid value for --c-chain-evm-ws-url'],
    [['--c-chain-evm-ws-url', 'ws://a'], '--c-chain-evm-ws-url requires --c-chain-evm-url'],
    [['--c-chain-evm-url', 'http://a', '--dev'], 'cannot be combined with --dev'],
    [['--c-chain-evm-url', 'http://a', '--evm-genesis', 'f'], 'combined with --evm-genesis'],
    [['--c-chain-evm-url', 'http://a', '--import-blocks', 'f'], 'combined with --import-blocks'],
    [['--dev', '--evm-genesis', 'f'], '--dev cannot be combined with --evm-genesis'],
  ])('%j is rejected', (args, message) => {
    const command = parseCommand(args)
    expect(command).toMatchObject({
      kind: 'wrong',
      problems: [{ message: expect.stringContaining(message) }],
    })
    expect(JSON.stringify(command)).not.toContain('ftp:')
  })

  test('accepts an address', () => {
    expect(parseCommand(['--c-chain-evm-url', 'https://u:p@a/b'])).toMatchObject({
      settings: { cChainEvmUrl: 'https://u:p@a/b' },
    })
  })
})

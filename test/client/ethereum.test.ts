import { createClient } from '@native-node/client'
import { provider, type Raw } from '@native-node/client/eip1193'
import { nativeActions, viemTransport, type CChainRpcSchema } from '@native-node/client/viem'
import { createMock } from '@native-node/mock'
import { BrowserProvider } from 'ethers'
import { webSocket } from '@native-node/client'
import { afterEach, describe, expect, expectTypeOf, it } from 'vitest'
import { createPublicClient, decodeFunctionResult, parseAbi, parseAbiItem, rpcSchema } from 'viem'
import { fakeNode, newestSubscription, until } from './socket-fixture.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((close) => close()))
})

const address = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'
const word = (value: number): `0x${string}` => `0x${value.toString(16).padStart(64, '0')}`
const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const transfer = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
)
const log = {
  address: address.toLowerCase(),
  topics: [topic, word(1), word(2)],
  data: word(77),
  blockNumber: '0x10',
  transactionHash: word(5),
  transactionIndex: '0x0',
  blockHash: word(6),
  logIndex: '0x0',
  removed: false,
}

function mocked(): ReturnType<typeof createMock> {
  const mock = createMock({ seed: 1 })
  mock.cChain.eth.chainId.returns(43_112n)
  mock.cChain.eth.getBalance.returns(10n ** 30n)
  mock.cChain.eth.call.returns(word(7))
  mock.cChain.eth.blockNumber.returns(16n)
  return mock
}

describe('viem', () => {
  it('reads blocks, balances and contracts', async () => {
    const mock = mocked()
    const node = createClient({ transport: mock.transport })
    const client = createPublicClient({ transport: viemTransport(node.cChain) })
    expect(await client.getChainId()).toBe(43_112)
    expect(await client.getBalance({ address })).toBe(10n ** 30n)
    const block = await client.getBlock()
    expect(block.number).toBe((await node.cChain.eth.getBlockByNumber('latest', false))?.number)
    const abi = parseAbi(['function totalSupply() view returns (uint256)'])
    expect(await client.readContract({ address, abi, functionName: 'totalSupply' })).toBe(7n)
    const { data = '0x' } = await client.call({ to: address, data: '0x18160ddd' })
    expect(decodeFunctionResult({ abi, functionName: 'totalSupply', data })).toBe(7n)
  })

  it('receives errors of the node as its own classes, and sends a failing request once', async () => {
    const mock = mocked()
    mock.cChain.eth.call.fails('executionReverted')
    const client = createPublicClient({
      transport: viemTransport(createClient({ transport: mock.transport }).cChain),
    })
    const abi = parseAbi(['function totalSupply() view returns (uint256)'])
    await expect(
      client.readContract({ address, abi, functionName: 'totalSupply' }),
    ).rejects.toMatchObject({ name: 'ContractFunctionExecutionError' })
    expect(mock.calls('eth_call')).toHaveLength(1)
    const dead = createClient({ transport: () => Promise.reject(new TypeError('broken')) })
    await expect(
      createPublicClient({ transport: viemTransport(dead.cChain) }).getChainId(),
    ).rejects.toThrow(/broken/)
  })

  it('watches logs and blocks by subscriptions', async () => {
    const fake = await fakeNode()
    const subscriptions = webSocket(fake.url)
    cleanups.push(
      () => fake.close(),
      () => subscriptions.close(),
    )
    const node = createClient({ transport: mocked().transport, subscriptions })
    const client = createPublicClient({
      transport: viemTransport(node.cChain, { subscriptions: true }),
    })
    const values: (bigint | undefined)[] = []
    const unwatch = client.watchEvent({
      address,
      event: transfer,
      onLogs: (logs) => values.push(...logs.map(({ args }) => args.value)),
    })
    await until(() => fake.calls.length === 1)
    expect(fake.calls[0]?.params?.[0]).toBe('logs')
    fake.emit(newestSubscription(), log)
    await until(() => values.length === 1)
    expect(values).toEqual([77n])
    unwatch()
    await until(() => fake.calls.some(({ method }) => method === 'eth_unsubscribe'))
  })

  it('is extended by typed methods, and sends raw requests by the schema', async () => {
    const mock = mocked()
    mock.cChain.eth.baseFee.returns(25n)
    const transport = viemTransport(createClient({ transport: mock.transport }).cChain)
    const client = createPublicClient({
      transport,
      rpcSchema: rpcSchema<CChainRpcSchema>(),
    }).extend(nativeActions())
    const fee: bigint = await client.cChain.eth.baseFee()
    expect(fee).toBe(25n)
    const raw = await client.request({ method: 'eth_baseFee' })
    expectTypeOf(raw).toEqualTypeOf<`0x${string}`>()
    expect(raw).toBe('0x19')
    // @ts-expect-error There is no such method.
    void (() => client.request({ method: 'eth_noSuchMethod' }))
    expectTypeOf<Raw<{ a: bigint[]; b: [bigint, string] }>>().toEqualTypeOf<{
      a: `0x${string}`[]
      b: [`0x${string}`, string]
    }>()
    mock.cChain.eth.getProof.fails('headerNotFound')
    await expect(client.cChain.eth.getProof(address, [])).rejects.toMatchObject({
      name: 'RpcError',
      reason: 'headerNotFound',
    })
  })
})

describe('ethers', () => {
  it('reads blocks, balances and contracts', async () => {
    const mock = mocked()
    const node = createClient({ transport: mock.transport })
    const ethers = new BrowserProvider(provider(node.cChain), 43_112)
    cleanups.push(() => ethers.destroy())
    expect((await ethers.getNetwork()).chainId).toBe(43_112n)
    expect(await ethers.getBalance(address)).toBe(10n ** 30n)
    expect(await ethers.call({ to: address, data: '0x18160ddd' })).toBe(word(7))
    const block = await ethers.getBlock('latest')
    expect(BigInt(block?.number ?? -1)).toBe(
      (await node.cChain.eth.getBlockByNumber('latest', false))?.number,
    )
    mock.cChain.eth.getLogs.returns([log] as never)
    const [found] = await ethers.getLogs({ address, topics: [topic] })
    expect(found?.topics).toEqual(log.topics)
  })
})

describe('ethers', () => {
  it('receives logs', async () => {
    const mock = mocked()
    mock.cChain.eth.newFilter.returns('0x1')
    mock.cChain.eth.getFilterChanges.returns([log] as never)
    let height = 16n
    mock.cChain.eth.blockNumber.responds(() => ++height)
    const node = createClient({ transport: mock.transport })
    const ethers = new BrowserProvider(provider(node.cChain), 43_112)
    cleanups.push(() => ethers.destroy())
    ethers.pollingInterval = 5
    const data: string[] = []
    await ethers.on({ address, topics: [topic] }, (one: { readonly data: string }) => {
      data.push(one.data)
    })
    await until(() => data.length > 0)
    expect(data[0]).toBe(word(77))
  })
})

describe('the provider', () => {
  it('calls the chain that its group is bound to', async () => {
    const paths: string[] = []
    const node = createClient({
      transport: (request) => {
        paths.push(request.path)
        return Promise.resolve({
          status: 200,
          message: { jsonrpc: '2.0', id: request.id, result: '0x1' },
        })
      },
    })
    const of = node.at({ chain: 'other' }).cChain
    expect(await provider(of).request({ method: 'eth_chainId' })).toBe('0x1')
    expect(await of.eth.chainId()).toBe(1n)
    expect(await provider(node.cChain).request({ method: 'eth_chainId' })).toBe('0x1')
    expect(paths).toEqual(['/ext/bc/other/rpc', '/ext/bc/other/rpc', '/ext/bc/C/rpc'])
  })

  it('returns raw values, and subscriptions as messages', async () => {
    const fake = await fakeNode()
    const subscriptions = webSocket(fake.url, { reconnect: { baseMs: 1 } })
    cleanups.push(
      () => fake.close(),
      () => subscriptions.close(),
    )
    const ethereum = provider(createClient({ transport: mocked().transport, subscriptions }).cChain)
    expect(await ethereum.request({ method: 'eth_getBalance', params: [address, 'latest'] })).toBe(
      `0x${(10n ** 30n).toString(16)}`,
    )
    const messages: unknown[] = []
    ethereum.on('message', ({ type, data }) => messages.push([type, data]))
    const id = await ethereum.request<string>({ method: 'eth_subscribe', params: ['logs', {}] })
    fake.emit(newestSubscription(), log)
    await until(() => messages.length === 1)
    fake.drop()
    await until(() => fake.connections === 2 && fake.calls.length === 2 && fake.sockets.size === 1)
    fake.emit(newestSubscription(), log)
    await until(() => messages.length === 2)
    expect(messages).toEqual([
      ['eth_subscription', { subscription: id, result: log }],
      ['eth_subscription', { subscription: id, result: log }],
    ])
    expect(await ethereum.request({ method: 'eth_unsubscribe', params: [id] })).toBe(true)
    await until(() => fake.calls.some(({ method }) => method === 'eth_unsubscribe'))
    expect(await ethereum.request({ method: 'eth_unsubscribe', params: ['0x0'] })).toBe(false)
  })

  it('returns errors by code', async () => {
    const mock = mocked()
    const ethereum = provider(createClient({ transport: mock.transport }).cChain)
    await expect(ethereum.request({ method: 'eth_unknown' })).rejects.toMatchObject({
      code: -32601,
    })
    await expect(
      ethereum.request({ method: 'eth_subscribe', params: ['nope'] }),
    ).rejects.toMatchObject({ code: expect.any(Number) as number })
    const { cChain } = createClient({ transport: async () => ({ status: 502, excerpt: '<html>' }) })
    await expect(provider(cChain).request({ method: 'eth_chainId' })).rejects.toMatchObject({
      code: 4900,
      cause: { name: 'HttpError', status: 502 },
    })
  })
})

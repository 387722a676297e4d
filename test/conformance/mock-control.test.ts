import { createClient, http, webSocket } from '@native-node/client'
import { createMock, MockAssertionError, RpcError } from '@native-node/mock'
import { expect, onTestFinished, test } from 'vitest'

test('faults are injected into responses over every transport', async () => {
  const mock = createMock()
  const served = await mock.listen()
  onTestFinished(() => served.close())
  for (const transport of [mock.transport, http(served.url)]) {
    const { info } = createClient({ transport })
    const names: string[] = []
    const { getNetworkID } = mock.info
    getNetworkID
      .dropOnce()
      .malformedOnce('truncated')
      .malformedOnce('html')
      .malformedOnce('wrong-id')
      .malformedOnce({ kind: 'status', status: 503 })
      .malformedOnce({ kind: 'body', body: '[]' })
    for (let call = 0; call < 6; call++) {
      const outcome = await info.getNetworkID().catch((error: unknown) => error)
      names.push(outcome instanceof Error ? outcome.name : 'an answer')
    }
    const broken = 'ProtocolError'
    expect(names.slice(0, 4)).toEqual(['TransportError', broken, broken, broken])
    expect(names[5]).toBe(broken)
    expect(await info.getNetworkID()).toHaveProperty('networkID')
  }
  mock.info.getNetworkID.malformedOnce({ kind: 'status', status: 503 })
  const response = await mock.fetch(
    new Request('http://node/ext/info', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}',
    }),
  )
  expect(response.status).toBe(503)
  mock.info.getNetworkID.drop()
  await expect(
    mock.handle('{"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}'),
  ).rejects.toHaveProperty('name', 'TransportError')
})

test('calls are logged with their types and can be asserted', async () => {
  const mock = createMock()
  const node = createClient({ transport: mock.transport })
  await node.pChain.getBlockByHeight({ height: 7 })
  const height: bigint | undefined = mock.calls('platform.getBlockByHeight')[0]?.params.height
  expect(height).toBe(7n)
  mock.pChain.getBlockByHeight.assertCalled(1).assertCalledWith({ height: 7n })
  expect(() => mock.pChain.getBlockByHeight.assertCalledWith({ height: 8n })).toThrow(
    MockAssertionError,
  )
  expect(() => mock.info.peers.assertCalled()).toThrow('at least once')
  mock.pChain.getBlockByHeight.failsOnce(-32000).failsOnce('blockNotFound')
  for (const call of [1, 2]) {
    await expect(node.pChain.getBlockByHeight({ height: call })).rejects.toBeInstanceOf(RpcError)
  }
  mock.pChain.getBlockByHeight.respondsOnce(({ height: asked }) => ({
    block: `0x${asked.toString(16).padStart(10, '0')}`,
    encoding: 'hex',
  }))
  expect(await node.pChain.getBlockByHeight({ height: 9 })).toHaveProperty('block', '0x0000000009')
})

test('subscribers receive events, over WebSocket as well', async () => {
  const mock = createMock({
    scenario: { events: { newPendingTransactions: [`0x${'1'.repeat(64)}`] } },
  })
  const served = await mock.listen()
  onTestFinished(() => served.close())
  const node = createClient({
    transport: http(served.url),
    subscriptions: webSocket(served.url.replace('http', 'ws')),
  })
  const seen: unknown[] = []
  for await (const hash of node.cChain.subscribe('newPendingTransactions')) {
    if (seen.push(hash) === 2) break
    expect(mock.emit('newPendingTransactions', `0x${'2'.repeat(64)}`)).toBe(1)
  }
  expect(seen).toEqual([`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`])
  expect(mock.emit('newPendingTransactions', `0x${'2'.repeat(64)}`)).toBeLessThan(2)
})

test('a scenario configures responses, and reset restores it', async () => {
  const mock = createMock({
    scenario: {
      methods: {
        'info.getNetworkID': [
          { result: { networkID: '7' }, times: 2 },
          { fault: 'drop' },
          { error: -32601 },
          { result: { networkID: '8' } },
        ],
        'xvm.getTx': [{ error: 'transactionNotFound' }],
      },
    },
  })
  const node = createClient({ transport: mock.transport })
  const id = (): Promise<unknown> =>
    node.info.getNetworkID().then(
      ({ networkID }) => networkID,
      (error: Error) => error.name,
    )
  for (const round of [1, 2]) {
    expect(await Promise.all([id(), id()]), String(round)).toEqual([7, 7])
    expect([await id(), await id(), await id(), await id()]).toEqual([
      'TransportError',
      'RpcError',
      8,
      8,
    ])
    mock.reset()
  }
})

test.each<[string, object, string]>([
  ['a method that there is not', { methods: { 'info.peer': [{}] } }, '/methods'],
  [
    'a step with two responses',
    { methods: { 'info.peers': [{ result: 1, error: 2 }] } },
    '/methods/info.peers/0',
  ],
  ['an unknown fault', { events: { heads: [] } }, '/events'],
])('a scenario with %s is rejected immediately', (_name, scenario, place) => {
  expect(() => createMock({ scenario })).toThrow(place)
})

test.each<[string, object, string]>([
  [
    'a result that the document does not have',
    { result: { peers: 1 } },
    '/methods/info.peers/0/result',
  ],
  ['an error that the document does not list', { error: 'noPeers' }, '/methods/info.peers/0/error'],
])('a scenario with %s is rejected once the documents are loaded', async (_name, step, place) => {
  await expect(
    createMock({ scenario: { methods: { 'info.peers': [step] } } }).ready(),
  ).rejects.toThrow(place)
})

/** The compiler rejects names that are not in the documents. */
export function refused(mock: ReturnType<typeof createMock>): void {
  // @ts-expect-error no such error
  mock.info.peers.fails('noPeers')
  // @ts-expect-error no such code
  mock.pChain.getBlock.fails(-1)
  // @ts-expect-error no such result
  mock.info.getNetworkID.returns({ networkId: 1 })
  // @ts-expect-error no such param
  mock.info.peers.assertCalledWith({ nodeID: 'x' })
  // @ts-expect-error no such method
  mock.calls('info.peer')
  // @ts-expect-error no such kind
  mock.emit('heads', {})
  // @ts-expect-error no such event
  mock.emit('newPendingTransactions', { hash: 1 })
  // @ts-expect-error no such fault
  mock.info.peers.malformed('garbled')
}

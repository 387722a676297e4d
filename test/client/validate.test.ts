import {
  createClient,
  coalesce,
  memory,
  type Transport,
  type TransportRequest,
} from '@native-node/client'
import { validate } from '@native-node/client/validate'
import { webSocket } from '@native-node/client'
import { createMock } from '@native-node/mock'
import { expect, test } from 'vitest'
import { fakeNode, newestSubscription } from './socket-fixture.ts'

/** A node that returns these results by method, whether valid or not. */
function answering(results: Readonly<Record<string, unknown>>): Transport {
  const messageFor = ({ id, method = '' }: TransportRequest): object => ({
    jsonrpc: '2.0',
    id,
    result: results[method],
  })
  return (request) => {
    const message = request.batch?.map(messageFor) ?? messageFor(request)
    return Promise.resolve({ status: 200, message })
  }
}

test.each<[string, unknown, string]>([
  ['a missing member', {}, '/networkID is required'],
  ['a wrong type', { networkID: [] }, '/networkID must'],
  ['no record at all', 'x', 'it must'],
])('%s fails the call', async (_what, result, place) => {
  const node = createClient({ transport: validate(answering({ 'info.getNetworkID': result })) })
  const call = node.info.getNetworkID()
  await expect(call).rejects.toMatchObject({
    name: 'ProtocolError',
    data: expect.any(Array) as unknown[],
  })
  await expect(call).rejects.toThrow(place)
})

test('valid results pass, also with members that are not in the document', async () => {
  const transport = validate(
    answering({
      'info.getNetworkID': { networkID: '5', later: [1] },
      'platform.getHeight': { height: '18446744073709551615' },
    }),
  )
  const node = createClient({ transport })
  expect(await node.info.getNetworkID()).toEqual({ networkID: 5, later: [1] })
  expect(await node.pChain.getHeight()).toEqual({ height: 18446744073709551615n })
})

test('only the invalid response of a batch fails', async () => {
  const inner = answering({ eth_chainId: '0x1', eth_blockNumber: { no: 'number' } })
  for (const transport of [validate(inner), coalesce(validate(inner)), validate(coalesce(inner))]) {
    const settled = await createClient({ transport }).batch((n) =>
      Promise.allSettled([n.cChain.eth.chainId(), n.cChain.eth.blockNumber()]),
    )
    expect(settled).toMatchObject([{ value: 1n }, { reason: { name: 'ProtocolError' } }])
  }
})

test('events are validated, too', async () => {
  const fake = await fakeNode()
  const socket = webSocket(fake.url)
  try {
    const heads = createClient({ transport: validate(socket) }).cChain.subscribe('newHeads')
    await heads.ready
    fake.emit(newestSubscription(), { number: 'x' })
    await expect(heads[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      name: 'ProtocolError',
    })
  } finally {
    socket.close()
    await fake.close()
  }
})

test('the mock returns only valid results', async () => {
  const mock = createMock({ seed: 1 })
  const node = createClient({ transport: validate(memory(mock.server)) })
  await node.info.peers()
  await node.cChain.eth.getBlockByNumber('latest', true)
  await node.pChain.getCurrentValidators()
  await node.health.get.readiness()
})

import { expect, test } from 'vitest'
import {
  coalesce,
  minimumPosition,
  type Transport,
  type TransportRequest,
} from '../../packages/rpc/src/client/index.ts'
import { descriptor } from '../rpc/client-fixture.ts'

const names = { response: 'x-seq', request: 'x-min' }
const call = descriptor({ name: 'info.getHeight' })
const request = { path: '/', method: call.name, id: 1, call }

/** A transport whose responses have the given positions, one after the other, and the requests that it received. */
function at(...positions: readonly (string | null)[]): {
  readonly transport: Transport
  readonly seen: TransportRequest[]
} {
  const seen: TransportRequest[] = []
  const transport: Transport = async (sent) => {
    const position = positions[seen.length] ?? null
    seen.push(sent)
    const messages = (sent.batch ?? [sent]).map(({ id }) => ({ id, result: 1 }))
    return {
      status: 200,
      headers: { get: (name) => (name === names.response ? position : null) },
      message: sent.batch ? messages : messages[0],
    }
  }
  return { transport, seen }
}

test('each request has the highest position of the responses before it', async () => {
  const { transport, seen } = at('7', '5', null, 'x', '-9', '12345678901234567890', '8')
  const wrapped = minimumPosition(transport, names)
  for (let count = 0; count < 8; count++) await wrapped(request)
  const sent = seen.map(({ headers }) => headers?.[names.request])
  expect(sent).toEqual([undefined, '7', '7', '7', '7', '7', '7', '8'])
})

test('positions beyond 2^53 are exact', async () => {
  const { transport, seen } = at('9007199254740993', '9007199254740992')
  const wrapped = minimumPosition(transport, names)
  for (let count = 0; count < 3; count++) await wrapped(request)
  expect(seen[2]?.headers).toEqual({ [names.request]: '9007199254740993' })
})

test('a header of the call comes first, in any case, and other headers stay', async () => {
  const { transport, seen } = at('7')
  const wrapped = minimumPosition(transport, names)
  await wrapped(request)
  await wrapped({ ...request, headers: { 'X-Min': '9', 'x-other': 'a' } })
  expect(seen[1]?.headers).toEqual({ [names.request]: '9', 'x-other': 'a' })
})

test('an error passes through, and responses without headers are ignored', async () => {
  const wrapped = minimumPosition(async (sent) => {
    if (sent.id === 2) throw new Error('lost')
    return { status: 200 }
  }, names)
  await expect(wrapped({ ...request, id: 2 })).rejects.toThrow('lost')
  expect(await wrapped(request)).toEqual({ status: 200 })
})

test('inside of coalesce, a batch has the position', async () => {
  const { transport, seen } = at('7')
  const wrapped = coalesce(minimumPosition(transport, names))
  await wrapped(request)
  await Promise.all([wrapped({ ...request, id: 1 }), wrapped({ ...request, id: 2 })])
  expect(seen).toHaveLength(2)
  expect(seen[1]).toMatchObject({ batch: [{ id: 1 }, { id: 2 }], headers: { 'x-min': '7' } })
})

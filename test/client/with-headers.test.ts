import { expect, test } from 'vitest'
import { method } from '../../packages/rpc/src/client/codegen.ts'
import {
  type Transport,
  type TransportRequest,
  withHeaders,
  withOptions,
} from '../../packages/rpc/src/client/index.ts'
import { TimeoutError } from '../../packages/rpc/src/errors.ts'
import { descriptor } from '../rpc/client-fixture.ts'

/** A server that accepts one token, and the requests that it received. */
function guarded(accepted: { token: string }): {
  readonly transport: Transport
  readonly requests: TransportRequest[]
} {
  const requests: TransportRequest[] = []
  const transport: Transport = (request) => {
    requests.push(request)
    const { id, headers } = request
    return headers?.['authorization'] === accepted.token
      ? Promise.resolve({ status: 200, message: { jsonrpc: '2.0', id, result: 'pong' } })
      : Promise.resolve({ status: 401, excerpt: '' })
  }
  return { transport, requests }
}

const ping = method(descriptor({ name: 'ping', order: [], effect: 'write' }))

test('headers are read once, and again after a status 401', async () => {
  const accepted = { token: 'one' }
  const { transport, requests } = guarded(accepted)
  let reads = 0
  const sending = withHeaders(transport, () => {
    reads++
    return Promise.resolve({ Authorization: accepted.token })
  })
  expect(await ping(sending)).toBe('pong')
  expect(await ping(sending)).toBe('pong')
  expect(reads).toBe(1)
  accepted.token = 'two'
  // Calls that are refused together read the headers once, whatever their effect.
  expect(await Promise.all([ping(sending), ping(sending)])).toEqual(['pong', 'pong'])
  expect(reads).toBe(2)
  expect(requests).toHaveLength(6)
})

test('a second status 401 is the response', async () => {
  const { transport, requests } = guarded({ token: 'other' })
  let reads = 0
  const sending = withHeaders(transport, () => ({ authorization: `wrong ${++reads}` }))
  await expect(ping(sending)).rejects.toMatchObject({ status: 401 })
  expect(requests).toHaveLength(2)
  expect(reads).toBe(2)
})

test('a function that fails is called again by the next call', async () => {
  const { transport, requests } = guarded({ token: 'one' })
  let reads = 0
  const sending = withHeaders(transport, () => {
    if (++reads === 1) throw new Error('no cookie file')
    return { authorization: 'one' }
  })
  await expect(ping(sending)).rejects.toThrow('no cookie file')
  expect(requests).toHaveLength(0)
  expect(await ping(sending)).toBe('pong')
})

test('headers of a call take precedence', async () => {
  const { transport } = guarded({ token: 'mine' })
  const sending = withHeaders(transport, () => ({ Authorization: 'other' }))
  expect(await ping(withOptions(sending, { headers: { authorization: 'mine' } }))).toBe('pong')
})

test('the wait for headers ends with the signal and the time limit of the call', async () => {
  const { transport, requests } = guarded({ token: 'one' })
  const sending = withHeaders(transport, () => new Promise(() => {}))
  const reason = new Error('enough')
  await expect(ping(withOptions(sending, { signal: AbortSignal.abort(reason) }))).rejects.toBe(
    reason,
  )
  await expect(ping(withOptions(sending, { timeoutMs: 5 }))).rejects.toBeInstanceOf(TimeoutError)
  expect(requests).toHaveLength(0)
})

test('the time limit includes the wait for headers', async () => {
  const { transport, requests } = guarded({ token: 'one' })
  const sending = withHeaders(transport, async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return { authorization: 'one' }
  })
  expect(await ping(withOptions(sending, { timeoutMs: 60_000 }))).toBe('pong')
  expect(requests[0]?.timeoutMs).toBeLessThan(59_990)
})

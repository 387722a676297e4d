import { request, type ClientRequest } from 'node:http'
import { startNode } from '@native-node/node/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sendRequest, call } from './requests.ts'
import { expectResponsive } from './expect-responsive.ts'

const json = { 'content-type': 'application/json' }
const good = '{"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}'
const network = { jsonrpc: '2.0', id: 1, result: { networkID: '12345' } }
const LIMIT = 5 * 1024 * 1024

let node: Awaited<ReturnType<typeof startNode>>
let info: string
beforeAll(async () => {
  node = await startNode()
  info = `${node.url}/ext/info`
})
afterAll(() => node.close())
afterEach(() => expectResponsive(node))

describe('a large body', () => {
  const padded = (size: number): string => good.slice(0, -1) + ' '.repeat(size - good.length) + '}'

  test('of the maximum size is read', async () => {
    const { status, json } = await sendRequest(info, { body: padded(LIMIT) })
    expect([status, json()]).toEqual([200, network])
  })

  test('above the limit is rejected before it is read', async () => {
    const headers = { ...json, 'content-length': `${LIMIT + 1}` }
    const status = await new Promise((resolve, reject) => {
      const outgoing = request(info, { method: 'POST', headers, agent: false })
      outgoing.on('response', (incoming) => {
        resolve(incoming.statusCode)
        outgoing.destroy()
      })
      outgoing.on('error', reject)
      outgoing.flushHeaders()
    })
    expect(status).toBe(413)
  })

  test('above the limit without a declared length is rejected while it is read', async () => {
    const status = await new Promise((resolve, reject) => {
      const outgoing = request(info, { method: 'POST', headers: json, agent: false })
      outgoing.on('response', (incoming) => {
        resolve(incoming.statusCode)
        outgoing.destroy()
      })
      outgoing.on('error', reject)
      // Never ended: only a rejection can cause a response.
      outgoing.write(padded(LIMIT))
      outgoing.write(' ')
    })
    expect(status).toBe(413)
  })
})

describe('a body that arrives in parts', () => {
  const begun = async (): Promise<ClientRequest> => {
    const outgoing = request(info, {
      method: 'POST',
      headers: { ...json, 'content-length': `${Buffer.byteLength(good)}`, expect: '100-continue' },
      agent: false,
    })
    outgoing.flushHeaders()
    await new Promise((resolve) => outgoing.once('continue', resolve))
    return outgoing
  }

  test('does not block other requests', async () => {
    const slow = await Promise.all(Array.from({ length: 20 }, begun))
    for (const outgoing of slow) outgoing.write(good.slice(0, 10))
    expect((await sendRequest(info, { body: good })).json()).toEqual(network)
    const statuses = slow.map(
      (outgoing) =>
        new Promise((resolve) =>
          outgoing.once('response', (incoming) => {
            incoming.resume().once('end', () => resolve(incoming.statusCode))
          }),
        ),
    )
    for (const outgoing of slow) outgoing.end(good.slice(10))
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]))
  })

  test('and is aborted frees its resources', async () => {
    const broken = await Promise.all(Array.from({ length: 20 }, begun))
    for (const outgoing of broken) {
      outgoing.on('error', () => {})
      outgoing.write(good.slice(0, 10))
      outgoing.destroy()
    }
    await Promise.all(
      broken.map((outgoing) => new Promise((resolve) => outgoing.once('close', resolve))),
    )
  })

  test('frees its resources if the client disconnects before the response', async () => {
    const text = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'keystore.createUser',
      params: { username: 'gone', password: 'Correct-Horse-42' },
    })
    const outgoing = request(`${node.url}/ext/keystore`, {
      method: 'POST',
      headers: json,
      agent: false,
    })
    let isAnswered = false
    outgoing.on('error', () => {})
    outgoing.on('response', () => (isAnswered = true))
    outgoing.end(text, () => outgoing.destroy())
    await new Promise((resolve) => outgoing.once('close', resolve))
    expect(isAnswered).toBe(false)
    // The node handles the request to its end.
    await expect
      .poll(() => users(`${node.url}/ext/keystore`), { timeout: 20_000 })
      .toContain('gone')
  })

  async function users(keystore: string): Promise<unknown> {
    const { result } = await call(keystore, 'keystore.listUsers')
    return (result as { readonly users: unknown }).users
  }
})

import { describe, expect, test } from 'vitest'
import { documents } from '../project/openrpc/files.ts'
import { sendRequest } from './requests.ts'
import { openNode } from './open-node.ts'

describe('the health of a public node', () => {
  test.each(['', '/health', '/readiness', '/liveness'])(
    'is only a status code at /ext/health%s',
    async (path) => {
      const { url } = await openNode({ public: true })
      const { status, json } = await sendRequest(`${url}/ext/health${path}`)
      expect([status, json()]).toEqual([200, { checks: {}, healthy: true }])
    },
  )

  test('hides its checks for any tags, and responds to HEAD like GET', async () => {
    const { url } = await openNode({ public: true })
    const { status, json } = await sendRequest(`${url}/ext/health?tag=X&tag=P`)
    expect([status, json()]).toEqual([200, { checks: {}, healthy: true }])
    const head = await sendRequest(`${url}/ext/health`, { method: 'HEAD' })
    expect([head.status, head.body]).toEqual([200, ''])
    for (const method of ['PUT', 'DELETE', 'POST'])
      expect((await sendRequest(`${url}/ext/health/health`, { method })).status, method).toBe(404)
  })

  test('is described by its document', () => {
    const [, document] = documents.find(([file]) => file === 'health.openrpc.json') ?? []
    expect(document?.['x-availability']).toBe('node-local')
    expect(JSON.stringify(document?.['info'])).toContain(
      'On a public server the methods and the check results are unavailable',
    )
  })

  test('is 503 if a check fails, and calls do not return details', async () => {
    const failing = {
      name: 'secret',
      tags: [],
      global: true,
      run: () => Promise.reject(new Error('the reason')),
    }
    const { url } = await openNode({ public: true, checks: [failing] })
    const { status, body } = await sendRequest(`${url}/ext/health`)
    expect([status, body]).toEqual([503, '{"checks":{},"healthy":false}'])
    const request = '{"jsonrpc":"2.0","id":1,"method":"health.health"}'
    expect((await sendRequest(`${url}/ext/health`, { body: request })).status).toBe(404)
  })
})

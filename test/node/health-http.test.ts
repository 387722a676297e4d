import { CheckFailure, startNode, type Check, type Peers } from '@native-node/node'
import { createClient, http } from '@native-node/client'
import { Ajv } from 'ajv'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sendRequest, call } from './requests.ts'
import { openNode, startingNode } from './open-node.ts'
import { PRIMARY_NETWORK_ID } from '../../packages/node/src/codec/ids.ts'
import { noPeers } from '../../packages/node/src/network/peers.ts'

interface Report {
  readonly healthy: boolean
  readonly checks: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const SUBNET = '29uVeLPJB1eQJkzRemU8g8wZDw5uJRqpab5U2mX9euieVwiEbL'
const chains = ['C', 'P', 'X']
const ofTheNode = ['bls', 'bootstrapped', 'database', 'diskspace', 'network', 'router']

const passing = (name: string, ...tags: string[]): Check => ({
  name,
  tags,
  global: false,
  run: async () => ({ fine: true }),
})
const failing = (name: string, ...tags: string[]): Check => ({
  name,
  tags,
  global: false,
  async run() {
    throw new CheckFailure('broken', { because: 1 })
  },
})

describe('a failing check', () => {
  test.each(['/ext/health', '/ext/health/health'])(
    'GET %s responds 503 with the report',
    async (path) => {
      const node = await openNode({ checks: [failing('custom')] })
      const response = await sendRequest(node.url + path)
      expect(response.status).toBe(503)
      expect(response.headers['content-type']).toBe('application/json')
      const { healthy, checks } = response.json() as Report
      expect(healthy).toBe(false)
      expect(Object.keys(checks).sort()).toEqual([...ofTheNode, ...chains, 'custom'].sort())
      expect(checks['custom']).toMatchObject({
        error: 'broken',
        message: { because: 1 },
        contiguousFailures: 1,
      })
      for (const name of ofTheNode) expect(checks[name]).not.toHaveProperty('error')
    },
  )

  test('a call responds 200 with the same report', async () => {
    const node = await openNode({ checks: [failing('custom')] })
    const { status, result } = await call(`${node.url}/ext/health`, 'health.health')
    expect(status).toBe(200)
    expect(result).toEqual((await sendRequest(`${node.url}/ext/health`)).json())
    expect(result).toMatchObject({ healthy: false })
  })

  test('does not affect readiness and liveness', async () => {
    const { url } = await openNode({ checks: [failing('custom')] })
    const readiness = await sendRequest(`${url}/ext/health/readiness`)
    expect(readiness.status).toBe(200)
    expect(Object.keys((readiness.json() as Report).checks)).toEqual(['bootstrapped'])
    const liveness = await sendRequest(`${url}/ext/health/liveness`)
    expect([liveness.status, liveness.json()]).toEqual([200, { checks: {}, healthy: true }])
  })

  test('of the disk fails if more space is required than exists', async () => {
    const { url } = await openNode({ requiredDiskBytes: Number.MAX_SAFE_INTEGER })
    const { status, json } = await sendRequest(`${url}/ext/health`)
    expect(status).toBe(503)
    expect((json() as Report).checks['diskspace']).toMatchObject({
      error: expect.stringContaining('disk space'),
      message: { availableDiskBytes: expect.any(Number) },
    })
  })

  test('counts its failures, and resets them once it passes', async () => {
    let broken = true
    const check: Check = {
      ...passing('custom'),
      async run() {
        if (broken) throw new CheckFailure('broken')
      },
    }
    const { url, health } = await openNode({ checks: [check] })
    const seen = async (): Promise<Readonly<Record<string, unknown>>> =>
      ((await sendRequest(`${url}/ext/health`)).json() as Report).checks['custom'] ?? {}
    const first = await seen()
    expect(first).toMatchObject({ contiguousFailures: 1, timeOfFirstFailure: first['timestamp'] })
    await health.health.runAll()
    const second = await seen()
    expect(second).toMatchObject({
      contiguousFailures: 2,
      timeOfFirstFailure: first['timeOfFirstFailure'],
    })
    broken = false
    await health.health.runAll()
    const third = await seen()
    expect(third).not.toHaveProperty('contiguousFailures')
    expect(third).not.toHaveProperty('timeOfFirstFailure')
    expect((await sendRequest(`${url}/ext/health`)).status).toBe(200)
  })

  test('a call does not run the checks', async () => {
    let runs = 0
    const check: Check = { ...passing('custom'), run: async () => ++runs }
    const { url, client } = await openNode({ checks: [check] })
    await sendRequest(`${url}/ext/health`)
    await client.health.health()
    expect(runs).toBe(1)
  })
})

test('router and network report the requests and messages of peers, not those of the API', async () => {
  const traffic = {
    sendFailRate: 0.5,
    lastSent: undefined,
    lastReceived: undefined,
    outstandingRequests: 2,
    longestRunningMs: 1500,
  }
  const messages = async (peers: Peers) => {
    const { url } = await openNode({ peers })
    const { checks } = (await sendRequest(`${url}/ext/health`)).json() as Report
    return ['router', 'network'].map((name) => checks[name]?.['message'])
  }
  const silent = { timeSinceLastMsgReceived: '0s', timeSinceLastMsgSent: '0s' }
  expect(await messages({ connected: () => [], traffic: () => traffic })).toEqual([
    { outstandingRequests: 2, longestRunningRequest: '1.5s' },
    { connectedPeers: 0, sendFailRate: 0.5, ...silent },
  ])
  expect(await messages(noPeers)).toEqual([
    { outstandingRequests: 0, longestRunningRequest: '0s' },
    { connectedPeers: 0, sendFailRate: 0, ...silent },
  ])
})

describe('tags', () => {
  const checks = [
    passing('a', 'x'),
    failing('b', 'y'),
    passing('s', SUBNET),
    passing('t', 'x', 'y'),
  ]

  test.each<readonly [string, number, readonly string[]]>([
    ['', 503, [...chains, 'a', 'b', 's', 't']],
    ['?tag=x', 200, ['a', 't']],
    ['?tag=y', 503, ['b', 't']],
    ['?tag=x&tag=y', 503, ['a', 'b', 't']],
    [`?tag=${SUBNET}`, 200, ['s']],
    [`?tag=${SUBNET}&tag=x`, 200, ['a', 's', 't']],
    ['?tag=unknown', 200, []],
    ['?other=x', 503, [...chains, 'a', 'b', 's', 't']],
    [`?tag=${PRIMARY_NETWORK_ID}`, 200, chains],
  ])('GET %s responds %i with %j and the checks of the node', async (query, status, names) => {
    const { url } = await openNode({ checks })
    const response = await sendRequest(`${url}/ext/health${query}`)
    expect(response.status).toBe(status)
    expect(Object.keys((response.json() as Report).checks).sort()).toEqual(
      [...ofTheNode, ...names].sort(),
    )
  })

  test('filter GET requests and calls of the client', async () => {
    const { client } = await openNode({ checks })
    const posted = await client.health.health({ tags: ['x', SUBNET] })
    expect(posted.healthy).toBe(true)
    expect(posted).toEqual(await client.health.get.health({ tag: ['x', SUBNET] }))
    expect((await client.health.get.health({ tag: 'y' })).healthy).toBe(false)
    expect(await client.health.readiness({ tags: ['unknown'] })).toMatchObject({
      healthy: true,
      checks: { bootstrapped: { message: [] } },
    })
    expect(await client.health.liveness({ tags: ['x'] })).toEqual({ checks: {}, healthy: true })
  })

  test.each([[['']], ['x'], [[1]]])('%j is rejected', async (tags) => {
    const { url } = await openNode()
    const { error } = await call(`${url}/ext/health`, 'health.health', { tags })
    expect(error?.code).toBe(-32602)
  })
})

describe('a starting node', () => {
  test('is live immediately, and ready once its store is open', async () => {
    const node = await startingNode()
    const statuses = async (): Promise<readonly number[]> => {
      const paths = ['/liveness', '/readiness', '', '/health']
      return Promise.all(
        paths.map(async (path) => (await sendRequest(`${node.url}/ext/health${path}`)).status),
      )
    }
    expect(await statuses()).toEqual([200, 503, 503, 503])
    const client = createClient({ transport: http(node.url) })
    expect(await client.health.readiness()).toMatchObject({
      healthy: false,
      checks: {
        bootstrapped: {
          error: 'subnets not bootstrapped',
          message: ['11111111111111111111111111111111LpoYY'],
        },
      },
    })
    expect((await client.health.health()).checks['database']).toMatchObject({
      error: 'not yet run',
      timestamp: '0001-01-01T00:00:00Z',
    })
    const user = client.keystore.listUsers()
    node.open()
    await node.ready
    expect(await statuses()).toEqual([200, 200, 200, 200])
    expect(await user).toEqual({ users: [] })
  })

  test('reports if it cannot become ready', async () => {
    const openStore = async () => Promise.reject(new Error('no disk'))
    const node = await startNode({ port: 0, memory: true, openStore, logLevel: 'warn' })
    onTestFinished(() => node.close())
    await expect(node.ready).rejects.toThrow('no disk')
    expect((await sendRequest(`${node.url}/ext/health/readiness`)).status).toBe(503)
    expect((await sendRequest(`${node.url}/ext/health/liveness`)).status).toBe(200)
  })
})

test('every report is valid against the document that the node serves', async () => {
  const { url } = await openNode({ checks: [failing('custom'), passing('other')] })
  const starting = await startingNode()
  const { result: document } = await call(`${url}/ext/health`, 'rpc.discover')
  const ajv = new Ajv({ strict: false, validateFormats: false })
  ajv.addSchema(document ?? {}, 'health')
  for (const [path, schema] of [
    ['/ext/health', 'HealthReport'],
    ['/ext/health?tag=x', 'HealthReport'],
    ['/ext/health/readiness', 'HealthReport'],
    ['/ext/health/liveness', 'LivenessReport'],
  ] as const) {
    const validate = ajv.compile({ $ref: `health#/components/schemas/${schema}` })
    for (const base of [url, starting.url]) {
      validate((await sendRequest(base + path)).json())
      expect(validate.errors ?? []).toEqual([])
    }
  }
})

describe('other HTTP methods', () => {
  test.each([
    ['/ext/health', true],
    ['/ext/health/health', true],
    ['/ext/health/readiness', false],
    ['/ext/health/liveness', false],
  ] as const)('HEAD %s returns the response of GET without a body', async (path, fails) => {
    const { url } = await openNode({ checks: [failing('custom')] })
    const head = await sendRequest(url + path, { method: 'HEAD' })
    expect([head.status, head.body]).toEqual([fails ? 503 : 200, ''])
    expect(head.headers['content-type']).toBe('application/json')
  })

  test.each([
    ['POST', '/ext/health/health', 'GET, HEAD'],
    ['POST', '/ext/health/readiness', 'GET, HEAD'],
    ['POST', '/ext/health/liveness', 'GET, HEAD'],
    ['PUT', '/ext/health/liveness', 'GET, HEAD'],
    ['DELETE', '/ext/health', 'GET, HEAD, POST'],
  ])('%s %s is not allowed', async (method, path, allow) => {
    const { url } = await openNode()
    const response = await sendRequest(url + path, { method, body: '{}' })
    expect([response.status, response.headers.allow]).toEqual([405, allow])
  })

  test.each(['/ext/health/health', '/ext/health/readiness', '/ext/health/liveness'])(
    'POST %s responds like GET in the public dialect',
    async (path) => {
      const { url } = await openNode({ dialect: 'public' })
      const response = await sendRequest(url + path, { body: '{}' })
      expect([response.status, response.json()]).toEqual([
        200,
        expect.objectContaining({ healthy: true }),
      ])
    },
  )

  test.each(['/ext/health/', '/ext/health/other', '/ext/healthy'])(
    'GET %s is not found',
    async (path) => {
      const { url } = await openNode()
      expect((await sendRequest(url + path)).status).toBe(404)
    },
  )
})

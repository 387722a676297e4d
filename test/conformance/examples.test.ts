import { createClient, http } from '@native-node/client'
import { createMock, type Mock } from '@native-node/mock'
import type { Listening } from '@native-node/server'
import { decode, encode } from '@rpcloom/rpc/internal'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { described, isOverHttp, isSameAsSent, type Json, type Pairing } from './service.ts'
import { pairings, post, requestText } from './service.ts'

let mock: Mock
let node: Listening

beforeAll(async () => {
  mock = createMock()
  node = await mock.listen()
})
afterEach(() => mock.reset())
afterAll(() => node.close())

type Call = (...args: readonly unknown[]) => Promise<unknown>

/**
 * Returns the method of the generated client. Methods that need a WebSocket are called in memory.
 */
function clientCall(pairing: Pairing): Call {
  const transport = isOverHttp(pairing) ? http(node.url) : mock.transport
  return inside(createClient({ transport }), pairing) as Call
}

function inside(root: object, { group, method }: Pairing): unknown {
  const names = [group.key, ...(method.namespace ? [method.namespace] : []), method.member]
  return names.reduce<unknown>((holder, name) => Reflect.get(Object(holder), name), root)
}

function argumentsOf({ method, params, positional }: Pairing): readonly unknown[] {
  if (method.structure) return positional.map((value) => value ?? undefined)
  return Object.keys(params).length === 0 ? [] : [params]
}

async function expectThroughClient(pairing: Pairing): Promise<void> {
  const { method, result } = pairing
  const decoded = await clientCall(pairing)(...argumentsOf(pairing))
  if (method.returns === 'empty') {
    expect(decoded).toBeUndefined()
    expect(result).toEqual({})
    return
  }
  // The shapes of client and server must be the same.
  expect(decoded).toEqual(decode(method.result, structuredClone(result)))
  expect(encode(method.result, decoded)).toSatisfy((value) => isSameAsSent(value, result))
}

test('every method of every document has an example', () => {
  const exemplified = new Set(pairings.map(({ method }) => method.name))
  expect(described.filter(({ method }) => !exemplified.has(method.name))).toEqual([])
})

/** Pairings of a method with the same params are ambiguous: a mock uses the first one. */
const distinct = pairings.filter(({ isRepeated }) => !isRepeated)

test.each(titled(distinct))(
  '%s: %s: the client receives the example from the mock',
  async (...row) => {
    await expectThroughClient(row[2])
  },
)

test.each(titled(pairings))(
  '%s: %s: the client receives the example from a server',
  async (...row) => {
    const [, , pairing] = row
    tell(pairing)
    await expectThroughClient(pairing)
  },
)

test.each(titled(distinct.filter(isOverHttp)))(
  '%s: %s is accepted in every allowed form of params',
  async (name, _name, { group, method, params, positional, result }) => {
    const forms: readonly Json[] = [
      ...(method.structure === 'by-position' ? [] : [params]),
      ...(method.structure ? [positional] : []),
    ]
    for (const form of forms) {
      const { status, json } = await post(node.url + group.path, requestText(name, form, 'an id'))
      expect(status).toBe(200)
      expect(json).toEqual({ jsonrpc: '2.0', id: 'an id', result })
    }
  },
)

test('values are compared as JSON values, not as text', () => {
  expect(isSameAsSent({ a: [5, '1.50'] }, { a: ['5', 1.5] })).toBe(true)
  expect(isSameAsSent(18446744073709551615n, '18446744073709551615')).toBe(true)
  expect(isSameAsSent('18446744073709551615', '18446744073709551616')).toBe(false)
  expect(isSameAsSent({ a: 5 }, { a: 5, b: null })).toBe(false)
  expect(isSameAsSent('0x5', '5')).toBe(false)
  expect(isSameAsSent(['a'], ['b'])).toBe(false)
})

function titled<Row extends Pairing>(rows: readonly Row[]): [string, string, Row][] {
  return rows.map((row) => [row.method.name, row.name, row])
}

/** Makes the mock respond to the next call with the example, as a handler would return it. */
function tell(pairing: Pairing): void {
  const script = inside(mock, pairing) as { once(value: unknown): unknown }
  script.once(decode(pairing.method.result, structuredClone(pairing.result)))
}

describe('GET routes', () => {
  const routed = pairings.flatMap((pairing) =>
    Object.values(pairing.method.routes ?? {}).flatMap((route) =>
      route.paths.map((path) => [path, pairing.name, { route, pairing }] as const),
    ),
  )

  test('exist for both outcomes', () => {
    const outcomes = routed.map(([, , { pairing }]) =>
      Reflect.get(Object(pairing.result), 'healthy'),
    )
    expect(new Set(outcomes)).toEqual(new Set([true, false]))
  })

  test.each(routed)('%s: %s', async (path, _name, { route, pairing }) => {
    tell(pairing)
    const query = new URLSearchParams(
      route.query.flatMap(({ name, param }) =>
        textsOf(pairing.params[param]).map((value) => [name, value]),
      ),
    )
    const response = await fetch(`${node.url}${path}?${query}`)
    const isOk = Reflect.get(Object(pairing.result), route.status.member) === true
    expect(response.status).toBe(isOk ? 200 : 503)
    expect(await response.json()).toSatisfy((body) => isSameAsSent(body, pairing.result))
    expect(mock.calls().at(-1)?.params).toEqual(pairing.params)
  })

  /** A query contains one value per item of a list. */
  function textsOf(value: Json | undefined): readonly string[] {
    return [value].flat().filter((one) => typeof one === 'string')
  }

  test('return the same report to the client for both statuses', async () => {
    const client = createClient({ transport: http(node.url) })
    mock.health.readiness.once({
      healthy: false,
      checks: { X: { timestamp: '2026-01-01T00:00:00Z', duration: 18446744073709n } },
    })
    const report = await client.health.get.readiness({ tag: ['X', 'P'] })
    expect(report).toMatchObject({ healthy: false, checks: { X: { duration: 18446744073709n } } })
    expect(mock.health.readiness.calls.at(-1)?.params).toEqual({ tags: ['X', 'P'] })
    const liveness = await client.health.get.liveness()
    expect(liveness.healthy).toBe(true)
  })
})

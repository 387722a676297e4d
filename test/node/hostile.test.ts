import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNode } from '@native-node/node/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { described, inOrder, isOverHttp, pairings, post } from '../conformance/service.ts'
import type { JsonObject } from '../project/openrpc/files.ts'
import { sendRequest } from './requests.ts'

// Invalid and extreme input to a node: each response is a result or a specific error, never an internal error or
// no response.

let node: Awaited<ReturnType<typeof startNode>>
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'hostile-'))
  node = await startNode({
    dataDir,
    adminApiEnabled: true,
    indexTransactions: true,
    requiredDiskBytes: 0,
    logLevel: 'crit',
  })
})
afterAll(async () => {
  await node.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
/** JSON strings, because JSON.stringify cannot create some of these values. */
const hostile: readonly string[] = [
  'null',
  'true',
  '-1',
  '0',
  '1.5',
  '1e308',
  '-0',
  '18446744073709551616',
  '9'.repeat(400),
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"\u202ex"',
  '"0x"',
  '"0xzz"',
  `"0x${'f'.repeat(100_000)}"`,
  '"-1"',
  '"1e5"',
  '"latest"',
  '"11111111111111111111111111111111LpoYY"',
  '"X-local1"',
  // These match the patterns, and their checksums are wrong.
  `"${'z'.repeat(33)}"`,
  `"${'z'.repeat(50)}"`,
  `"NodeID-${'z'.repeat(33)}"`,
  `"P-local1${'q'.repeat(38)}"`,
  `"0x${'00'.repeat(50)}"`,
  '"__proto__"',
  '{}',
  '{"__proto__":{"x":1},"constructor":1}',
  '[]',
  '[null]',
  '[[]]',
  nested(500),
  `[${'"a",'.repeat(5000)}"a"]`,
]

interface Sent {
  readonly name: string
  readonly path: string
  readonly body: string
}

/** All values in the long form, otherwise a sixteenth of them per param, alternating. */
const SHARE = process.env['RPCLOOM_LONG'] === '1' ? 1 : 16
let turn = 0
const values = (): readonly string[] => {
  const from = turn++ % SHARE
  return hostile.filter((_, at) => at % SHARE === from)
}

/** Profilers record for the `seconds` of their example, 30. */
function shortened(params: JsonObject): JsonObject {
  return 'seconds' in params ? { ...params, seconds: 1 } : params
}

/** A heap snapshot would stop the process of the tests for seconds. */
const stopping = 'debug_writeMemProfile'

/** The methods whose params are replaced, one after the other, by hostile values. */
const served = described.filter(
  (each) =>
    isOverHttp(each) && each.group.enabledBy?.setting !== 'dev' && each.method.name !== stopping,
)
const development = described.filter(({ group }) => group.key === 'dev')

const requestsTo = ({ group, method }: (typeof described)[number]): readonly Sent[] => {
  const pairing = pairings.find((each) => each.method === method)
  if (pairing === undefined) return []
  const request = (params: string): Sent => ({
    name: method.name,
    path: group.path,
    body: `{"jsonrpc":"2.0","id":1,"method":"${method.name}","params":${params}}`,
  })
  const isPositional = method.structure === 'by-position'
  const names = method.order
  const whole = values().map(request)
  const single = names.flatMap((name) =>
    values().map((value) => {
      const marked = { ...shortened(pairing.params), [name]: '@hostile' }
      const text = JSON.stringify(isPositional ? inOrder(method, marked) : marked)
      return request(text.replace('"@hostile"', () => value))
    }),
  )
  return [...whole, ...single]
}

interface Response {
  readonly result?: unknown
  readonly error?: { readonly code: number }
}

/** Returns no members if the text is not JSON. */
function parseResponse(text: string): Response {
  try {
    return JSON.parse(text) as Response
  } catch {
    return {}
  }
}

/** Sends the requests, several at once, and returns those without a result or a specific error. */
async function faultsOf(url: string, requests: readonly Sent[]): Promise<readonly string[]> {
  const faults: string[] = []
  const left = [...requests]
  const work = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { name, path, body } = next
      const began = performance.now()
      const { status, text } = await post(url + path, body)
      const { result, error } = parseResponse(text)
      const isAnswer = status === 200 && (result !== undefined || error !== undefined)
      const isSlow = performance.now() - began > 20_000
      if (!isAnswer || isSlow || error?.code === -32_603)
        faults.push(`${name} ${status} ${body.slice(0, 300)} ${text.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return faults
}

test('no request to any method causes an internal error or gets no response', async () => {
  const requests = served.flatMap(requestsTo)
  expect(requests.length).toBeGreaterThan(12_000 / SHARE)
  expect(await faultsOf(node.url, requests)).toEqual([])
}, 300_000)

test('no request to the development methods causes an internal error or gets no response', async () => {
  const { url, close } = await startNode({ dev: true, requiredDiskBytes: 0, logLevel: 'crit' })
  const requests = development.flatMap((method) =>
    Array.from({ length: SHARE }, () => requestsTo(method)).flat(),
  )
  expect(requests.length).toBeGreaterThan(50)
  expect(await faultsOf(url, requests)).toEqual([])
  await close()
}, 120_000)

test.each([
  ['an empty body', ''],
  ['no JSON', '{'],
  ['a number', '5'],
  ['nesting without end', nested(200_000)],
  ['bytes that are not text', '\ud800'],
  ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"x"}'],
  ['no method', '{"jsonrpc":"2.0","id":1}'],
  ['a method without end', `{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(100_000)}"}`],
  ['more than a body may hold', ' '.repeat(6 * 1024 * 1024)],
  ['a batch of nothing', '[]'],
  ['a batch of too many', `[${'1,'.repeat(2000)}1]`],
])('every path rejects %s', async (_, body) => {
  const paths = new Set(served.map(({ group }) => group.path))
  for (const path of paths) {
    const response = await sendRequest(node.url + path, { body })
    expect([200, 400, 413]).toContain(response.status)
    expect(response.body).not.toContain('-32603')
    expect(response.body).not.toContain('"result"')
  }
})

test('the state of the node is unchanged afterwards', async () => {
  const response = await sendRequest(`${node.url}/ext/health`)
  expect(response.status).toBe(200)
  const body = '{"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}'
  expect((await sendRequest(`${node.url}/ext/info`, { body })).json()).toMatchObject({
    result: { networkID: '12345' },
  })
})

import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../../generator/src/conform/address.ts'
import { httpSend } from '../../generator/src/conform/send.ts'
import {
  readContract,
  runContract,
  type ContractCase,
  type ContractFinding,
  type RunOptions,
  type Send,
} from '@rpcloom/conform'
import { faults } from './faults.ts'
import { type Fault, openShop, type Shop } from './shop-server.ts'
import { shopDocument } from './shop-document.ts'

// A server that conforms to its document except for one injected fault at a time.

const contract = readContract(shopDocument)
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterEach(() => shop.plant({}))
afterAll(() => shop.close())

function send(timeoutMs: number): Send {
  return httpSend({
    addressOf: (path) => addressOf(shop.url, contract, path),
    headers: [],
    timeoutMs,
    turn: async () => undefined,
  })
}

async function findings(options: Partial<RunOptions> = {}): Promise<readonly ContractFinding[]> {
  const found: ContractFinding[] = []
  for await (const outcome of runContract(contract, { send: send(30_000), ...options })) {
    if (outcome.kind !== 'skipped') found.push(...outcome.findings)
  }
  return found.filter(({ code }) => code !== 'deprecated')
}

test('a server without faults has no findings', async () => {
  expect(await findings({ allowWrites: true })).toEqual([])
})

test('a response with very many faults is reported by a few of them', async () => {
  const correct = send(30_000)
  const members = Array.from({ length: 3000 }, (_, at) => `"x${at}":0`).join()
  const many: Send = async (request) => {
    const exchange = await correct(request)
    if (exchange.kind !== 'response') return exchange
    const body = exchange.body.startsWith('[')
      ? `[${'0,'.repeat(3000)}0]`
      : exchange.body.replace('{', `{${members},`)
    return { ...exchange, body }
  }
  const found = await findings({ send: many })
  const counts = new Map<string, number>()
  for (const { method, case: name } of found)
    counts.set(`${method} ${name}`, (counts.get(`${method} ${name}`) ?? 0) + 1)
  expect(Math.max(...counts.values())).toBeLessThan(50)
  expect(found.map(({ code }) => code)).toContain('unknown-member')
})

test('a deprecated method is reported with its replacement', async () => {
  const all: ContractFinding[] = []
  for await (const outcome of runContract(contract, { send: send(30_000) })) {
    if (outcome.kind !== 'skipped') all.push(...outcome.findings)
  }
  expect(all).toMatchObject([{ code: 'deprecated', severity: 'warning', method: 'shop.getState' }])
  expect(all[0]?.expected).toContain('shop.countItems')
})

describe('each fault is reported once, at its location', () => {
  test('the table contains many', () => expect(faults.length).toBeGreaterThan(60))

  test.each(faults.map((planted) => [planted.name, planted] as const))('%s', async (_, planted) => {
    const { fault, code, method, pointer } = planted
    shop.plant(fault)
    // For other methods, the cases that succeed suffice to show that nothing is reported for them.
    const skip = (one: ContractCase): string | undefined =>
      one.method !== method && one.method !== '' && one.name.startsWith('param ')
        ? 'of another method'
        : undefined
    const found = await findings(fault.isCareless ? {} : { skip })
    expect(found.map((one) => `${one.code} ${one.method} ${one.pointer}`)).toContain(
      `${code} ${method} ${pointer}`,
    )
    // A fault of params or of batches affects many methods. A fault of one method can also show in
    // a batch.
    if (method === '' || fault.isCareless || fault.isTalkative) return
    expect(found.filter((one) => one.method !== method && one.method !== '')).toEqual([])
  })
})

test('a method enabled by a setting may be disabled', async () => {
  const methods = shopDocument.methods.map((method) =>
    method.name === 'shop.countItems'
      ? { ...method, 'x-enabled-by': { setting: 'counting', default: false } }
      : method,
  )
  shop.plant({
    answer: (answer, { method }) =>
      method === 'shop.countItems'
        ? { jsonrpc: '2.0', id: answer['id'], error: { code: -32601, message: 'x' } }
        : answer,
  })
  const reasons = new Set<string>()
  const optional = readContract({ ...shopDocument, methods })
  for await (const outcome of runContract(optional, { send: send(30_000), allowWrites: true })) {
    expect(outcome.kind).not.toBe('failed')
    if (outcome.kind === 'skipped') reasons.add(outcome.reason)
  }
  expect([...reasons]).toEqual(['requires the server setting counting'])
})

describe('a late response', () => {
  test.each<[string, NonNullable<Fault['reply']>]>([
    ['never', () => undefined],
    ['too late', async (reply) => wait(500, reply)],
  ])('%s', async (_, reply) => {
    shop.plant({
      reply: (out, asked) => (asked.method === 'shop.countItems' ? reply(out, asked) : out),
    })
    const found = await findings({
      send: send(100),
      skip: ({ name, method }) =>
        method === 'shop.countItems' && name.startsWith('example') ? undefined : 'not asked',
    })
    expect(found).toMatchObject([
      { code: 'timeout', method: 'shop.countItems', case: 'example: many', pointer: '' },
    ])
  })
})

import {
  type CallExchange,
  type ContractCase,
  type Outcome as Compared,
  readContract,
  type Send,
} from '@rpcloom/conform'
import { describe, expect, onTestFinished, test } from 'vitest'
import { compareServers } from '../../generator/src/conform/against.ts'
import { rpcloom, type Outcome } from '../rpcloom.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { shopDocument, tea } from './shop-document.ts'
import { openShop } from './shop-server.ts'

describe('conform --against', () => {
  const compare = async (change: object, ...args: readonly string[]): Promise<Outcome> => {
    const shops = await Promise.all([openShop(), openShop()])
    onTestFinished(() => shops.forEach((shop) => shop.close()))
    const [one, other] = shops
    one.plant({
      answer: (answer, { method }) =>
        method === 'shop.getItem' && 'result' in answer
          ? { ...answer, result: { ...tea, ...change } }
          : answer,
    })
    const folder = temporaryFolder({ 'shop.json': JSON.stringify(shopDocument) })
    return rpcloom(folder, 'conform', one.url, '--against', other.url, '-i', 'shop.json', ...args)
  }

  test('finds nothing between equal servers', async () => {
    expect(await compare({})).toMatchObject({ code: 0, stderr: '' })
  })

  test('compares values that a server chooses for each call by type, and all others by value', async () => {
    const methods = ['createOrder', 'openSession', 'listOrders'].map((name) => ({
      name,
      'x-effect': 'read',
      params: [],
      result: { name: 'result', schema: {} },
    }))
    const info = { title: 'Orders', version: '1' }
    const sends = (server: string, fixed: Readonly<Record<string, unknown>>): Send => {
      let calls = 0
      return (request) => {
        const text = JSON.stringify(request)
        const method = methods.find(({ name }) => text.includes(name))?.name ?? ''
        const chosen = `${server}-${++calls}`
        const results = {
          createOrder: { sessionId: chosen, order: fixed['order'] },
          openSession: { sessionId: chosen, order: 1 },
          listOrders: { cursor: fixed['cursor'] ?? chosen },
        }
        const result = results[method as keyof typeof results]
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, result })
        return Promise.resolve({ kind: 'response', status: 200, contentType: '', body })
      }
    }
    const outcomes = compareServers(readContract({ openrpc: '1.3.2', info, methods }), {
      send: sends('a', { order: 1 }),
      sendToOther: sends('b', { order: 2, cursor: 7 }),
      comparison: 'values',
      gentle: true,
      skip: () => undefined,
    })
    const pointers = new Set<string>()
    for await (const outcome of outcomes)
      if (outcome.kind === 'failed')
        for (const { pointer } of outcome.findings)
          pointers.add(`${outcome.case.method} ${pointer}`)
    expect(pointers).toContain('createOrder /result/order')
    expect(pointers).not.toContain('createOrder /result/sessionId')
    expect([...pointers].filter((text) => text.startsWith('openSession'))).toEqual([])
    expect(pointers).toContain('listOrders /result/cursor')
  })

  describe('between servers that respond alike', () => {
    const method = { name: 'ping', params: [], result: { name: 'result', schema: {} } }
    const info = { title: 'Ping', version: '1' }
    const contract = readContract({ openrpc: '1.3.2', info, methods: [method] })
    const outcomesOf = async (respond: () => CallExchange): Promise<readonly Compared[]> => {
      const send: Send = () => Promise.resolve(respond())
      const outcomes: Compared[] = []
      const servers = { send, sendToOther: send, comparison: 'values' } as const
      for await (const outcome of compareServers(contract, { ...servers, skip: () => undefined }))
        outcomes.push(outcome)
      return outcomes
    }
    const http = (status: number, body: string): CallExchange => ({
      kind: 'response',
      status,
      contentType: 'text/plain',
      body,
    })
    /** Returns what a call, a notification and an invalid request become. */
    const kindsOf = (outcomes: readonly Compared[]): readonly unknown[] =>
      [
        ({ request, expects }: ContractCase) =>
          request.kind === 'call' && expects.kind === 'response',
        ({ expects }: ContractCase) => expects.kind === 'silence',
        ({ request }: ContractCase) => request.kind === 'text',
      ].map((isWanted) => {
        const own = outcomes.filter(({ case: one }) => isWanted(one as ContractCase))
        return [...new Set(own.map(({ kind }) => kind))].join()
      })

    test.each<[string, CallExchange, readonly string[]]>([
      ['timeouts', { kind: 'timeout', milliseconds: 5 }, ['failed', 'failed', 'failed']],
      ['failures', { kind: 'failed', reason: 'closed' }, ['failed', 'failed', 'failed']],
      ['nothing', http(200, ''), ['failed', 'passed', 'passed']],
      ['nothing over a WebSocket', { kind: 'messages', texts: [] }, ['failed', 'passed', 'passed']],
      ['redirects', http(302, ''), ['failed', 'passed', 'passed']],
      ['pages', http(502, '<h1>Bad Gateway</h1>'), ['failed', 'passed', 'passed']],
      ['404', http(404, 'not found'), ['skipped', 'skipped', 'skipped']],
      ['errors', http(404, '{"error":{"code":1}}'), ['passed', 'passed', 'passed']],
    ])('finds %s instead of responses', async (_what, exchange, want) => {
      expect(kindsOf(await outcomesOf(() => exchange))).toEqual(want)
    })

    test('finds ids that are chosen anew', async () => {
      let id = 0
      const outcomes = await outcomesOf(() => http(200, `{"jsonrpc":"2.0","id":${++id}}`))
      const found = outcomes.flatMap((one) => (one.kind === 'failed' ? one.findings : []))
      expect(new Set(found.map(({ pointer }) => pointer))).toEqual(new Set(['/id']))
    })

    test('finds another status', async () => {
      let status = 201
      const outcomes = await outcomesOf(() => http((status = 702 - status), ''))
      const [first] = outcomes.flatMap((one) => (one.kind === 'failed' ? one.findings : []))
      expect(first).toMatchObject({ expected: '(HTTP 501) (no response)', got: '(no response)' })
    })
  })

  test('finds a change in one of two servers', async () => {
    const { code, stdout } = await compare({ name: 'Coffee' }, '--format', 'markdown')
    expect(code).toBe(1)
    expect(stdout).toMatch(/\| differs \| .*shop\.getItem.*\/result\/name.*"Coffee"/)
  })

  test.each([
    [{ name: 'Coffee' }, 0],
    [{ name: 7 }, 1],
  ])('--shapes of %j', async (change, code) => {
    const outcome = await compare(change, '--shapes')
    expect(outcome, outcome.stdout).toMatchObject({ code })
  })
})

import { readContract, type Send } from '@rpcloom/conform'
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

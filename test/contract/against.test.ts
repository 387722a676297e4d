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

  test('compares the result of a method that creates something, unless it is an id of a filter', async () => {
    const methods = ['createOrder', 'newOrderFilter'].map((name) => ({
      name,
      'x-effect': 'read',
      params: [],
      result: { name: 'id', schema: { type: 'integer' } },
    }))
    const info = { title: 'Orders', version: '1' }
    const sends = (result: number) => (): ReturnType<Send> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, result })
      return Promise.resolve({ kind: 'response', status: 200, contentType: '', body })
    }
    const outcomes = compareServers(readContract({ openrpc: '1.3.2', info, methods }), {
      send: sends(1),
      sendToOther: sends(2),
      comparison: 'values',
      gentle: true,
      skip: () => undefined,
    })
    const failed = new Set<string>()
    for await (const { kind, case: one } of outcomes) if (kind === 'failed') failed.add(one.method)
    expect(failed).toContain('createOrder')
    expect(failed).not.toContain('newOrderFilter')
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

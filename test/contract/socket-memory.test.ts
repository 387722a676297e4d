import { expect, test } from 'vitest'
import { openConversation } from '../../packages/rpc-conform/src/socket/conversation.ts'
import { BoundedMap } from '../../packages/rpc-conform/src/socket/bounded-map.ts'

test('the latest entries are kept, limited by count', () => {
  const latest = new BoundedMap<number>()
  for (let index = 0; index < 10_005; index++) latest.set(index, 'x')
  expect([latest.size, latest.get(4), latest.get(5)]).toEqual([10_000, undefined, 'x'])
})

test('the latest entries are kept, limited by length', () => {
  const latest = new BoundedMap<number>()
  const text = 'x'.repeat(1024 * 1024)
  for (let index = 0; index < 40; index++) latest.set(index, text)
  expect([latest.size, latest.get(7), latest.get(8)]).toEqual([32, undefined, text])
  for (let index = 0; index < 40; index++) latest.set(39, text)
  expect(latest.size).toBe(32)
  latest.clear()
  latest.set(1, text)
  expect(latest.get(1)).toBe(text)
})

test('requests without a response are dropped before they fill the memory', () => {
  const logged: string[] = []
  const { sent, broken } = openConversation('/', {
    onTraffic: ({ body }) => logged.push(body),
    onServerMessage: () => undefined,
  })
  const params = ['x'.repeat(1024 * 1024)]
  for (let id = 0; id < 40; id++) sent(JSON.stringify({ jsonrpc: '2.0', id, method: 'm', params }))
  broken({ kind: 'failed', reason: 'gone' })
  expect(logged).toHaveLength(31)
  expect(logged[0]).toContain('"id":9,')
})

import { expect, test } from 'vitest'
import { feed } from '../../../packages/node/src/c-chain/api/evm/feed.ts'

function source(): {
  readonly listen: (push: (value: number) => void) => () => void
  readonly push: (value: number) => void
  readonly count: () => number
} {
  const listeners = new Set<(value: number) => void>()
  return {
    listen: (push) => {
      listeners.add(push)
      return () => listeners.delete(push)
    },
    push: (value) => listeners.forEach((push) => push(value)),
    count: () => listeners.size,
  }
}

test('a reader receives all values in order and removes its listener at the end', async () => {
  const { listen, push, count } = source()
  const stop = new AbortController()
  const values = feed(listen, stop.signal, 3)
  const first = values.next()
  for (const value of [1, 2, 3]) push(value)
  expect(await first).toEqual({ value: 1, done: false })
  push(4)
  for (const value of [2, 3, 4]) expect(await values.next()).toEqual({ value, done: false })
  stop.abort()
  expect(await values.next()).toEqual({ value: undefined, done: true })
  expect(count()).toBe(0)
})

test('a reader that is too slow gets an error and its queue is freed', async () => {
  const { listen, push, count } = source()
  const values = feed(listen, new AbortController().signal, 3)
  const first = values.next()
  for (const value of [1, 2, 3, 4, 5]) push(value)
  expect(count()).toBe(0)
  await expect(first).rejects.toMatchObject({
    code: -32005,
    message: 'subscription queue overflow',
  })
})

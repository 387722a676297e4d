import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { turn } from '../../packages/node/src/scheduling/turn.ts'

test('one waiting task continues per round of the event loop', async () => {
  const WORKERS = 8
  let done = 0
  const working = Array.from({ length: WORKERS }, async () => {
    await turn()
    done++
    await turn()
    done++
  })
  let [before, most] = [0, 0]
  for (let round = 0; round < 10 * WORKERS; round++) {
    await nextRound()
    most = Math.max(most, done - before)
    before = done
  }
  await Promise.all(working)
  expect(most).toBe(1)
})

import { expect, test } from 'vitest'
import type { CChain } from '../../../packages/node/src/c-chain/chain/c-chain.ts'
import { limitedCaller, withinTime } from '../../../packages/node/src/c-chain/api/evm/limited.ts'

/** What the time limit needs of a chain. */
const chainWith = (callTimeout: number): CChain => ({ callTimeout }) as CChain
const timedOut = expect.objectContaining({ reason: 'requestTimedOut' }) as unknown

test('work that takes longer than the limit is answered with an error', async () => {
  const never = new Promise<never>(() => {})
  await expect(withinTime(chainWith(1), 'requestTimedOut', never)).rejects.toEqual(timedOut)
  expect(await withinTime(chainWith(60_000), 'requestTimedOut', Promise.resolve(5))).toBe(5)
})

test('a search ends at the limit', async () => {
  await limitedCaller(chainWith(60_000), {}).pause()
  await expect(limitedCaller(chainWith(-1), {}).pause()).rejects.toEqual(timedOut)
})

import { memoryStore } from '@native-node/node'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { devRpc, type BlockJson } from './rpc.ts'

const hex = (value: number): string => `0x${value.toString(16)}`

/** A development node whose blocks take at least 30 ms. */
async function slowNode() {
  const store = memoryStore()
  const write: typeof store.write = async (changes) => {
    await wait(30)
    return store.write(changes)
  }
  const { result } = await devRpc({ openStore: async () => ({ ...store, write }) })
  const time = async (height: number): Promise<number> =>
    Number((await result<BlockJson>('eth_getBlockByNumber', hex(height), false)).timestamp)
  return {
    result,
    /** Returns the seconds between the last blocks. */
    async steps(count: number): Promise<readonly number[]> {
      const last = Number(await result('eth_blockNumber'))
      const heights = Array.from({ length: count + 1 }, (_, at) => last - count + at)
      const times = await Promise.all(heights.map(time))
      return times.slice(1).map((value, at) => value - (times[at] ?? 0))
    },
  }
}

const repeated = (count: number, step: number): readonly number[] =>
  Array.from({ length: count }, () => step)

describe('blocks at an interval', () => {
  test.each(['hardhat_mine', 'anvil_mine'])(
    'of %s do not depend on the real time',
    async (mine) => {
      const { result, steps } = await slowNode()
      await result(mine, hex(50), hex(60))
      expect(await steps(49)).toEqual(repeated(49, 60))
      await result('evm_mine')
      const [next] = await steps(1)
      expect(next).toBeLessThan(60)
      await result(mine, hex(40), hex(1))
      expect(await steps(39)).toEqual(repeated(39, 1))
    },
  )

  test('are those of the setting, if there is one', async () => {
    const { result, steps } = await slowNode()
    await result('anvil_setBlockTimestampInterval', 12)
    await result('hardhat_mine', hex(3), hex(60))
    expect(await steps(2)).toEqual([12, 12])
  })
})

import { describe, expect, test } from 'vitest'
import { devRpc } from './rpc.ts'

type Chain = Awaited<ReturnType<typeof devRpc>>

const contract = '0x00000000000000000000000000000000000000aa'
const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`

/** A node with a contract, whose slot 1 is 7. */
async function original(code: string): Promise<Chain> {
  const chain = await devRpc()
  await chain.result('anvil_setCode', contract, code)
  await chain.result('anvil_setStorageAt', contract, '0x1', word(7))
  return chain
}

test.each([undefined, 'erc7562Tracer', 'callTracer'])(
  'a trace fails if the forked chain cannot be read: %s',
  async (tracer) => {
    // Returns the slot that the input names.
    const remote = await original('0x5f35545f5260205ff3')
    const fork = await devRpc({ forkUrl: remote.url })
    const traced = (slot: number) =>
      fork.ask('debug_traceCall', { to: contract, data: word(slot) }, 'latest', { tracer })
    // Fetches the account and its code, which the fork keeps.
    expect(await traced(1)).not.toHaveProperty('error')
    await remote.node.close()
    const error = { code: -32_002, data: { reason: 'forkFailed' } }
    expect(await traced(2)).toMatchObject({ error })
    expect(await traced(1)).not.toHaveProperty('error')
  },
)

test('a long call reads the fork of the last reset', async () => {
  // Loops 30,000 times, which is more work than the main thread does, and returns slot 1.
  const remote = await original('0x620075305b6001900380600457506001545f5260205ff3')
  const height = await remote.result('eth_blockNumber')
  await remote.result('evm_mine')
  await remote.result('anvil_setStorageAt', contract, '0x1', word(9))
  await remote.result('evm_mine')
  const fork = await devRpc({ forkUrl: remote.url, forkBlock: Number(height) })
  const read = async (): Promise<number> =>
    Number(await fork.result('eth_call', { to: contract }, 'latest'))
  expect(await read()).toBe(7)
  await fork.result('hardhat_reset', { forking: { jsonRpcUrl: remote.url } })
  expect(await read()).toBe(9)
  await fork.result('hardhat_reset', { forking: { blockNumber: Number(height) } })
  expect(await read()).toBe(7)
})

describe('an earlier block of a fork', () => {
  test('has the outcomes of its calls, which the other node runs', async () => {
    // Reverts with 4 bytes.
    const remote = await original('0x63112233445f526004601cfd')
    const height = await remote.result('eth_blockNumber')
    await remote.result('evm_mine')
    await remote.result('evm_mine')
    const fork = await devRpc({ forkUrl: remote.url })
    for (const method of ['eth_call', 'eth_estimateGas']) {
      const asked = [method, { to: contract }, height] as const
      const answer = await fork.ask(...asked)
      expect(answer, method).toEqual(await remote.ask(...asked))
      expect(answer, method).toMatchObject({ error: { code: 3, data: '0x11223344' } })
    }
    await remote.node.close()
    const error = { code: -32_002, data: { reason: 'forkFailed' } }
    expect(await fork.ask('eth_call', { to: contract }, height)).toMatchObject({ error })
  })
})

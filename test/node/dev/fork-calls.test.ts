import { expect, test } from 'vitest'
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

import { expect, test } from 'vitest'
import type { Stake } from '../../packages/node/src/network/network.ts'
import { hexNodeID, nodeIDText } from '../../packages/node/src/codec/ids.ts'
import { chainCheck, type ChainCheckServices } from '../../packages/node/src/health/checks/chain.ts'

const COUNT = 2000

test('the health of a chain lists 100 disconnected validators and counts all', async () => {
  const validators: Stake[] = Array.from({ length: COUNT }, (_, at) => ({
    nodeID: nodeIDText(hexNodeID((at + 1).toString(16).padStart(40, '0'))),
    weight: 1n,
  }))
  const watched = {
    chain: async () => ({
      tip: () => ({ height: 0n, id: '00'.repeat(32) }),
      pending: () => ({ count: 0, since: undefined }),
    }),
    validators: async () => validators,
    identity: async () => ({ nodeID: validators[0]?.nodeID }),
    peers: { connected: () => [] },
    clock: { now: () => 0 },
  } as unknown as ChainCheckServices
  const { networking } = (await chainCheck('X', watched).run()) as {
    readonly networking: {
      readonly percentConnected: number
      readonly disconnectedValidators: readonly string[]
    }
  }
  expect(networking.percentConnected).toBe(1 / COUNT)
  expect(networking.disconnectedValidators).toHaveLength(100)
})

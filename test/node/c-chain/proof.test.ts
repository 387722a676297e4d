import type { NodeOptions } from '@native-node/node'
import { expect, onTestFinished, test } from 'vitest'
import { funded, running, type Running } from './running.ts'

const HEIGHT = 40

/** A node with 40 blocks after the genesis. */
async function mined(options: NodeOptions): Promise<Running> {
  const node = await running({ dev: true, ...options })
  onTestFinished(() => node.close())
  await node.ask('anvil_mine', [`0x${(HEIGHT - 1).toString(16)}`])
  return node
}

const proofAt = (node: Running, height: number) =>
  node.ask('eth_getProof', [funded.address, [], `0x${height.toString(16)}`])

test.each<readonly [string, NodeOptions, number, string]>([
  ['32 blocks with pruning', { pruningEnabled: true }, 8, 'proofOutsidePruningWindow'],
  [
    '32 blocks with pruning, whatever the other window is',
    { pruningEnabled: true, historicalProofQueryWindow: 0 },
    8,
    'proofOutsidePruningWindow',
  ],
  ['as many blocks as are set', { historicalProofQueryWindow: 5 }, 35, 'proofOutsideHistoryWindow'],
])('proofs are available for %s', async (_, options, oldest, reason) => {
  const node = await mined(options)
  const accountProof = expect.arrayContaining([expect.stringMatching(/^0x/)])
  for (const height of [oldest, HEIGHT])
    expect(await proofAt(node, height)).toMatchObject({ result: { accountProof } })
  const message = `block number ${oldest - 1} is before the oldest non-historical block number ${oldest} (window of ${HEIGHT - oldest} blocks)`
  const { error } = await proofAt(node, oldest - 1)
  expect(error).toMatchObject({ message, data: { reason } })
  const { result } = await node.ask('eth_capabilities')
  expect(result).toMatchObject({ stateproofs: { oldestBlock: `0x${oldest.toString(16)}` } })
  // Only a node that removes states rejects anything else.
  const balance = await node.ask('eth_getBalance', [funded.address, '0x0'])
  if (options.pruningEnabled !== true) expect(balance).toHaveProperty('result')
  else expect(balance.error).toMatchObject({ data: { reason: 'stateUnavailable' } })
})

test.each<readonly [string, NodeOptions]>([
  ['a window of 0', { historicalProofQueryWindow: 0 }],
  ['a chain that is younger than the window', {}],
])('every block has proofs with %s', async (_, options) => {
  const node = await mined(options)
  expect(await proofAt(node, 0)).toHaveProperty('result.accountProof')
  const { result } = await node.ask('eth_capabilities')
  expect(result).toMatchObject({ stateproofs: { oldestBlock: '0x0' } })
})

import { expect, test } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.ts'
import { token } from '../c-chain/contracts.ts'
import { openNode } from '../open-node.ts'
import { evmAccount, issueSigned, nonceOf, onC } from '../world/world.ts'
import { someone } from '../x-chain/wallet.ts'

const ROUNDS = process.env['RPCLOOM_LONG'] === '1' ? 200 : 3

test('reads of the C-Chain during reverts return a state from before or after a revert', async () => {
  const { client } = await openNode({ dev: true, memory: false, dataDir: temporaryFolder({}) })
  const { eth } = client.cChain
  const sender = someone(1)
  const { address } = evmAccount(sender)
  await client.dev.fund({ address, amount: 10n ** 12n })
  const first = await eth.getBalance(address)
  const isDone = { value: false }
  const failures: unknown[] = []
  const reading = async (read: () => Promise<unknown>): Promise<void> => {
    while (!isDone.value) {
      try {
        await read()
      } catch (error) {
        failures.push(error)
      }
    }
  }
  const call = { from: address, data: token }
  const readers = [
    () => eth.getBalance(address),
    () => eth.getBalance(address),
    () => eth.call(call, 'latest'),
    () => eth.estimateGas({ from: address, to: address }),
    () => eth.getProof(address, [], 'latest'),
    () => eth.getBlockByNumber('latest', true),
  ].map(reading)
  for (let round = 0; round < ROUNDS; round++) {
    const { snapshotID } = await client.dev.snapshot()
    const nonce = await nonceOf(client, sender)
    await issueSigned(client, await onC(sender, nonce, { to: address, value: BigInt(round) }))
    await issueSigned(client, await onC(sender, nonce + 1n, { data: token, gas: 1_000_000n }))
    await client.dev.revert({ snapshotID })
    expect(await eth.getBalance(address)).toBe(first)
  }
  isDone.value = true
  await Promise.all(readers)
  expect(failures).toEqual([])
})

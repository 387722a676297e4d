import { isRpcError } from '@native-node/client'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.ts'
import { openNode } from '../open-node.ts'
import { sum } from '../p-chain/wallet.ts'
import { evmAccount, fromX, issueSigned, onP } from '../world/world.ts'
import { someone } from '../x-chain/wallet.ts'
import { TEST_ACCOUNTS } from './test-accounts.ts'

const UNITS = 10n ** 9n
const ROUNDS = process.env['RPCLOOM_LONG'] === '1' ? 100 : 8
const [x, p] = [someone(1), someone(2)]

test.each([
  ['at once', 0],
  ['after 5 ms', 5],
])(
  'transactions issued during a revert are accepted or rejected, with blocks %s',
  { timeout: 120_000 },
  async (_, blockTime) => {
    const dropped: string[] = []
    const { client } = await openNode({
      dev: true,
      blockTime,
      memory: false,
      dataDir: temporaryFolder({}),
    })
    const amount = 1000n * UNITS
    for (const address of [x.text, `P-${p.text.slice(2)}`])
      await client.dev.fund({ address, amount })
    const progress = { isDone: false, accepted: 0 }
    const sources = [
      () => fromX(client, { by: x, to: x, units: UNITS }),
      () => onP(client, p, { kind: 'baseTx' }, [sum(p, UNITS)]),
    ]
    const senders = sources.map(async (source) => {
      while (!progress.isDone) {
        try {
          const signed = await source()
          if (signed === undefined) throw new Error('cannot pay')
          await issueSigned(client, signed)
          progress.accepted++
        } catch (error) {
          // Built on the state before the revert.
          if (!isRpcError(error) || error.code !== -32_000) throw error
          dropped.push(error.reason ?? error.message)
        }
      }
    })
    for (let round = 0; round < ROUNDS; round++) {
      const { snapshotID } = await client.dev.snapshot()
      await new Promise((resolve) => setTimeout(resolve, (round * 7) % 20))
      await client.dev.revert({ snapshotID })
    }
    progress.isDone = true
    await Promise.all(senders)
    expect(progress.accepted).toBeGreaterThan(0)
    const allowed = ['missingUtxo', 'transactionConflict', 'transactionRefused']
    expect(allowed).toEqual(expect.arrayContaining([...new Set(dropped)]))
  },
)

test('concurrent calls of development tools run one after another', async () => {
  const { client } = await openNode({ dev: true, memory: false, dataDir: temporaryFolder({}) })
  const accounts = Array.from({ length: 8 }, (_, at) => evmAccount(someone(at + 1)).address)
  const balances = () => Promise.all(accounts.map((each) => client.cChain.eth.getBalance(each)))
  await Promise.all(accounts.map((each) => client.cChainDev.anvil.setBalance(each, 5n)))
  expect(await balances()).toEqual(accounts.map(() => 5n))
  await Promise.all(accounts.map((address) => client.dev.fund({ address, amount: 7n })))
  expect(await balances()).toEqual(accounts.map(() => 7n * UNITS + 5n))
  const created = 8n * (7n * UNITS + 5n)
  expect(await client.dev.getSupplyChange()).toEqual({
    created: TEST_ACCOUNTS + created,
    destroyed: 0n,
  })
})

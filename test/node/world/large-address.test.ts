import { memoryStore } from '@native-node/node'
import { expect, test } from 'vitest'
import type { ID } from '../../../packages/node/src/codec/field.ts'
import { idOf } from '../../../packages/node/src/codec/ids.ts'
import type { SecpTransferOutput, Utxo } from '../../../packages/node/src/codec/structures.ts'
import { PlatformState } from '../../../packages/node/src/p-chain/state/state.ts'
import { XState } from '../../../packages/node/src/x-chain/state.ts'
import { openNode } from '../open-node.ts'
import { NATIVE, someone, X } from '../x-chain/wallet.ts'

const COUNT = 30_000

const rich = someone(9)

function outputOf(outputIndex: number, assetID: ID): Utxo<SecpTransferOutput> {
  const addresses = [rich.address]
  const output = { kind: 'secpTransferOutput' as const, amount: 3n, locktime: 0n, threshold: 1 }
  return { txID: idOf(Buffer.alloc(32, 7)), outputIndex, assetID, output: { ...output, addresses } }
}

/** Returns the CPU milliseconds of this process. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return Math.round((user + system) / 1000)
}

test('balances of an address with 30,000 outputs are correct, and other requests run meanwhile', async () => {
  const store = memoryStore()
  const { client } = await openNode({ openStore: async () => store })
  const [x, p] = [new XState(store, X).utxos, new PlatformState(store).utxos]
  for (let at = 0; at < COUNT; at++) {
    const utxo = outputOf(at, NATIVE)
    await store.write([...x.added(utxo), ...p.added(utxo)])
  }
  const { text } = rich
  const calls = {
    'xvm.getBalance': async () =>
      (await client.xChain.getBalance({ address: text, assetID: 'NATIVE' })).balance,
    'xvm.getAllBalances': async () =>
      (await client.xChain.getAllBalances({ address: text })).balances[0]?.balance,
    'platform.getBalance': async () =>
      (await client.pChain.getBalance({ addresses: [`P-${text.slice(2)}`] })).balance,
  }
  for (const [name, call] of Object.entries(calls)) {
    const began = cpuTime()
    let [longest, last, isDone] = [0, began, false]
    const look = (): void => {
      const now = cpuTime()
      longest = Math.max(longest, now - last)
      last = now
      if (!isDone) setImmediate(look)
    }
    look()
    const balance = await call()
    isDone = true
    const taken = cpuTime() - began
    console.log(`figure: ${name}: ${taken} ms of CPU, at most ${longest} at a time`)
    expect([name, balance]).toEqual([name, 3n * BigInt(COUNT)])
    // Much less than all 30 pages.
    expect(longest).toBeLessThan(taken / 3)
  }
}, 60_000)

import type { Client } from '@native-node/client'
import { memoryStore } from '@native-node/node'
import { expect, test } from 'vitest'
import { keccak256 } from 'viem'
import { decode } from '../../../packages/node/src/codec/field.ts'
import { nodeIDText, parseNodeID, ZERO_ID } from '../../../packages/node/src/codec/ids.ts'
import { PlatformUtxo } from '../../../packages/node/src/codec/p-chain.ts'
import { fromCheckedHex } from '../../../packages/node/src/codec/text.ts'
import { XUtxo } from '../../../packages/node/src/codec/x-chain.ts'
import { amountOf } from '../../../packages/node/src/p-chain/rules/syntax.ts'
import { openNode } from '../open-node.ts'
import { owned, sum } from '../p-chain/wallet.ts'
import { amount, C, FEE, funded, funding, issue, someone, type Owner } from '../x-chain/wallet.ts'
import { slowStore } from './slow-store.ts'
import {
  C_FEE,
  coinsOn,
  evmAccount,
  exported,
  fromX,
  intoC,
  isAccepted,
  issueSigned,
  nonceOf,
  onC,
  onP,
  type ChainName,
  type Signed,
} from './world.ts'

const UNITS = 10n ** 9n
const [anna, bert, carl, dora] = [someone(1), someone(2), someone(3), someone(4)]
const on = (chain: ChainName, { text }: Owner): string => `${chain}-${text.slice(2)}`

/** Counts the reads of a method, and those that match no state. */
class Reads {
  readonly seen: bigint[] = []
  readonly valid = new Set<bigint>()

  /** Reads until the work has ended. */
  async repeat(progress: { isDone: boolean }, read: () => Promise<bigint>): Promise<void> {
    while (!progress.isDone) this.seen.push(await read())
  }

  /** Returns the number of torn reads, once there were enough reads. */
  torn(least: number): number {
    expect(this.seen.length).toBeGreaterThan(least)
    return this.seen.filter((value) => !this.valid.has(value)).length
  }
}

const must = async (client: Client, signed: Signed | undefined): Promise<string> => {
  if (signed === undefined) throw new Error('cannot pay')
  return issueSigned(client, signed)
}

test('X-Chain: getAllBalances, and getUTXOs over pages of several addresses', async () => {
  const { client } = await openNode({ openStore: async () => slowStore(memoryStore(), 5) })
  const part = UNITS / 6n
  const parts = Array.from({ length: 6 }, () => amount([anna], part))
  await issue(client, funded, { kind: 'baseTx', ...(await funding(client, funded, parts)) })
  const total = part * 6n
  const [balances, pages] = [new Reads(), new Reads()]
  const progress = { isDone: false }
  balances.valid.add(0n)
  for (let blocks = 0n; blocks <= 30n; blocks++) {
    balances.valid.add(total - blocks * FEE)
    pages.valid.add(total - blocks * FEE)
  }
  const moving = (async () => {
    for (let round = 0; round < 30; round++) {
      const [from, to]: [Owner, Owner] = round % 2 === 0 ? [anna, bert] : [bert, anna]
      const { inputs } = await funding(client, from, [], FEE)
      const held = inputs.reduce((all, { input }) => all + input.amount, 0n)
      const outputs = Array.from({ length: 4 }, (_, at) =>
        amount([to], (held - FEE) / 4n + (at === 0 ? (held - FEE) % 4n : 0n)),
      )
      await issue(client, from, { kind: 'baseTx', ...(await funding(client, from, outputs)) })
    }
    progress.isDone = true
  })()
  await Promise.all([
    moving,
    balances.repeat(progress, async () => {
      const found = await client.xChain.getAllBalances({ address: anna.text })
      return found.balances[0]?.balance ?? 0n
    }),
    pages.repeat(progress, async () => {
      const { utxos } = await client.xChain.getUTXOs({ addresses: [anna.text, bert.text] })
      return utxos
        .map((text) => decode(XUtxo, fromCheckedHex(text)).output)
        .reduce((all, out) => all + (out.kind === 'secpTransferOutput' ? out.amount : 0n), 0n)
    }),
  ])
  expect({ getAllBalances: balances.torn(20), getUTXOs: pages.torn(20) }).toEqual({
    getAllBalances: 0,
    getUTXOs: 0,
  })
})

test('P-Chain: getBalance, getUTXOs, getStake and getCurrentValidators', async () => {
  const { client } = await openNode({ openStore: async () => slowStore(memoryStore(), 60) })
  const parts = Array.from({ length: 4 }, () => sum(anna, UNITS))
  await must(client, await onP(client, funded, { kind: 'baseTx' }, parts))
  const held = async (owner: Owner): Promise<bigint> =>
    (await coinsOn(client, owner)).reduce((all, { output }) => all + amountOf(output), 0n)
  const [balances, pages, stakes, delegators] = [new Reads(), new Reads(), new Reads(), new Reads()]
  const progress = { isDone: false }
  const note = (value: bigint): void => {
    balances.valid.add(value)
    pages.valid.add(value)
  }
  note(await held(anna))
  const moving = (async () => {
    for (let round = 0; round < 24; round++) {
      const [from, to]: [Owner, Owner] = round % 2 === 0 ? [anna, bert] : [bert, anna]
      const before = await held(from)
      const quarter = (before - 100_000n) / 4n
      const outputs = Array.from({ length: 4 }, () => sum(to, quarter))
      await must(client, await onP(client, from, { kind: 'baseTx' }, outputs))
      note((await held(anna)) + (await held(bert)))
    }
  })()
  const [validator] = (await client.pChain.getCurrentValidators({})).validators
  const nodeID = validator && parseNodeID(validator.nodeID)
  if (nodeID === undefined) throw new Error('no validator')
  const delegating = (async () => {
    const stake = { staked: 0n }
    stakes.valid.add(0n)
    for (let at = 0n; at < 16n; at++) {
      // Sums of other delegations than the first ones differ in their last digits.
      const weight = 25n * UNITS + 2n ** at
      const end = BigInt(Math.floor(Date.now() / 1000)) + 20n * 86_400n
      stakes.valid.add((stake.staked += weight))
      await must(
        client,
        await onP(client, funded, {
          kind: 'addPermissionlessDelegatorTx',
          validator: { nodeID, start: 0n, end, weight },
          subnetID: ZERO_ID,
          stake: [sum(carl, weight)],
          rewardsOwner: owned(carl),
        }),
      )
    }
  })()
  delegators.valid.add(0n)
  const done = Promise.all([moving, delegating]).then(() => {
    progress.isDone = true
  })
  const both = [on('P', anna), on('P', bert)]
  await Promise.all([
    done,
    balances.repeat(progress, async () => {
      return (await client.pChain.getBalance({ addresses: both })).balance
    }),
    pages.repeat(progress, async () => {
      const { utxos } = await client.pChain.getUTXOs({ addresses: both })
      return utxos
        .map((text) => amountOf(decode(PlatformUtxo, fromCheckedHex(text)).output))
        .reduce((all, units) => all + units, 0n)
    }),
    stakes.repeat(progress, async () => {
      return (await client.pChain.getStake({ addresses: [on('P', carl)] })).staked
    }),
    delegators.repeat(progress, async () => {
      const nodeIDs = [nodeIDText(nodeID)]
      const [found] = (await client.pChain.getCurrentValidators({ nodeIDs })).validators
      if (found === undefined || !('delegatorCount' in found)) throw new Error('no validator')
      return BigInt(found.delegators?.length ?? 0) - (found.delegatorCount ?? 0n)
    }),
  ])
  expect({
    getBalance: balances.torn(15),
    getUTXOs: pages.torn(15),
    getStake: stakes.torn(15),
    getCurrentValidators: delegators.torn(15),
  }).toEqual({ getBalance: 0, getUTXOs: 0, getStake: 0, getCurrentValidators: 0 })
})

test('C-Chain: native getUTXOs of several addresses while outputs are exported and imported', async () => {
  const { client } = await openNode({ openStore: async () => slowStore(memoryStore(), 60) })
  const reads = new Reads()
  const progress = { isDone: false }
  const part = 2n * C_FEE
  for (const count of [0n, 8n]) reads.valid.add(count * part)
  const moving = (async () => {
    for (let round = 0; round < 30; round++) {
      const owner = round % 2 === 0 ? carl : dora
      const outputs = Array.from({ length: 8 }, () => amount([owner], part))
      await issue(client, funded, {
        kind: 'exportTx',
        ...(await funding(client, funded, [], 8n * part + FEE)),
        destinationChain: C,
        exportedOutputs: outputs,
      })
      const signed = await intoC(client, owner, 'X')
      // Reads are in progress when the outputs are spent, each time at another position.
      await new Promise((resolve) => setTimeout(resolve, 10 + round))
      await must(client, signed)
      expect(await exported(client, owner, 'X', 'C')).toEqual([])
    }
    progress.isDone = true
  })()
  await Promise.all([
    moving,
    reads.repeat(progress, async () => {
      const addresses = [on('C', carl), on('C', dora)]
      const { utxos } = await client.cChainNative.getUTXOs({ addresses, sourceChain: 'X' })
      return BigInt(utxos.length) * part
    }),
  ])
  expect({ getUTXOs: reads.torn(20) }).toEqual({ getUTXOs: 0 })
})

test('C-Chain: getProof, getBalance and receipts use the state of one block', async () => {
  const { client } = await openNode({ openStore: async () => slowStore(memoryStore(), 5) })
  const progress = { isDone: false }
  const { eth } = client.cChain
  const { address: to } = evmAccount(anna)
  const moving = (async () => {
    for (let round = 0; round < 20; round++)
      await must(client, await onC(funded, await nonceOf(client, funded), { to, value: 7n }))
    progress.isDone = true
  })()
  const proofs: { readonly root: string; readonly balance: bigint }[] = []
  const proving = (async () => {
    while (!progress.isDone) {
      const { accountProof, balance } = await eth.getProof(to, [], 'latest')
      proofs.push({ root: keccak256(accountProof[0] ?? '0x'), balance })
    }
  })()
  const listing = (async () => {
    while (!progress.isDone) {
      const block = await eth.getBlockByNumber('latest', true)
      const receipts = await eth.getBlockReceipts(block?.hash ?? 'latest')
      const hashes = receipts?.map(({ transactionHash }) => transactionHash)
      const txs = block?.transactions.map((tx) => (typeof tx === 'string' ? tx : tx.hash))
      expect(hashes).toEqual(txs)
    }
  })()
  await Promise.all([moving, proving, listing])
  const balances = new Map<string, bigint>()
  const height = await eth.blockNumber()
  for (let at = 0n; at <= height; at++) {
    const block = await eth.getBlockByNumber(at, false)
    balances.set(block?.stateRoot ?? '', await eth.getBalance(to, at))
  }
  expect(proofs.length).toBeGreaterThan(10)
  for (const { root, balance } of proofs) expect(balances.get(root)).toBe(balance)
})

test('an acknowledged transaction is never unknown on any chain', async () => {
  const { client } = await openNode({
    openStore: async () => slowStore(memoryStore(), 40),
    blockTime: 5,
  })
  const follow = async (make: () => Promise<Signed | undefined>): Promise<void> => {
    for (let round = 0; round < 12; round++) {
      const signed = await make()
      if (signed === undefined) throw new Error('cannot pay')
      const txID = await issueSigned(client, signed)
      // Throws for any other status.
      while (!(await isAccepted(client, signed.chain, txID)));
    }
  }
  await Promise.all([
    follow(() => fromX(client, { by: funded, to: funded, units: UNITS })),
    follow(() => onP(client, funded, { kind: 'baseTx' }, [sum(funded, UNITS)])),
    follow(async () =>
      onC(funded, await nonceOf(client, funded), { to: evmAccount(anna).address }),
    ),
  ])
})

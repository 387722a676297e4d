import { createHash } from 'node:crypto'
import { memoryStore } from '@native-node/node'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refusal } from '../../../packages/node/src/chain/refusal.ts'
import type { ID } from '../../../packages/node/src/codec/field.ts'
import { decode } from '../../../packages/node/src/codec/field.ts'
import { namedID, ZERO_ID } from '../../../packages/node/src/codec/ids.ts'
import {
  PlatformUtxo,
  type PlatformBlock,
  type PlatformTx,
} from '../../../packages/node/src/codec/p-chain.ts'
import { scan, type Change, type Store } from '../../../packages/node/src/store/store.ts'
import { INACTIVE, isActive } from '../../../packages/node/src/p-chain/state/l1-validators.ts'
import {
  delegators,
  l1Validators,
  rewardUtxos,
  subnets,
  uptimes,
  validators,
  type L1Validator,
} from '../../../packages/node/src/p-chain/state/records.ts'
import { validatorsAt } from '../../../packages/node/src/p-chain/state/validator-sets.ts'
import { weightsOf } from '../../../packages/node/src/p-chain/state/stakers.ts'
import { amountOf } from '../../../packages/node/src/p-chain/rules/syntax.ts'
import { txOf } from '../../../packages/node/src/p-chain/tx.ts'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'
import { platformGenesis } from '../../../packages/node/src/network/genesis/p-chain.ts'
import { C, funded as me, someone, X } from '../x-chain/wallet.ts'
import { DAY, TestChain } from './chain.ts'
import { converted, fromManager, manager, registration, validationOf } from './l1.ts'
import {
  auth,
  coinsOf,
  feeOf,
  funded,
  owned,
  priceNow,
  signedBy,
  spend,
  sum,
  testNode,
  type Body,
} from './wallet.ts'

const UNITS = 10n ** 9n
const anna = someone(1)

/** One step of a history: a transaction of some kind for some node and subnet, or passing time. */
interface Step {
  readonly kind: string
  readonly node: number
  readonly subnet: number
  readonly size: number
}

const kinds = [
  'base',
  'lock',
  'export',
  'import',
  'stake',
  'delegate',
  'subnet',
  'chain',
  'add',
  'remove',
  'transfer',
  'convert',
  'register',
  'weight',
  'remove-l1',
  'increase',
  'disable',
  'advance',
  'advance',
  'advance',
  'offline',
] as const

/** The start of every history, so that later steps find nodes, subnets and an L1: kind, node, subnet. */
const beginning = [
  ['subnet', 1, 0],
  ['subnet', 1, 0],
  ['stake', 1, 0],
  ['stake', 2, 0],
  ['add', 1, 0],
  ['remove', 1, 0],
  ['convert', 1, 1],
  ['register', 1, 1],
  ['weight', 1, 1],
] as const

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  node: fc.integer({ min: 1, max: 4 }),
  subnet: fc.nat(2),
  size: fc.integer({ min: 1, max: 60 }),
})

/** A history under construction, with its observations. */
class History {
  readonly chain: TestChain
  readonly subnets: ID[] = []
  readonly registered: ID[] = []
  readonly done = new Map<string, number>()
  readonly sets = new Map<bigint, ReadonlyMap<string, bigint>>()
  readonly written: { readonly height: bigint; readonly changes: readonly Change[] }[] = []
  nonce = 0n

  constructor(chain: TestChain) {
    this.chain = chain
  }

  async take({ kind, node, subnet, size }: Step): Promise<void> {
    const before = await this.value()
    if (kind === 'advance') {
      const rewards = await this.rewards()
      const l1 = await this.l1Balances()
      await this.chain.advance(BigInt(size) * (size % 2 === 0 ? 60n : DAY))
      const [paid, used] = [(await this.rewards()) - rewards, l1 - (await this.l1Balances())]
      expect(used).toBeGreaterThanOrEqual(0n)
      expect((await this.value()) - before).toBe(paid - used)
    } else if (kind === 'offline') {
      await this.write([uptimes.put(size * 16_000, testNode(node).nodeID)])
    } else await this.issue(kind, { kind, node, subnet, size })
    this.count(kind, 1)
    await this.check()
  }

  count(kind: string, change: number): void {
    this.done.set(kind, (this.done.get(kind) ?? 0) + change)
  }

  /** Applies writes of another chain or of the development API. */
  async write(changes: readonly Change[]): Promise<void> {
    this.written.push({ height: this.chain.tip.height, changes })
    await this.chain.store.write(changes)
  }

  async issue(kind: string, step: Step): Promise<void> {
    const body = await this.body(kind, step)
    if (body === undefined) return this.count(kind, -1)
    const { chain } = this
    await chain.wake()
    const before = await this.value()
    const coins = (await coinsOf(chain, me)).filter(({ output }) => output.kind !== 'lockOut')
    const price = await priceNow(chain)
    const outputs =
      kind === 'base'
        ? [sum(anna, BigInt(step.size))]
        : kind === 'lock'
          ? [sum(me, BigInt(step.size), chain.now + DAY)]
          : []
    const tx = funded(body, coins, me, { price, outputs })
    const accrued = (await chain.state.totals()).accruedFees
    try {
      const id = await chain.accept(signedBy(me, tx))
      if (kind === 'subnet') this.subnets.push(id)
      const passed = (await chain.state.totals()).accruedFees - accrued
      // The block also advances time, which active L1 validators pay for.
      if (passed === 0n) expect(await this.value()).toBe(before - feeOf(tx, price))
      else expect(await this.value()).toBeLessThanOrEqual(before - feeOf(tx, price))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.count(kind, -1)
    }
  }

  async body(kind: string, { node, subnet, size }: Step): Promise<Body | undefined> {
    const { chain } = this
    const { nodeID, signer } = testNode(node)
    const subnetID = this.subnets[subnet] ?? ZERO_ID
    const end = chain.now + BigInt(size) * DAY
    switch (kind) {
      case 'base':
      case 'lock':
        return { kind: 'baseTx' }
      case 'export':
        return { kind: 'exportTx', destinationChain: X, exportedOutputs: [sum(me, BigInt(size))] }
      case 'import': {
        const utxo = {
          txID: namedID(`x${this.nonce++}`),
          outputIndex: 0,
          ...sum(me, BigInt(size) * UNITS),
        }
        await this.write(chain.state.from(X).added(utxo))
        return { kind: 'importTx', sourceChain: X, importedInputs: [spend(utxo)] }
      }
      case 'stake': {
        const weight = 2_000n * UNITS + BigInt(size)
        return {
          kind: 'addPermissionlessValidatorTx',
          validator: { nodeID, start: 0n, end: end + 20n * DAY, weight },
          subnetID: ZERO_ID,
          signer: { kind: 'proofOfPossession', ...signer },
          stake: [sum(me, weight)],
          validatorRewardsOwner: owned(me),
          delegatorRewardsOwner: owned(anna),
          shares: 20_000 + size,
        }
      }
      case 'delegate': {
        const weight = 25n * UNITS * BigInt(size)
        return {
          kind: 'addPermissionlessDelegatorTx',
          validator: { nodeID, start: 0n, end: chain.now + (BigInt(size % 15) + 1n) * DAY, weight },
          subnetID: ZERO_ID,
          stake: [sum(anna, weight)],
          rewardsOwner: owned(anna),
        }
      }
      case 'subnet':
        return { kind: 'createSubnetTx', owner: owned(me) }
      case 'chain':
        return {
          kind: 'createChainTx',
          subnetID,
          chainName: `Chain ${size}`,
          vmID: namedID('evm'),
          fxIDs: [],
          genesisData: Buffer.alloc(size),
          subnetAuth: auth,
        }
      case 'add':
        return {
          kind: 'addSubnetValidatorTx',
          validator: {
            nodeID,
            start: 0n,
            end: chain.now + 2n * DAY,
            weight: BigInt(size),
            subnetID,
          },
          subnetAuth: auth,
        }
      case 'remove':
        return { kind: 'removeSubnetValidatorTx', nodeID, subnetID, subnetAuth: auth }
      case 'transfer':
        return {
          kind: 'transferSubnetOwnershipTx',
          subnetID,
          subnetAuth: auth,
          newOwner: owned(me),
        }
      default:
        return this.l1Body(kind, { kind, node, subnet, size }, subnetID)
    }
  }

  async l1Body(kind: string, { node, size }: Step, subnetID: ID): Promise<Body | undefined> {
    const { chain } = this
    const balance = BigInt(size) * 50_000n * BigInt(node % 3)
    const ids = [validationOf(subnetID, 0), ...this.registered]
    const validationID = ids[size % ids.length] ?? ZERO_ID
    switch (kind) {
      case 'convert':
        return {
          kind: 'convertSubnetToL1Tx',
          subnetID,
          managerChainID: C,
          managerAddress: manager,
          validators: [
            converted(testNode(9), { balance }),
            converted(testNode(8), { balance: balance * 2n }),
          ].sort((a, b) => Buffer.compare(a.nodeID, b.nodeID)),
          subnetAuth: auth,
        }
      case 'register': {
        const made = registration(subnetID, testNode(node), chain.now + BigInt(size) * 60n)
        if ((await weightsOf(chain.state, ZERO_ID)).stakers === 0n) return undefined
        this.registered.push(made.validationID)
        const proofOfPossession = testNode(node).signer.proofOfPossession
        const message = await fromManager(chain, made.message)
        return { kind: 'registerL1ValidatorTx', balance, proofOfPossession, message }
      }
      case 'weight':
      case 'remove-l1': {
        const signers = await validatorsAt(chain.state, ZERO_ID, chain.tip.height)
        if (![...signers.values()].some(({ weight }) => weight >= 10n ** 15n)) return undefined
        const weight = kind === 'weight' ? BigInt(size) : 0n
        const message = {
          kind: 'l1ValidatorWeight',
          validationID,
          nonce: this.nonce++,
          weight,
        } as const
        return { kind: 'setL1ValidatorWeightTx', message: await fromManager(chain, message) }
      }
      case 'increase':
        return { kind: 'increaseL1ValidatorBalanceTx', validationID, balance: balance + 1n }
      case 'disable':
        return { kind: 'disableL1ValidatorTx', validationID, disableAuth: auth }
      default:
        throw new Error(kind)
    }
  }

  async rewards(): Promise<bigint> {
    let total = 0n
    for await (const bytes of rewardUtxos.scan(this.chain.store))
      total += amountOf(decode(PlatformUtxo, bytes).output)
    return total
  }

  async l1(): Promise<readonly L1Validator[]> {
    const found: L1Validator[] = []
    for await (const each of l1Validators.scan(this.chain.store)) found.push(each)
    return found
  }

  async l1Balances(): Promise<bigint> {
    const { accruedFees } = await this.chain.state.totals()
    return (await this.l1())
      .filter(isActive)
      .reduce((total, { endAccumulatedFee }) => total + endAccumulatedFee - accruedFees, 0n)
  }

  /** Returns the total of the native asset: unspent, staked, exported, prepaid. */
  async value(): Promise<bigint> {
    const { state, store } = this.chain
    let total = await this.l1Balances()
    for (const owner of [me, anna, { address: THIRD }]) {
      for (const set of [state.utxos, state.to(X), state.from(X)])
        for await (const { output } of set.ofOwner(owner.address)) total += amountOf(output)
    }
    for await (const each of validators.scan(store)) if (!each.permissioned) total += each.weight
    for await (const each of delegators.scan(store)) total += each.weight
    return total
  }

  async check(): Promise<void> {
    const { state, store, tip } = this.chain
    const sums = new Map<string, bigint>()
    const add = (subnetID: ID, nodeID: string, weight: bigint): void => {
      const key = `${subnetID} ${nodeID}`
      sums.set(key, (sums.get(key) ?? 0n) + weight)
    }
    const { supply, activeL1 } = await state.totals()
    let promised = platformGenesis(localGenesis).initialSupply + (await this.rewards())
    for await (const each of validators.scan(store)) {
      add(each.subnetID, each.nodeID, each.weight)
      promised += each.potentialReward + each.delegateeReward
    }
    for await (const each of delegators.scan(store)) {
      add(each.subnetID, each.nodeID, each.weight)
      promised += each.potentialReward
    }
    const l1 = await this.l1()
    for (const each of l1) add(each.subnetID, isActive(each) ? each.nodeID : INACTIVE, each.weight)
    expect(supply).toBe(promised)
    expect(activeL1).toBe(BigInt(l1.filter(isActive).length))
    const known = [ZERO_ID]
    for await (const { id } of subnets.scan(store)) known.push(id)
    const found = new Map<string, bigint>()
    for (const id of known) {
      const set = await validatorsAt(state, id, tip.height)
      for (const { nodeID, weight } of set.values()) found.set(`${id} ${nodeID}`, weight)
      const { stakers, active, inactive } = await weightsOf(state, id)
      const total = [...set.values()].reduce((all, { weight }) => all + weight, 0n)
      expect(stakers + active + inactive).toBe(total)
    }
    expect(found).toEqual(sums)
    this.sets.set(tip.height, found)
  }
}

/** The third account of the genesis. */
const THIRD =
  platformGenesis(localGenesis).utxos.flatMap(({ output }) =>
    output.kind === 'lockOut' ? output.output.addresses : output.addresses,
  )[2] ?? me.address

async function hashOf(store: Store): Promise<string> {
  const hash = createHash('sha256')
  for await (const { key, value } of scan(store, new Uint8Array())) hash.update(key).update(value)
  return hash.digest('hex')
}

test(
  'value, weights and supply are conserved, every validator set is stored, and a replay is identical',
  { timeout: 180_000 },
  async () => {
    const done = new Map<string, number>()
    const accepted = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 30, maxLength: 45, size: 'max' }),
        async (steps) => {
          const history = new History(await TestChain.open())
          const { chain } = history
          chain.now += 3600n
          const first = beginning.map(([kind, node, subnet]) => ({ kind, node, subnet, size: 50 }))
          for (const each of [...first, ...steps]) await history.take(each)
          for (const [height, set] of history.sets) {
            const found = new Map<string, bigint>()
            const known = [ZERO_ID, ...history.subnets]
            for (const id of known)
              for (const { nodeID, weight } of (
                await validatorsAt(chain.state, id, height)
              ).values())
                found.set(`${id} ${nodeID}`, weight)
            expect(found).toEqual(set)
          }
          for (const [kind, count] of history.done) done.set(kind, (done.get(kind) ?? 0) + count)
          for (const kind of chain.blocks.flatMap(kindsOf))
            accepted.set(kind, (accepted.get(kind) ?? 0) + 1)
          await replay(history)
        },
      ),
      {
        seed: 20_261_123,
        numRuns: process.env['RPCLOOM_LONG'] === '1' ? 20 : 3,
        endOnFailure: true,
      },
    )
    // Control: most transactions must be accepted.
    const never = [...new Set<string>(kinds)].filter((kind) => (done.get(kind) ?? 0) < 1)
    expect(never).toEqual([])
    expect([...accepted.keys()].sort()).toEqual([...blockKinds, ...txKinds].sort())
  },
)

function kindsOf(block: PlatformBlock): readonly string[] {
  const txs = [...('txs' in block ? block.txs : []), ...('tx' in block ? [block.tx] : [])]
  return [block.kind, ...txs.map(({ unsignedTx }) => unsignedTx.kind)]
}

/** Every kind that is still in use. */
const blockKinds: readonly PlatformBlock['kind'][] = [
  'banffStandardBlock',
  'banffProposalBlock',
  'banffCommitBlock',
  'banffAbortBlock',
]
const txKinds: readonly PlatformTx['kind'][] = [
  'baseTx',
  'importTx',
  'exportTx',
  'createSubnetTx',
  'createChainTx',
  'addSubnetValidatorTx',
  'removeSubnetValidatorTx',
  'transferSubnetOwnershipTx',
  'addPermissionlessValidatorTx',
  'addPermissionlessDelegatorTx',
  'rewardValidatorTx',
  'convertSubnetToL1Tx',
  'registerL1ValidatorTx',
  'setL1ValidatorWeightTx',
  'increaseL1ValidatorBalanceTx',
  'disableL1ValidatorTx',
]

/** Rebuilds the same blocks from the genesis and compares the hash of the state. */
async function replay({ chain, written }: History): Promise<void> {
  const again = await TestChain.open({ store: memoryStore() })
  const write = async (): Promise<void> => {
    for (const { height, changes } of written)
      if (height === again.tip.height) await again.store.write(changes)
  }
  for (const block of chain.blocks) {
    if (block.height <= again.tip.height) continue
    await write()
    again.now = 'time' in block ? block.time : again.now
    await again.build('txs' in block ? block.txs.map(txOf) : [])
  }
  await write()
  expect(again.tip).toEqual(chain.tip)
  expect(await hashOf(again.store)).toBe(await hashOf(chain.store))
}

import { createClient, http, isRpcError, type Client } from '@native-node/client'
import { memoryStore, startNode, type RunningNode, type Store } from '@native-node/node'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decode, type ID } from '../../../packages/node/src/codec/field.ts'
import { parseID, ZERO_ID } from '../../../packages/node/src/codec/ids.ts'
import { PlatformUtxo, SignedPlatformTx } from '../../../packages/node/src/codec/p-chain.ts'
import { amountOf } from '../../../packages/node/src/p-chain/rules/syntax.ts'
import { isActive } from '../../../packages/node/src/p-chain/state/l1-validators.ts'
import {
  delegators,
  l1Validators,
  rewardUtxos,
  validators,
} from '../../../packages/node/src/p-chain/state/records.ts'
import { PlatformState } from '../../../packages/node/src/p-chain/state/state.ts'
import { scan } from '../../../packages/node/src/store/store.ts'
import { converted, manager, validationOf } from '../p-chain/l1.ts'
import { auth, owned, sum, testNode, type Body } from '../p-chain/wallet.ts'
import { C, FEE, funded as me, someone, X } from '../x-chain/wallet.ts'
import {
  C_FEE,
  chainIDs,
  evmAccount,
  fromC,
  fromX,
  intoC,
  intoP,
  intoX,
  issueSigned,
  nonceOf,
  onC,
  onP,
  WEI,
  type ChainName,
  type Signed,
} from './world.ts'

const isLong = process.env['RPCLOOM_LONG'] === '1'
const UNITS = 10n ** 9n
const DAY = 86_400_000
const anna = someone(1)
/** Receives the base fees of the C-Chain; nobody has its key. */
const BURNED = '0x0100000000000000000000000000000000000000'

const kinds = [
  'transfer X',
  'transfer P',
  'transfer C',
  'X to P',
  'X to C',
  'P to X',
  'P to C',
  'C to X',
  'C to P',
  'into X from P',
  'into X from C',
  'into P from X',
  'into P from C',
  'into C from X',
  'into C from P',
  'stake',
  'delegate',
  'subnet',
  'convert',
  'increase',
  'disable',
  'advance',
  'advance',
] as const

interface Step {
  readonly kind: (typeof kinds)[number]
  readonly size: number
}

/** The amounts that make up the value of all chains, in wei. */
interface Value {
  readonly total: bigint
  readonly rewards: bigint
  readonly accrued: bigint
  /** Balances of active L1 validators. */
  readonly l1: ReadonlyMap<ID, bigint>
}

/** All chains of one node during a history. */
class World {
  readonly node: RunningNode
  readonly store: Store
  readonly client: Client
  readonly done = new Map<string, number>()
  #subnet: ID | undefined
  #isL1 = false

  constructor(node: RunningNode, store: Store) {
    this.node = node
    this.store = store
    this.client = createClient({ transport: http(node.url) })
  }

  async take(step: Step): Promise<void> {
    const before = await this.value()
    let burned = 0n
    let isDone = step.kind === 'advance'
    if (step.kind === 'advance') await this.node.dev?.advance(step.size * DAY)
    else {
      const signed = await this.signed(step)
      if (signed === undefined) return
      try {
        const txID = await issueSigned(this.client, signed)
        burned = burnedBy(signed) * WEI
        isDone = true
        if (step.kind === 'subnet') this.#subnet = parseID(txID)
        if (step.kind === 'convert') this.#isL1 = true
      } catch (error) {
        // The step breaks a rule: nothing may have changed.
        if (!isRpcError(error)) throw error
      }
    }
    const after = await this.value()
    const passed = after.accrued - before.accrued
    const charged = [...before.l1.values()].reduce(
      (all, balance) => all + (balance < passed ? balance : passed) * WEI,
      0n,
    )
    const rewarded = (after.rewards - before.rewards) * WEI
    expect([step.kind, after.total]).toEqual([
      step.kind,
      before.total - burned + rewarded - charged,
    ])
    if (isDone) this.done.set(step.kind, (this.done.get(step.kind) ?? 0) + 1)
  }

  async signed({ kind, size }: Step): Promise<Signed | undefined> {
    const { client } = this
    const to = size % 2 === 0 ? me : anna
    const units = BigInt(size) * UNITS
    const [, source, destination] = /^([XPC]) to ([XPC])$/.exec(kind) ?? []
    if (source !== undefined)
      return this.exported(source as ChainName, destination as ChainName, units)
    const [, into, from] = /^into ([XPC]) from ([XPC])$/.exec(kind) ?? []
    if (into !== undefined) {
      const take = { X: intoX, P: intoP, C: intoC }[into as ChainName]
      return take(client, me, from as ChainName)
    }
    if (kind === 'transfer X') return fromX(client, { by: me, to, units })
    if (kind === 'transfer P') return onP(client, me, { kind: 'baseTx' }, [sum(to, units)])
    if (kind === 'transfer C')
      return onC(me, await nonceOf(client, me), {
        to: evmAccount(anna).address,
        value: BigInt(size),
      })
    const body = await this.body(kind, BigInt(size))
    return body && onP(client, me, body)
  }

  async exported(
    source: ChainName,
    destination: ChainName,
    units: bigint,
  ): Promise<Signed | undefined> {
    const { client } = this
    const movement = { by: me, to: me, units, destination }
    if (source === 'X') return fromX(client, movement)
    if (source === 'C') return fromC(movement, await nonceOf(client, me))
    const destinationChain = chainIDs[destination]
    return onP(client, me, {
      kind: 'exportTx',
      destinationChain,
      exportedOutputs: [sum(me, units)],
    })
  }

  async body(kind: Step['kind'], size: bigint): Promise<Body | undefined> {
    const now = BigInt(Math.floor((this.node.dev?.now() ?? 0) / 1000))
    const end = now + (20n + size) * 86_400n
    const { nodeID, signer } = testNode(7)
    const subnetID = this.#subnet
    const balance = size * 1_000_000n
    switch (kind) {
      case 'stake': {
        const weight = 2_000n * UNITS + size
        return {
          kind: 'addPermissionlessValidatorTx',
          validator: { nodeID, start: 0n, end: end + 40n * 86_400n, weight },
          subnetID: ZERO_ID,
          signer: { kind: 'proofOfPossession', ...signer },
          stake: [sum(me, weight)],
          validatorRewardsOwner: owned(me),
          delegatorRewardsOwner: owned(anna),
          shares: 20_000,
        }
      }
      case 'delegate': {
        const weight = 25n * UNITS + size
        return {
          kind: 'addPermissionlessDelegatorTx',
          validator: { nodeID, start: 0n, end, weight },
          subnetID: ZERO_ID,
          stake: [sum(anna, weight)],
          rewardsOwner: owned(anna),
        }
      }
      case 'subnet':
        return { kind: 'createSubnetTx', owner: owned(me) }
      case 'convert':
        if (subnetID === undefined) return undefined
        return {
          kind: 'convertSubnetToL1Tx',
          subnetID,
          managerChainID: C,
          managerAddress: manager,
          validators: [converted(testNode(9), { balance })],
          subnetAuth: auth,
        }
      case 'increase':
      case 'disable': {
        if (subnetID === undefined || !this.#isL1) return undefined
        const validationID = validationOf(subnetID, 0)
        return kind === 'increase'
          ? { kind: 'increaseL1ValidatorBalanceTx', validationID, balance }
          : { kind: 'disableL1ValidatorTx', validationID, disableAuth: auth }
      }
      default:
        throw new Error(kind)
    }
  }

  async value(): Promise<Value> {
    const { store, client } = this
    const { accruedFees } = await new PlatformState(store).totals()
    let total = await this.outputs()
    for await (const each of validators.scan(store)) if (!each.permissioned) total += each.weight
    for await (const each of delegators.scan(store)) total += each.weight
    const l1 = new Map<ID, bigint>()
    for await (const each of l1Validators.scan(store))
      if (isActive(each)) l1.set(each.validationID, each.endAccumulatedFee - accruedFees)
    for (const balance of l1.values()) total += balance
    let rewards = 0n
    for await (const bytes of rewardUtxos.scan(store))
      rewards += amountOf(decode(PlatformUtxo, bytes).output)
    const accounts = [evmAccount(me).address, evmAccount(anna).address, BURNED]
    const balances = await Promise.all(
      accounts.map((address) => client.cChain.eth.getBalance(address, 'latest')),
    )
    const onEvm = balances.reduce((all, balance) => all + balance, 0n)
    return { total: total * WEI + onEvm, rewards, accrued: accruedFees, l1 }
  }

  /** Unspent outputs of the X- and P-Chain, and exported outputs. */
  async outputs(): Promise<bigint> {
    let total = 0n
    const prefixes = [
      ...[X, ZERO_ID].map((chain) =>
        Buffer.concat([Buffer.from('chain/'), Buffer.from(chain, 'hex'), Buffer.from('utxo/u')]),
      ),
      Buffer.from('atomic/'),
    ]
    for (const prefix of prefixes) {
      for await (const { key, value } of scan(this.store, prefix)) {
        // Exported outputs are also stored twice: by ID and by owner.
        const isByOwner = prefix.length === 7 && key[7 + 64] !== 'u'.charCodeAt(0)
        if (!isByOwner) total += amountOf(decode(PlatformUtxo, value).output)
      }
    }
    return total
  }
}

/** Returns what a transaction burns, in nNATIVE; the EVM fee goes to an account that is counted. */
function burnedBy({ chain, bytes }: Signed): bigint {
  if (chain === 'X') return FEE
  if (chain === 'C') return bytes[0] === 0 ? C_FEE : 0n
  const { unsignedTx: tx } = decode(SignedPlatformTx, bytes)
  if (!('inputs' in tx)) throw new Error(`${tx.kind} moves nothing`)
  const spent = [...tx.inputs, ...(tx.kind === 'importTx' ? tx.importedInputs : [])]
  const given = [
    ...tx.outputs,
    ...(tx.kind === 'exportTx' ? tx.exportedOutputs : []),
    ...('stake' in tx ? tx.stake : []),
  ]
  const paid =
    tx.kind === 'convertSubnetToL1Tx'
      ? tx.validators.reduce((all, { balance }) => all + balance, 0n)
      : 'balance' in tx
        ? tx.balance
        : 0n
  const amounts = spent.map(({ input }) => (input.kind === 'lockIn' ? input.input : input).amount)
  return (
    amounts.reduce((all, units) => all + units, 0n) -
    given.reduce((all, { output }) => all + amountOf(output), 0n) -
    paid
  )
}

/** The start of every history, so that later steps find objects on each chain. */
const beginning: readonly Step['kind'][] = [
  'X to P',
  'X to C',
  'into P from X',
  'into C from X',
  'C to P',
  'into P from C',
  'P to C',
  'into C from P',
  'P to X',
  'into X from P',
  'C to X',
  'into X from C',
  'stake',
  'delegate',
  'subnet',
  'convert',
  'increase',
  'disable',
]

const steps = fc.array(
  fc.record({ kind: fc.constantFrom(...kinds), size: fc.integer({ min: 1, max: 40 }) }),
  { minLength: 20, maxLength: 30 },
)

test(
  'value is conserved over all chains, and a replay of their blocks gives the same store entries',
  { timeout: 30 * 60_000 },
  async () => {
    const done = new Map<string, number>()
    const history = fc.asyncProperty(steps, async (further) => {
      const store = memoryStore()
      const options = { memory: true, port: 0, logLevel: 'crit', dev: true } as const
      const node = await startNode({ ...options, openStore: async () => store })
      try {
        await node.ready
        const world = new World(node, store)
        for (const kind of beginning) await world.take({ kind, size: 20 })
        for (const step of further) await world.take(step)
        for (const [kind, count] of world.done) done.set(kind, (done.get(kind) ?? 0) + count)
      } finally {
        await node.close()
      }
      const again = await startNode({ ...options, openStore: async () => store, verify: true })
      await again.ready.finally(() => again.close())
    })
    await fc.assert(history, { numRuns: isLong ? 60 : 4, seed: 20_261_123, endOnFailure: true })
    for (const kind of new Set(kinds)) expect([kind, done.get(kind) ?? 0]).not.toEqual([kind, 0])
    const all = [...done.values()].reduce((sum, count) => sum + count, 0)
    console.log(`figure: value conserved over ${all} steps of histories on all chains`)
  },
)

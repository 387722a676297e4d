import { beforeEach, describe, expect, test } from 'vitest'
import { utxoIDOf } from '../../../packages/node/src/chain/utxo-id.ts'
import { namedID, ZERO_ID } from '../../../packages/node/src/codec/ids.ts'
import { rewardOf, splitReward } from '../../../packages/node/src/p-chain/reward.ts'
import {
  acceptedTxs,
  blockchains,
  delegators,
  l1Validators,
  rewardUtxos,
  subnets,
  uptimes,
  validators,
} from '../../../packages/node/src/p-chain/state/records.ts'
import { weightsOf } from '../../../packages/node/src/p-chain/state/stakers.ts'
import { stakedBy } from '../../../packages/node/src/p-chain/state/stakes.ts'
import { validatorsAt } from '../../../packages/node/src/p-chain/state/validator-sets.ts'
import { C, funded, someone } from '../x-chain/wallet.ts'
import { DAY, params, START, TestChain } from './chain.ts'
import {
  converted,
  fromManager,
  makeL1,
  manager,
  registration,
  signer,
  validationOf,
} from './l1.ts'
import { auth, coinsOf, issue, owned, sum, testNode } from './wallet.ts'

const [anna, bert] = [someone(1), someone(2)]
const NATIVE_UNITS = 10n ** 9n
let chain: TestChain

beforeEach(async () => {
  chain = await TestChain.open()
  chain.now += 3600n
})

const held = async (owner: typeof anna): Promise<bigint> =>
  (await coinsOf(chain, owner)).reduce(
    (total, { output }) => total + (output.kind === 'lockOut' ? 0n : output.amount),
    0n,
  )

/** Returns the staked amounts of owners. */
async function staked(...owners: readonly (typeof anna)[]): Promise<bigint[]> {
  const amounts: bigint[] = []
  const search = {
    owners: new Set(owners.map(({ address }) => address)),
    validatorsOnly: false,
    caller: new AbortController(),
  }
  for await (const page of stakedBy(chain.state, search))
    for (const { output } of page)
      if (output.kind === 'secpTransferOutput') amounts.push(output.amount)
  return amounts
}

/** A validator of the Primary Network for 100 days. */
async function stake(days = 100n, weight = 2_000n * NATIVE_UNITS) {
  const node = testNode(7)
  const start = chain.now
  const txID = await issue(chain, funded, {
    kind: 'addPermissionlessValidatorTx',
    validator: { nodeID: node.nodeID, start: 0n, end: start + days * DAY, weight },
    subnetID: ZERO_ID,
    signer: { kind: 'proofOfPossession', ...node.signer },
    stake: [sum(anna, weight)],
    validatorRewardsOwner: owned(anna),
    delegatorRewardsOwner: owned(bert),
    shares: 100_000,
  })
  return { node, txID, weight, end: start + days * DAY }
}

async function delegate(end: bigint, weight: bigint) {
  const { nodeID } = testNode(7)
  return issue(chain, funded, {
    kind: 'addPermissionlessDelegatorTx',
    validator: { nodeID, start: 0n, end, weight },
    subnetID: ZERO_ID,
    stake: [sum(bert, weight)],
    rewardsOwner: owned(bert),
  })
}

describe('a staker', () => {
  test('gets stake and reward when it ends, like its delegators', async () => {
    const { supply: before } = await chain.state.totals()
    const { node, txID, weight, end } = await stake()
    const reward = rewardOf(params.reward, { stake: weight, seconds: 100n * DAY, supply: before })
    chain.now += 10n * DAY
    const delegated = 50n * NATIVE_UNITS
    const delegatorEnd = chain.now + 20n * DAY
    const delegation = await delegate(delegatorEnd, delegated)
    const delegatorReward = rewardOf(params.reward, {
      stake: delegated,
      seconds: 20n * DAY,
      supply: before + reward,
    })
    expect(await weightsOf(chain.state, ZERO_ID)).toMatchObject({
      stakers: 10n ** 16n + weight + delegated,
    })
    const { supply: promised } = await chain.state.totals()
    expect(promised).toBe(before + reward + delegatorReward)

    expect(await staked(anna, bert)).toEqual([weight, delegated])
    await chain.advance(20n * DAY)
    expect(await staked(anna, bert)).toEqual([weight])
    const parts = splitReward(delegatorReward, 100_000)
    expect(await held(bert)).toBe(delegated + parts.delegator)
    expect(await delegators.get(chain.store, ZERO_ID, node.nodeID, delegation)).toBeUndefined()
    expect(await validators.get(chain.store, ZERO_ID, node.nodeID)).toMatchObject({
      delegateeReward: parts.validator,
      delegatorCount: 0n,
      delegatorWeight: 0n,
    })

    chain.now = end - 1n
    await chain.wake()
    expect(await held(anna)).toBe(0n)
    await chain.advance(1n)
    expect(await staked(anna, bert)).toEqual([])
    expect(await held(anna)).toBe(weight + reward)
    expect(await held(bert)).toBe(delegated + delegatorReward)
    expect(await validators.get(chain.store, ZERO_ID, node.nodeID)).toBeUndefined()
    expect((await chain.state.totals()).supply).toBe(promised)
    // The reward and the delegators' part come after the change and the stake.
    for (const outputIndex of [1, 2, 3])
      expect(await chain.state.utxos.get(utxoIDOf({ txID, outputIndex }))).toBeDefined()
    expect(await rewardUtxos.page(chain.store, 9, [txID])).toHaveLength(2)
    expect(chain.blocks.slice(-2).map(({ kind }) => kind)).toEqual([
      'banffProposalBlock',
      'banffCommitBlock',
    ])
  })

  test('that was offline gets only its stake, and the supply decreases', async () => {
    const { supply } = await chain.state.totals()
    const { node, weight, end } = await stake()
    await chain.store.write([uptimes.put(799_999, node.nodeID)])
    await chain.advance(end - chain.now)
    expect(await held(anna)).toBe(weight)
    expect((await chain.state.totals()).supply).toBe(supply)
    const [block] = chain.blocks.slice(-2)
    if (block?.kind !== 'banffProposalBlock') throw new Error('not proposed')
    expect(chain.blocks.at(-1)?.kind).toBe('banffAbortBlock')
    const aborted: unknown[] = []
    for await (const tx of acceptedTxs.scan(chain.store)) if (tx.aborted) aborted.push(tx)
    expect(aborted).toHaveLength(1)
  })

  test('ends after its delegators in the same second, and can stake again immediately', async () => {
    const { node, weight, end } = await stake(2n)
    await delegate(end, 25n * NATIVE_UNITS)
    await delegate(end, 26n * NATIVE_UNITS)
    const subnetID = await issue(chain, funded, { kind: 'createSubnetTx', owner: owned(funded) })
    await issue(chain, funded, {
      kind: 'addSubnetValidatorTx',
      validator: { nodeID: node.nodeID, start: 0n, end, weight: 5n, subnetID },
      subnetAuth: auth,
    })
    const l1 = await makeL1(chain, [converted(testNode(1), { balance: end - chain.now })])
    const from = chain.blocks.length
    chain.now = end - 1n
    await chain.wake()
    expect(chain.blocks).toHaveLength(from)
    await chain.advance(1n)
    // Everything else that ends in this second ends in the first block.
    const kinds = chain.blocks.slice(from).map(({ kind }) => kind)
    const pair = ['banffProposalBlock', 'banffCommitBlock']
    expect(kinds).toEqual([...pair, ...pair, ...pair])
    expect(chain.tip.time).toBe(end)
    const sizes = async (height: bigint) =>
      Promise.all(
        [ZERO_ID, subnetID].map(async (id) => (await validatorsAt(chain.state, id, height)).size),
      )
    expect(await sizes(chain.tip.height - 6n)).toEqual([6, 1])
    expect(await sizes(chain.tip.height - 5n)).toEqual([6, 0])
    expect(await sizes(chain.tip.height)).toEqual([5, 0])
    expect(await weightsOf(chain.state, l1)).toMatchObject({ active: 0n, inactive: 100n })
    expect(await staked(anna, bert)).toEqual([])
    await stake(1n, weight)
    expect(chain.tip.time).toBe(end)
  })

  test('of the genesis ends in the order of end times', async () => {
    await chain.advance(366n * DAY)
    expect(chain.blocks.filter(({ kind }) => kind === 'banffCommitBlock')).toHaveLength(5)
    expect(await weightsOf(chain.state, ZERO_ID)).toMatchObject({ stakers: 0n })
    expect(chain.tip.time).toBe(START + 365n * DAY)
  })
})

describe('a subnet', () => {
  test('gets chains, validators and a new owner', async () => {
    const subnetID = await issue(chain, funded, { kind: 'createSubnetTx', owner: owned(funded) })
    const chainID = await issue(chain, funded, {
      kind: 'createChainTx',
      subnetID,
      chainName: 'My chain',
      vmID: namedID('subnetevm'),
      fxIDs: [],
      genesisData: Buffer.from('{}'),
      subnetAuth: auth,
    })
    expect(await blockchains.get(chain.store, subnetID, chainID)).toMatchObject({
      name: 'My chain',
    })
    const [validator] = await validators.page(chain.store, 1, [ZERO_ID])
    if (validator === undefined) throw new Error('no validator')
    const end = chain.now + 2n * DAY
    const { nodeID } = validator
    await issue(chain, funded, {
      kind: 'addSubnetValidatorTx',
      validator: { nodeID, start: 0n, end, weight: 20n, subnetID },
      subnetAuth: auth,
    })
    expect(await weightsOf(chain.state, subnetID)).toMatchObject({ stakers: 20n })
    const set = await validatorsAt(chain.state, subnetID, chain.tip.height)
    expect(set.get(nodeID)).toMatchObject({ weight: 20n, publicKey: validator.publicKey })
    expect(await validatorsAt(chain.state, subnetID, chain.tip.height - 1n)).toEqual(new Map())
    await chain.advance(2n * DAY)
    expect(chain.tip.time).toBe(end)
    expect(await weightsOf(chain.state, subnetID)).toMatchObject({ stakers: 0n })
    await issue(chain, funded, {
      kind: 'transferSubnetOwnershipTx',
      subnetID,
      subnetAuth: auth,
      newOwner: owned(anna),
    })
    expect(await subnets.get(chain.store, subnetID)).toMatchObject({
      owner: { addresses: [anna.address] },
    })
  })

  test('loses a validator that its owner removes', async () => {
    const subnetID = await issue(chain, funded, { kind: 'createSubnetTx', owner: owned(funded) })
    const [validator] = await validators.page(chain.store, 1, [ZERO_ID])
    if (validator === undefined) throw new Error('no validator')
    const { nodeID } = validator
    await issue(chain, funded, {
      kind: 'addSubnetValidatorTx',
      validator: { nodeID, start: 0n, end: chain.now + 2n * DAY, weight: 20n, subnetID },
      subnetAuth: auth,
    })
    await issue(chain, funded, {
      kind: 'removeSubnetValidatorTx',
      nodeID,
      subnetID,
      subnetAuth: auth,
    })
    expect(await weightsOf(chain.state, subnetID)).toMatchObject({ stakers: 0n })
  })
})

describe('an L1', () => {
  test('is managed by messages signed by the validators of its manager', async () => {
    const subnetID = await makeL1(chain)
    expect(await subnets.get(chain.store, subnetID)).toMatchObject({
      managerChainID: C,
      managerAddress: new Uint8Array(manager),
    })
    const { message, validationID } = registration(subnetID, testNode(2), chain.now + 3600n)
    await issue(chain, funded, {
      kind: 'registerL1ValidatorTx',
      balance: 5_000n,
      proofOfPossession: testNode(2).signer.proofOfPossession,
      message: await fromManager(chain, message),
    })
    expect(await weightsOf(chain.state, subnetID)).toEqual({
      stakers: 0n,
      active: 150n,
      inactive: 0n,
    })
    const change = async (nonce: bigint, weight: bigint): Promise<unknown> =>
      issue(chain, funded, {
        kind: 'setL1ValidatorWeightTx',
        message: await fromManager(chain, {
          kind: 'l1ValidatorWeight',
          validationID,
          nonce,
          weight,
        }),
      })
    await change(3n, 70n)
    expect(await l1Validators.get(chain.store, validationID)).toMatchObject({
      weight: 70n,
      minNonce: 4n,
    })
    await issue(chain, funded, {
      kind: 'increaseL1ValidatorBalanceTx',
      validationID,
      balance: 100n,
    })
    await issue(chain, funded, {
      kind: 'disableL1ValidatorTx',
      validationID,
      disableAuth: auth,
    })
    expect(await l1Validators.get(chain.store, validationID)).toMatchObject({
      endAccumulatedFee: 0n,
    })
    expect(await weightsOf(chain.state, subnetID)).toMatchObject({ active: 100n, inactive: 70n })
    await change(4n, 0n)
    expect(await l1Validators.get(chain.store, validationID)).toBeUndefined()
    expect((await chain.state.totals()).activeL1).toBe(1n)
  })

  test('returns the remaining balance to its owner, after the other outputs', async () => {
    const subnetID = await makeL1(chain, [
      converted(testNode(1)),
      converted(testNode(2), { balance: 777n, owner: anna }),
    ])
    chain.now += 100n
    const message = await fromManager(chain, {
      kind: 'l1ValidatorWeight',
      validationID: validationOf(subnetID, 1),
      nonce: 2n ** 64n - 1n,
      weight: 0n,
    })
    const txID = await issue(chain, funded, { kind: 'setL1ValidatorWeightTx', message })
    const refund = await chain.state.utxos.get(utxoIDOf({ txID, outputIndex: 1 }))
    expect(refund?.output).toMatchObject({ amount: 677n, addresses: [anna.address] })
  })

  test('loses a validator in the second in which its balance is used up', async () => {
    const subnetID = await makeL1(chain, [
      converted(testNode(1), { balance: 250n }),
      converted(testNode(2), { balance: 100n }),
    ])
    const from = chain.now
    const [first, second] = [validationOf(subnetID, 0), validationOf(subnetID, 1)]
    await chain.advance(99n)
    expect(chain.tip.time).toBe(from)
    await chain.advance(1_000n)
    const ends = chain.blocks.flatMap((block) => ('time' in block ? [block.time - from] : []))
    expect(ends.slice(-2)).toEqual([100n, 250n])
    for (const id of [first, second])
      expect(await l1Validators.get(chain.store, id)).toMatchObject({ endAccumulatedFee: 0n })
    expect(await weightsOf(chain.state, subnetID)).toEqual({
      stakers: 0n,
      active: 0n,
      inactive: 200n,
    })
    await issue(chain, funded, {
      kind: 'increaseL1ValidatorBalanceTx',
      validationID: first,
      balance: 10n,
    })
    expect(await weightsOf(chain.state, subnetID)).toMatchObject({ active: 100n, inactive: 100n })
    await chain.advance(10n)
    expect((await chain.state.totals()).activeL1).toBe(0n)
  })

  test('loses a validator in the right second after 50 years', async () => {
    const balance = 50n * 365n * DAY
    const subnetID = await makeL1(chain, [converted(testNode(1), { balance })])
    const from = chain.now
    await chain.advance(balance + 10n)
    expect(chain.tip.time).toBe(from + balance)
    expect(await l1Validators.get(chain.store, validationOf(subnetID, 0))).toMatchObject({
      endAccumulatedFee: 0n,
    })
  })

  test('can be managed from one of its chains, by its own validators', async () => {
    const node = testNode(5)
    const subnetID = await issue(chain, funded, { kind: 'createSubnetTx', owner: owned(funded) })
    const own = await issue(chain, funded, {
      kind: 'createChainTx',
      subnetID,
      chainName: 'Own',
      vmID: namedID('subnetevm'),
      fxIDs: [],
      genesisData: new Uint8Array(),
      subnetAuth: auth,
    })
    await issue(chain, funded, {
      kind: 'convertSubnetToL1Tx',
      subnetID,
      managerChainID: own,
      managerAddress: manager,
      validators: [converted(node)],
      subnetAuth: auth,
    })
    signer.add(node.secret)
    const { message, validationID } = registration(subnetID, testNode(6), chain.now + 60n)
    await issue(chain, funded, {
      kind: 'registerL1ValidatorTx',
      balance: 0n,
      proofOfPossession: testNode(6).signer.proofOfPossession,
      message: await fromManager(chain, message, { sourceChainID: own }),
    })
    expect(await l1Validators.get(chain.store, validationID)).toMatchObject({
      endAccumulatedFee: 0n,
      weight: 50n,
    })
  })
})

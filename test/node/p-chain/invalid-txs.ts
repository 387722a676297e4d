import type { ID } from '../../../packages/node/src/codec/field.ts'
import { hexNodeID, hexShortID, namedID, ZERO_ID } from '../../../packages/node/src/codec/ids.ts'
import type { PlatformInput, PlatformTx } from '../../../packages/node/src/codec/p-chain.ts'
import type { Spending } from '../../../packages/node/src/codec/structures.ts'
import { validators, type Validator } from '../../../packages/node/src/p-chain/state/records.ts'
import { C, funded as me, NATIVE, someone, X } from '../x-chain/wallet.ts'
import { DAY, TestChain } from './chain.ts'
import {
  converted,
  fromManager,
  makeL1,
  manager,
  NOBODY,
  registration,
  validationOf,
} from './l1.ts'
import {
  auth,
  base,
  coinsOf,
  funded,
  issue,
  owned,
  signedBy,
  spend,
  sum,
  testNode,
  type Body,
  type Coin,
  type Moving,
  type Out,
} from './wallet.ts'

// Setup for the tables of refusals: a chain, and transactions that are valid except for one change.

export const [anna, bert] = [someone(1), someone(2)]
export const UNITS = 10n ** 9n
export const LOCK = 5_000n * UNITS
export const STAKE = 2_000n * UNITS

/** A validator of the Primary Network with the minimum stake. */
export const small: Validator['nodeID'] = testNode(30).nodeID

export let chain: TestChain
/** UTXOs that the tests spend. */
export let coin: Coin
export let locked: Coin
export let timed: Coin
export let shared: Coin
export let genesis: Validator
export let subnetID: ID
export let l1: ID
/** A subnet with a validator added by its owner. */
export let busy: ID
/** A subnet that its owner can only change at `lockTime`. */
export let slow: ID
export let lockTime: bigint

/** Opens the chain and creates the objects that the transactions spend and change. */
export async function prepare(): Promise<void> {
  chain = await TestChain.open()
  chain.now += 3600n
  lockTime = chain.now + 1_000n * DAY
  const bothOwn = owned(anna, bert)
  const output = {
    ...bothOwn,
    kind: 'secpTransferOutput',
    amount: 77n * UNITS,
    threshold: 2,
  } as const
  const late = {
    kind: 'secpTransferOutput',
    amount: 88n * UNITS,
    locktime: lockTime,
    threshold: 1,
    addresses: [anna.address],
  } as const
  await issue(chain, me, { kind: 'baseTx' }, [
    sum(anna, LOCK, lockTime),
    sum(anna, 10_000_000n * UNITS),
    { assetID: NATIVE, output },
    { assetID: NATIVE, output: late },
  ])
  const coins = await coinsOf(chain, anna)
  const find = (holds: (coin: Coin) => boolean): Coin => {
    const found = coins.find(holds)
    if (found === undefined) throw new Error('not prepared')
    return found
  }
  coin = find(({ output: o }) => o.kind !== 'lockOut' && o.amount === 10_000_000n * UNITS)
  locked = find(({ output: o }) => o.kind === 'lockOut')
  shared = find(({ output: o }) => o.kind !== 'lockOut' && o.amount === 77n * UNITS)
  timed = find(({ output: o }) => o.kind !== 'lockOut' && o.amount === 88n * UNITS)
  const [first] = await validators.page(chain.store, 1, [ZERO_ID])
  if (first === undefined) throw new Error('no validator')
  genesis = first
  subnetID = await issue(chain, me, { kind: 'createSubnetTx', owner: owned(anna) })
  l1 = await makeL1(chain, [converted(testNode(1), { balance: 1_000_000n })])
  slow = await issue(chain, me, {
    kind: 'createSubnetTx',
    owner: { ...owned(anna), locktime: lockTime },
  })
  busy = await issue(chain, me, { kind: 'createSubnetTx', owner: owned(me) })
  await issue(chain, me, validating({ subnetID: busy }))
  for (const each of [l1, busy])
    await issue(chain, me, {
      kind: 'transferSubnetOwnershipTx',
      subnetID: each,
      subnetAuth: auth,
      newOwner: owned(anna),
    })
  await issue(chain, me, staking({ validator: staker({ nodeID: small }) as never }))
  const replayed = registration(l1, testNode(40), chain.now + 500n)
  await issue(chain, me, {
    kind: 'registerL1ValidatorTx',
    balance: 0n,
    proofOfPossession: testNode(40).signer.proofOfPossession,
    message: await fromManager(chain, replayed.message),
  })
  await issue(chain, me, {
    kind: 'setL1ValidatorWeightTx',
    message: await fromManager(chain, {
      kind: 'l1ValidatorWeight',
      validationID: replayed.validationID,
      nonce: 0n,
      weight: 0n,
    }),
  })
}

export type Change = (tx: Moving) => PlatformTx
/** Returns the transaction, funded and signed by Anna, with a change that makes it invalid. */
export const by = (body: Body, change: Change = (tx) => tx): Uint8Array =>
  signedBy(anna, change(funded(body, [coin], anna)))
export const plain = (change: Change): Uint8Array => by({ kind: 'baseTx' }, change)
export const withOutputs = (...outputs: readonly Out[]): Uint8Array =>
  plain((tx) => ({ ...tx, outputs }))
export const spending = (
  of: Coin,
  change: (input: Spending<PlatformInput>) => Spending<PlatformInput> = (input) => input,
): Uint8Array => {
  const inputs = [spend(coin), change(spend(of))]
  return signedBy(anna, { kind: 'baseTx', ...base(inputs, []) })
}
export const plainSum = (amount: bigint, change: object): Out => ({
  assetID: NATIVE,
  output: {
    kind: 'secpTransferOutput',
    amount,
    locktime: 0n,
    threshold: 1,
    addresses: [anna.address],
    ...change,
  },
})
export const three = ['11', '22', '33'].map((byte) => hexShortID(byte.repeat(20)))

export const staking = (
  change: Partial<Extract<Body, { readonly kind: 'addPermissionlessValidatorTx' }>> = {},
  weight = STAKE,
): Body => {
  const node = testNode(50)
  return {
    kind: 'addPermissionlessValidatorTx',
    validator: { nodeID: node.nodeID, start: 0n, end: chain.now + 20n * DAY, weight },
    subnetID: ZERO_ID,
    signer: { kind: 'proofOfPossession', ...node.signer },
    stake: weight === 0n ? [] : [sum(anna, weight)],
    validatorRewardsOwner: owned(anna),
    delegatorRewardsOwner: owned(anna),
    shares: 20_000,
    ...change,
  }
}
export const staker = (change: object, weight = STAKE): object => ({
  nodeID: testNode(50).nodeID,
  start: 0n,
  end: chain.now + 20n * DAY,
  weight,
  ...change,
})
export const delegating = (
  weight: bigint,
  change: Partial<Extract<Body, { readonly kind: 'addPermissionlessDelegatorTx' }>> = {},
  end = chain.now + 20n * DAY,
): Body => ({
  kind: 'addPermissionlessDelegatorTx',
  validator: { nodeID: genesis.nodeID, start: 0n, end, weight },
  subnetID: ZERO_ID,
  stake: [sum(anna, weight)],
  rewardsOwner: owned(anna),
  ...change,
})
export const creating = (
  change: Partial<Extract<Body, { readonly kind: 'createChainTx' }>>,
): Body => ({
  kind: 'createChainTx',
  subnetID,
  chainName: 'Chain',
  vmID: namedID('evm'),
  fxIDs: [],
  genesisData: new Uint8Array(),
  subnetAuth: auth,
  ...change,
})
export const validating = (change: object): Body => ({
  kind: 'addSubnetValidatorTx',
  validator: {
    nodeID: genesis.nodeID,
    start: 0n,
    end: chain.now + 2n * DAY,
    weight: 5n,
    subnetID,
    ...change,
  },
  subnetAuth: auth,
})
export const converting = (
  change: Partial<Extract<Body, { readonly kind: 'convertSubnetToL1Tx' }>>,
): Body => ({
  kind: 'convertSubnetToL1Tx',
  subnetID,
  managerChainID: C,
  managerAddress: manager,
  validators: [converted(testNode(60))],
  subnetAuth: auth,
  ...change,
})

/** Returns a registration of a node with a change of its content or of its sender. */
export async function registering(
  change: object = {},
  {
    proof = testNode(70).signer.proofOfPossession,
    balance = 0n,
    wrap = (bytes: Uint8Array) => bytes,
    from = {},
  }: {
    readonly proof?: Uint8Array
    readonly balance?: bigint
    readonly wrap?: (message: Uint8Array) => Uint8Array
    readonly from?: { readonly sourceChainID?: ID; readonly sourceAddress?: Uint8Array }
  } = {},
): Promise<Uint8Array> {
  const { message } = registration(l1, testNode(70), chain.now + 600n)
  const signed = await fromManager(chain, { ...message, ...change }, from)
  return by({
    kind: 'registerL1ValidatorTx',
    balance,
    proofOfPossession: proof,
    message: wrap(signed),
  })
}
export async function settingWeight(change: object): Promise<Uint8Array> {
  const validationID = validationOf(l1, 0)
  const message = {
    kind: 'l1ValidatorWeight',
    validationID,
    nonce: 0n,
    weight: 5n,
    ...change,
  } as const
  return by({ kind: 'setL1ValidatorWeightTx', message: await fromManager(chain, message) })
}
export const bytesOfLength = (bytes: number): Uint8Array => new Uint8Array(bytes)
export const legacy = {
  validator: { nodeID: hexNodeID('07'.repeat(20)), start: 0n, end: 0n, weight: STAKE },
  stake: [],
}

export const exporting = (...exportedOutputs: readonly Out[]): Body => ({
  kind: 'exportTx',
  destinationChain: X,
  exportedOutputs,
})
export const importing = (...coins: readonly Coin[]): Body => ({
  kind: 'importTx',
  sourceChain: X,
  importedInputs: coins.map(spend),
})
export const foreign = (outputIndex: number): Coin => ({
  txID: NOBODY,
  outputIndex,
  ...sum(anna, UNITS),
})
export const removing = (of: ID, nodeID = genesis.nodeID): Body => ({
  kind: 'removeSubnetValidatorTx',
  nodeID,
  subnetID: of,
  subnetAuth: auth,
})
export const transferringOwnership = (of: ID, newOwner = owned(anna)): Body => ({
  kind: 'transferSubnetOwnershipTx',
  subnetID: of,
  subnetAuth: auth,
  newOwner,
})
export const disabling = (validationID: ID): Body => ({
  kind: 'disableL1ValidatorTx',
  validationID,
  disableAuth: auth,
})
/** Funded and signed by Anna, except for the authorization. */
export const authorizedBy = (body: Body, owner = bert): Uint8Array =>
  signedBy(anna, funded(body, [coin], anna), owner)
export const delegator = (
  change: object,
  end = chain.now + 20n * DAY,
  weight = 30n * UNITS,
): Body => delegating(weight, change, end)

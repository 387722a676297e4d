import { beforeAll, expect, test } from 'vitest'
import type { ID } from '../../../packages/node/src/codec/field.ts'
import { hexNodeID, hexShortID, namedID, ZERO_ID } from '../../../packages/node/src/codec/ids.ts'
import type { PlatformInput, PlatformTx } from '../../../packages/node/src/codec/p-chain.ts'
import type { Spending } from '../../../packages/node/src/codec/structures.ts'
import { utxoIDOf } from '../../../packages/node/src/chain/utxo-id.ts'
import { refusals, type Rule } from '../../../packages/node/src/p-chain/refusals.ts'
import {
  totals,
  validators,
  type Validator,
} from '../../../packages/node/src/p-chain/state/records.ts'
import { C, funded as me, NATIVE, someone, X } from '../x-chain/wallet.ts'
import { DAY, params, TestChain } from './chain.ts'
import {
  converted,
  fromManager,
  makeL1,
  manager,
  NOBODY,
  otherPayload,
  partlySigned,
  registration,
  rewarp,
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
  signedWith,
  sorted,
  spend,
  sum,
  testNode,
  type Body,
  type Coin,
  type Moving,
  type Out,
} from './wallet.ts'

/** One transaction for each rule, which breaks that rule and no other in front of it. */
const [anna, bert] = [someone(1), someone(2)]
const UNITS = 10n ** 9n
const LOCK = 5_000n * UNITS
const STAKE = 2_000n * UNITS

let chain: TestChain
/** What the tests spend and change, by name. */
let coin: Coin
let locked: Coin
let timed: Coin
let shared: Coin
let genesis: Validator
let subnetID: ID
let l1: ID
let lockTime: bigint

beforeAll(async () => {
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
  await issue(chain, me, {
    kind: 'transferSubnetOwnershipTx',
    subnetID: l1,
    subnetAuth: auth,
    newOwner: owned(anna),
  })
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
})

type Change = (tx: Moving) => PlatformTx
/** The transaction, covered and signed by Anna, with a change that breaks it. */
const by = (body: Body, change: Change = (tx) => tx): Uint8Array =>
  signedBy(anna, change(funded(body, [coin], anna)))
const plain = (change: Change): Uint8Array => by({ kind: 'baseTx' }, change)
const withOutputs = (...outputs: readonly Out[]): Uint8Array => plain((tx) => ({ ...tx, outputs }))
const spending = (
  of: Coin,
  change: (input: Spending<PlatformInput>) => Spending<PlatformInput> = (input) => input,
): Uint8Array => {
  const inputs = [spend(coin), change(spend(of))]
  return signedBy(anna, { kind: 'baseTx', ...base(inputs, []) })
}
const plainSum = (amount: bigint, change: object): Out => ({
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
const three = ['11', '22', '33'].map((byte) => hexShortID(byte.repeat(20)))

const staking = (
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
const staker = (change: object, weight = STAKE): object => ({
  nodeID: testNode(50).nodeID,
  start: 0n,
  end: chain.now + 20n * DAY,
  weight,
  ...change,
})
const delegating = (
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
const creating = (change: Partial<Extract<Body, { readonly kind: 'createChainTx' }>>): Body => ({
  kind: 'createChainTx',
  subnetID,
  chainName: 'Chain',
  vmID: namedID('evm'),
  fxIDs: [],
  genesisData: new Uint8Array(),
  subnetAuth: auth,
  ...change,
})
const validating = (change: object): Body => ({
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
const converting = (
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

/** A registration of a node with a change of what it says, or of who sends it. */
async function registering(
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
async function weighing(change: object): Promise<Uint8Array> {
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
const big = (bytes: number): Uint8Array => new Uint8Array(bytes)
const legacy = {
  validator: { nodeID: hexNodeID('07'.repeat(20)), start: 0n, end: 0n, weight: STAKE },
  stake: [],
}

const table: { readonly [Name in Rule]: () => Uint8Array | Promise<Uint8Array> } = {
  missing: () => spending({ ...coin, txID: NOBODY }),
  locked: () => spending(timed),
  notMarkedLocked: () =>
    spending(locked, (input) => ({
      ...input,
      input: { kind: 'secpTransferInput', amount: LOCK, sigIndices: [0] },
    })),
  wrongLocktime: () =>
    spending({
      ...locked,
      output: { ...locked.output, locktime: lockTime + 1n },
    }),
  wrongAsset: () => spending({ ...shared, assetID: NOBODY }),
  wrongAmount: () => spending({ ...locked, output: sum(anna, LOCK - 1n, lockTime).output }),
  fundsShort: () => plain((tx) => ({ ...tx, outputs: [sum(anna, 10_000_000n * UNITS)] })),
  lockedFundsShort: () =>
    plain((tx) => ({ ...tx, outputs: [sum(anna, 10_000_001n * UNITS, lockTime)] })),
  doubleSpend: () => by({ kind: 'importTx', sourceChain: X, importedInputs: [spend(coin)] }),

  networkID: () => plain((tx) => ({ ...tx, networkID: 1 })),
  blockchainID: () => plain((tx) => ({ ...tx, blockchainID: X })),
  memo: () => plain((tx) => ({ ...tx, memo: Buffer.of(1) })),
  tooLarge: () => by(creating({ genesisData: big(66_000) })),
  tooMuchGas: () => {
    const inputs = Array.from({ length: 345 }, (_, at) => spend({ ...coin, outputIndex: at }))
    return signedBy(anna, { kind: 'baseTx', ...base(inputs, []) })
  },
  legacyKind: () =>
    by({ kind: 'baseTx' }, (tx) => ({
      ...tx,
      ...legacy,
      kind: 'addValidatorTx',
      rewardsOwner: owned(anna),
      shares: 0,
    })),
  notIssuable: () => signedWith({ kind: 'rewardValidatorTx', txID: genesis.txID }, []),
  outputOrder: () => withOutputs(...sorted([sum(anna, 5n), sum(bert, 6n)]).reverse()),
  inputOrder: () => plain((tx) => ({ ...tx, inputs: [spend(coin), spend(coin)] })),
  addressOrder: () => withOutputs(plainSum(5n, { addresses: [...three].reverse() })),
  signerOrder: () =>
    spending(shared, (input) => ({
      ...input,
      input: { kind: 'secpTransferInput', amount: 77n * UNITS, sigIndices: [1, 0] },
    })),
  noAsset: () => withOutputs({ ...sum(anna, 5n), assetID: ZERO_ID }),
  noOutputValue: () => withOutputs(sum(anna, 0n)),
  noInputValue: () =>
    plain((tx) => ({
      ...tx,
      inputs: [
        { ...spend(coin), input: { kind: 'secpTransferInput', amount: 0n, sigIndices: [0] } },
      ],
    })),
  noLocktime: () => withOutputs(sum(anna, 5n, 0n)),
  unspendable: () => withOutputs(plainSum(5n, { threshold: 2 })),
  unoptimized: () => withOutputs(plainSum(5n, { threshold: 0 })),

  credentialCount: () => signedWith(funded({ kind: 'baseTx' }, [coin], anna), []),
  tooManySigners: () => {
    const input = {
      kind: 'secpTransferInput',
      amount: 10_000_000n * UNITS,
      sigIndices: [0, 1],
    } as const
    return signedWith({ kind: 'baseTx', ...base([{ ...spend(coin), input }], []) }, [[anna, anna]])
  },
  tooFewSigners: () => {
    const [input] = [spend(shared)]
    return signedWith({ kind: 'baseTx', ...base([input], []) }, [[anna]])
  },
  signatureCount: () => signedWith(funded({ kind: 'baseTx' }, [coin], anna), [[anna, anna]]),
  signerOutOfBounds: () => {
    const input = {
      kind: 'secpTransferInput',
      amount: 10_000_000n * UNITS,
      sigIndices: [4],
    } as const
    return signedWith({ kind: 'baseTx', ...base([{ ...spend(coin), input }], []) }, [[anna]])
  },
  signature: () => signedBy(bert, funded({ kind: 'baseTx' }, [coin], anna)),

  noImports: () => by({ kind: 'importTx', sourceChain: X, importedInputs: [] }),
  noExports: () => by({ kind: 'exportTx', destinationChain: X, exportedOutputs: [] }),
  lockedExport: () =>
    by({ kind: 'exportTx', destinationChain: X, exportedOutputs: [sum(anna, 5n, lockTime)] }),
  otherChain: () =>
    by({ kind: 'exportTx', destinationChain: NOBODY, exportedOutputs: [sum(anna, 5n)] }),

  primaryNetwork: () => by(creating({ subnetID: ZERO_ID })),
  unknownSubnet: () => by(creating({ subnetID: NOBODY })),
  immutableSubnet: () => by(creating({ subnetID: l1 })),
  chainNameLength: () => by(creating({ chainName: 'x'.repeat(129) })),
  chainNameLetters: () => by(creating({ chainName: 'a-b' })),
  noVm: () => by(creating({ vmID: ZERO_ID })),
  fxOrder: () => by(creating({ fxIDs: [namedID('b'), namedID('a')] })),

  noNodeID: () =>
    by(staking({ validator: staker({ nodeID: hexNodeID('00'.repeat(20)) }) as never })),
  noWeight: () => by(validating({ weight: 0n })),
  noStake: () => by(staking({ stake: [] })),
  mixedStake: () =>
    by(staking({ stake: sorted([sum(anna, STAKE - 5n), { ...sum(anna, 5n), assetID: NOBODY }]) })),
  stakeSum: () => by(staking({ stake: [sum(anna, STAKE - 1n)] })),
  stakeAsset: () => by(staking({ stake: [{ ...sum(anna, STAKE), assetID: NOBODY }] })),
  tooManyShares: () => by(staking({ shares: 1_000_001 })),
  delegationFee: () => by(staking({ shares: 19_999 })),
  noSigner: () => by(staking({ signer: { kind: 'noSigner' } })),
  signerForbidden: () => by(staking({ subnetID })),
  possession: () =>
    by(
      staking({
        signer: {
          kind: 'proofOfPossession',
          publicKey: testNode(50).signer.publicKey,
          proofOfPossession: testNode(51).signer.proofOfPossession,
        },
      }),
    ),
  stakeTooSmall: () => by(staking({}, STAKE - 1n)),
  stakeTooLarge: () => by(staking({}, 3_000_000n * UNITS + 1n)),
  tooShort: () => by(staking({ validator: staker({ end: chain.now + DAY - 1n }) as never })),
  tooLong: () => by(staking({ validator: staker({ end: chain.now + 365n * DAY + 1n }) as never })),
  notElastic: () => by(delegating(30n * UNITS, { subnetID })),
  duplicateValidator: () => by(staking({ validator: staker({ nodeID: genesis.nodeID }) as never })),
  notPrimaryValidator: () => by(validating({ nodeID: testNode(50).nodeID })),
  period: () => by(delegating(30n * UNITS, {}, genesis.end + 1n)),
  unknownValidator: () =>
    by({ kind: 'removeSubnetValidatorTx', nodeID: genesis.nodeID, subnetID, subnetAuth: auth }),
  overDelegated: () => by(delegating(2_000_000n * UNITS)),

  managerAddress: () => by(converting({ managerAddress: big(4_097) })),
  noValidators: () => by(converting({ validators: [] })),
  validatorOrder: () =>
    by(converting({ validators: [converted(testNode(62)), converted(testNode(61))] })),
  nodeIDLength: () =>
    by(converting({ validators: [{ ...converted(testNode(60)), nodeID: Buffer.of(1, 2) }] })),
  duplicateL1Validator: () => registering({ nodeID: testNode(1).bytes }),
  tooManyActive: async () => {
    const before = await chain.state.totals()
    await chain.store.write([totals.put({ ...before, activeL1: params.validatorFee.capacity })])
    restore = () => chain.store.write([totals.put(before)])
    return by(converting({}))
  },
  noBalance: () =>
    by({ kind: 'increaseL1ValidatorBalanceTx', validationID: validationOf(l1, 0), balance: 0n }),
  unknownL1Validator: () =>
    by({ kind: 'increaseL1ValidatorBalanceTx', validationID: NOBODY, balance: 1n }),
  notAnL1: () => registering({ subnetID }),
  lastValidator: () => weighing({ weight: 0n }),

  warpFormat: async () => {
    const { message } = registration(l1, testNode(70), chain.now + 600n)
    const signed = await fromManager(chain, message)
    const body = { kind: 'setL1ValidatorWeightTx', message: signed } as const
    return by(body, (tx) => ({ ...tx, ...body, message: signed.subarray(1) }))
  },
  warpNetwork: () => registering({}, { wrap: rewarp((message) => ({ ...message, networkID: 1 })) }),
  warpSource: () =>
    registering({}, { wrap: rewarp((message) => ({ ...message, sourceChainID: NOBODY })) }),
  warpSigners: () =>
    registering(
      {},
      {
        wrap: rewarp((message) => ({
          ...message,
          signature: { ...message.signature, signers: Buffer.of(0xff) },
        })),
      },
    ),
  warpQuorum: async () => {
    const { message: unsigned } = registration(l1, testNode(70), chain.now + 600n)
    const message = await partlySigned(chain, unsigned, 3)
    return registering({}, { wrap: () => message })
  },
  warpSignature: () =>
    registering(
      {},
      {
        wrap: rewarp(otherPayload),
      },
    ),
  manager: () => registering({}, { from: { sourceAddress: Buffer.of(1) } }),
  expired: () => registering({ expiry: chain.now }),
  expiryTooFar: () => registering({ expiry: chain.now + DAY + 1n }),
  replayed: async () => {
    const { message } = registration(l1, testNode(40), chain.now + 500n)
    return by({
      kind: 'registerL1ValidatorTx',
      balance: 0n,
      proofOfPossession: testNode(40).signer.proofOfPossession,
      message: await fromManager(chain, message),
    })
  },
  nonce: async () => {
    const { message, validationID } = registration(l1, testNode(41), chain.now + 500n)
    await issue(chain, me, {
      kind: 'registerL1ValidatorTx',
      balance: 0n,
      proofOfPossession: testNode(41).signer.proofOfPossession,
      message: await fromManager(chain, message),
    })
    const change = { kind: 'l1ValidatorWeight', validationID, nonce: 5n, weight: 1n } as const
    await issue(chain, me, {
      kind: 'setL1ValidatorWeightTx',
      message: await fromManager(chain, change),
    })
    return weighing({ validationID, nonce: 5n })
  },
  lastNonce: () => weighing({ nonce: 2n ** 64n - 1n }),
}

/** Undoes what a case wrote past the rules. */
let restore: () => Promise<void> = async () => {}

test.each(Object.keys(refusals) as Rule[])('%s', async (rule) => {
  const height = chain.tip.height
  const bytes = await table[rule]()
  const before = rule === 'nonce' ? chain.tip.height : height
  try {
    expect(await chain.refusal(bytes)).toBe(rule)
    expect(chain.tip.height).toBe(before)
  } finally {
    await restore()
    restore = async () => {}
  }
})

test('what the table begins with is accepted where nothing is broken', async () => {
  const spent = utxoIDOf(coin)
  expect(await chain.refusal(by(delegating(30n * UNITS)))).toBeUndefined()
  expect(await chain.state.utxos.get(spent)).toBeUndefined()
})

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ID } from '../../../packages/node/src/codec/field.ts'
import {
  idText,
  nodeIDOf,
  nodeIDText,
  PRIMARY_NETWORK_ID,
  ZERO_ID,
} from '../../../packages/node/src/codec/ids.ts'
import type { Peer } from '../../../packages/node/src/network/peers.ts'
import { noPeers } from '../../../packages/node/src/network/peers.ts'
import { validators } from '../../../packages/node/src/p-chain/state/records.ts'
import { call } from '../requests.ts'
import { C, funded as rich, NATIVE } from '../x-chain/wallet.ts'
import { DAY } from './chain.ts'
import { anna, bert, openPopulatedNode, onP, type PopulatedNode } from './populated-node.ts'
import { converted, manager, NOBODY, validationOf } from './l1.ts'
import { auth, owned, testNode } from './wallet.ts'

// Checks service.md field by field, as sent: each result has exactly these fields, under these conditions.

const [SELF, PEER] = [
  'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
  'NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ',
] as const
const peer: Peer = {
  ip: '127.0.0.1:9651',
  publicIP: '127.0.0.1:9651',
  nodeID: PEER,
  version: 'node/1.0.0',
  lastSent: '2026-11-22T12:00:00Z',
  lastReceived: '2026-11-22T12:00:00Z',
  benched: [],
  observedUptime: 99,
  trackedSubnets: [],
  supportedACPs: [],
  objectedACPs: [],
}

const digits = expect.stringMatching(/^\d+$/)
const id = expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{33,52}$/)
const nodeID = expect.stringMatching(/^NodeID-[1-9A-HJ-NP-Za-km-z]{20,34}$/)
const hex = expect.stringMatching(/^0x[0-9a-f]+$/)
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
const number = expect.any(Number)
const ownedBy = (...owners: readonly (typeof anna)[]): object => ({
  locktime: '0',
  threshold: '1',
  addresses: owners.map(onP),
})
const delegator = {
  txID: id,
  startTime: digits,
  endTime: digits,
  weight: '30000000000',
  nodeID,
  rewardOwner: ownedBy(bert),
  potentialReward: digits,
}
const staker = { txID: id, startTime: digits, endTime: digits, weight: digits, nodeID }
const primary = {
  ...staker,
  rewardOwner: ownedBy(anna),
  validationRewardOwner: ownedBy(anna),
  delegationRewardOwner: ownedBy(anna),
  potentialReward: digits,
  accruedDelegateeReward: '0',
  delegationFee: '6.2500',
  uptime: '100.0000',
  connected: false,
  signer: { publicKey: hex, proofOfPossession: hex },
  delegatorCount: '1',
  delegatorWeight: '30000000000',
}
const l1Validator = {
  validationID: id,
  nodeID,
  publicKey: hex,
  remainingBalanceOwner: ownedBy(rich),
  deactivationOwner: ownedBy(rich),
  startTime: digits,
  weight: '100',
  minNonce: '0',
  balance: '9000',
}
const native = (amount: string): object => ({ [idText(NATIVE)]: amount })

let world: PopulatedNode
/** An L1 with a validator from before its conversion. */
let mixed: ID

beforeAll(async () => {
  world = await openPopulatedNode({
    peers: { ...noPeers, connected: () => [peer] },
  })
  const { issue, now } = world
  mixed = await issue({ kind: 'createSubnetTx', owner: owned(rich) })
  await issue({
    kind: 'addSubnetValidatorTx',
    validator: {
      nodeID: testNode(1).nodeID,
      start: 0n,
      end: now() + 2n * DAY,
      weight: 7n,
      subnetID: mixed,
    },
    subnetAuth: auth,
  })
})
afterAll(() => world.node.close())

const ask: PopulatedNode['ask'] = (...given) => world.ask(...given)

interface Row {
  readonly method: string
  readonly when?: string
  readonly given?: () => object
  readonly want: () => object
}

const at = (value: () => ID): string => idText(value())
const subnet = (): string => at(() => world.made.subnet)
const l1 = (): string => at(() => world.made.l1)
const standard = {
  parentID: id,
  height: 1,
  time: number,
  id,
  txs: [{ unsignedTx: expect.any(Object), credentials: expect.any(Array), id }],
}

const rows: readonly Row[] = [
  {
    method: 'getBalance',
    given: () => ({ addresses: [onP(anna)] }),
    want: () => ({
      balance: '11',
      unlocked: '5',
      lockedStakeable: '6',
      lockedNotStakeable: '0',
      balances: native('11'),
      unlockeds: native('5'),
      lockedStakeables: native('6'),
      lockedNotStakeables: {},
      utxoIDs: [
        { txID: id, outputIndex: number },
        { txID: id, outputIndex: number },
      ],
    }),
  },
  {
    method: 'getBlockByHeight',
    when: 'hex',
    given: () => ({ height: '1', encoding: 'hex' }),
    want: () => ({ block: hex, encoding: 'hex' }),
  },
  {
    method: 'getBlockByHeight',
    when: 'json',
    given: () => ({ height: 1, encoding: 'json' }),
    want: () => ({ block: standard, encoding: 'json' }),
  },
  { method: 'getBlockchains', want: () => ({ blockchains: threeChains }) },
  {
    method: 'getBlockchainStatus',
    given: () => ({ blockchainID: 'X' }),
    want: () => ({ status: 'Validating' }),
  },
  { method: 'getCurrentSupply', want: () => ({ supply: digits, height: digits }) },
  {
    method: 'getFeeConfig',
    want: () => ({
      weights: [1, 1000, 1000, 4],
      maxCapacity: 1_000_000,
      maxPerSecond: 100_000,
      targetPerSecond: 50_000,
      minPrice: 1,
      excessConversionConstant: 2_164_043,
    }),
  },
  {
    method: 'getFeeState',
    want: () => ({ capacity: number, excess: number, price: 1, timestamp: time }),
  },
  { method: 'getHeight', want: () => ({ height: digits }) },
  {
    method: 'getL1Validator',
    given: () => ({ validationID: idText(validationOf(world.made.l1, 0)) }),
    want: () => ({ ...l1Validator, subnetID: l1(), height: digits }),
  },
  {
    method: 'getL1Validator',
    when: 'its ID is in an array, and it is inactive',
    given: () => ({ validationID: [at(() => world.made.registered)] }),
    want: () => ({ ...l1Validator, weight: '50', balance: '0', subnetID: l1(), height: digits }),
  },
  { method: 'getProposedHeight', want: () => ({ height: digits }) },
  {
    method: 'getMinStake',
    want: () => ({ minValidatorStake: '2000000000000', minDelegatorStake: '25000000000' }),
  },
  {
    method: 'getRewardUTXOs',
    given: () => ({ txID: at(() => world.made.delegator) }),
    want: () => ({ numFetched: '0', utxos: [], encoding: 'hex' }),
  },
  {
    method: 'getStake',
    given: () => ({ addresses: [onP(anna), onP(bert)] }),
    want: () => ({
      staked: '2030000000000',
      stakeds: native('2030000000000'),
      stakedOutputs: [expect.stringMatching(/^0x0000/), expect.stringMatching(/^0x0000/)],
      encoding: 'hex',
    }),
  },
  {
    method: 'getStake',
    when: 'only validators count',
    given: () => ({ addresses: [onP(anna), onP(bert)], validatorsOnly: true }),
    want: () => ({
      staked: '2000000000000',
      stakeds: native('2000000000000'),
      stakedOutputs: [hex],
      encoding: 'hex',
    }),
  },
  { method: 'getStakingAssetID', want: () => ({ assetID: idText(NATIVE) }) },
  {
    method: 'getSubnet',
    given: () => ({ subnetID: subnet() }),
    want: () => ({
      isPermissioned: true,
      controlKeys: [onP(rich)],
      threshold: '1',
      locktime: '0',
      subnetTransformationTxID: PRIMARY_NETWORK_ID,
      conversionID: PRIMARY_NETWORK_ID,
      managerChainID: PRIMARY_NETWORK_ID,
      managerAddress: null,
    }),
  },
  {
    method: 'getSubnet',
    when: 'it is an L1',
    given: () => ({ subnetID: l1() }),
    want: () => ({
      isPermissioned: false,
      controlKeys: [],
      threshold: '0',
      locktime: '0',
      subnetTransformationTxID: PRIMARY_NETWORK_ID,
      conversionID: expect.not.stringMatching(PRIMARY_NETWORK_ID),
      managerChainID: idText(C),
      managerAddress: `0x${Buffer.from(manager).toString('hex')}`,
    }),
  },
  {
    method: 'getSubnets',
    given: () => ({ ids: [subnet(), PRIMARY_NETWORK_ID] }),
    want: () => ({
      subnets: [
        { id: subnet(), controlKeys: [onP(rich)], threshold: '1' },
        { id: PRIMARY_NETWORK_ID, controlKeys: [], threshold: '0' },
      ],
    }),
  },
  { method: 'getTimestamp', want: () => ({ timestamp: '2026-11-22T12:00:00Z' }) },
  {
    method: 'getTotalStake',
    given: () => ({ subnetID: l1() }),
    want: () => ({ stake: '150', weight: '150' }),
  },
  {
    method: 'getTotalStake',
    when: 'the subnet has no validator',
    given: () => ({ subnetID: idText(NOBODY) }),
    want: () => ({ stake: '0', weight: '0' }),
  },
  {
    method: 'getTx',
    given: () => ({ txID: at(() => world.made.chain) }),
    want: () => ({ tx: hex, encoding: 'hex' }),
  },
  {
    method: 'getTx',
    when: 'json',
    given: () => ({ txID: at(() => world.made.chain), encoding: 'json' }),
    want: () => ({
      tx: {
        unsignedTx: {
          networkID: 12_345,
          blockchainID: PRIMARY_NETWORK_ID,
          outputs: [expect.any(Object)],
          inputs: [expect.any(Object)],
          memo: '0x',
          subnetID: subnet(),
          chainName: 'Chain 1',
          vmID: id,
          fxIDs: [id],
          genesisData: 'Z2VuZXNpcw==',
          subnetAuthorization: { signatureIndices: [0] },
        },
        credentials: [{ signatures: [hex] }, { signatures: [hex] }],
        id: at(() => world.made.chain),
      },
      encoding: 'json',
    }),
  },
  {
    method: 'getTxStatus',
    given: () => ({ txID: at(() => world.made.chain) }),
    want: () => ({ status: 'Committed' }),
  },
  {
    method: 'getUTXOs',
    given: () => ({ addresses: [onP(anna)], limit: 1 }),
    want: () => ({
      numFetched: '1',
      utxos: [hex],
      endIndex: { address: onP(anna), utxo: id },
      encoding: 'hex',
    }),
  },
  {
    method: 'getValidatorsAt',
    given: () => ({ height: 0 }),
    want: () => ({ validators: weights(5) }),
  },
  {
    method: 'getValidatorsAt',
    when: 'proposed',
    given: () => ({ height: 'proposed' }),
    want: () => ({ validators: weights(6) }),
  },
  {
    method: 'getValidatorFeeConfig',
    want: () => ({
      capacity: 20_000,
      target: 10_000,
      minPrice: 1,
      excessConversionConstant: 865_617,
    }),
  },
  { method: 'getValidatorFeeState', want: () => ({ excess: 0, price: 1, timestamp: time }) },
  {
    method: 'sampleValidators',
    given: () => ({ size: '2' }),
    want: () => ({ validators: [nodeID, nodeID] }),
  },
  {
    method: 'validatedBy',
    given: () => ({ blockchainID: at(() => world.made.chain) }),
    want: () => ({ subnetID: subnet() }),
  },
  {
    method: 'validates',
    given: () => ({ subnetID: PRIMARY_NETWORK_ID }),
    want: () => ({ blockchainIDs: [id, id] }),
  },
]
const chainOf = { id, name: expect.any(String), subnetID: id, vmID: id }
const threeChains = [{ ...chainOf, name: 'Chain 1' }, chainOf, chainOf]
const weights = (count: number): unknown => ({
  asymmetricMatch: (map: Readonly<Record<string, unknown>>) =>
    Object.keys(map).length === count &&
    Object.entries(map).every(
      ([key, value]) =>
        key.startsWith('NodeID-') && /^\d+$/.test(String(value)) && typeof value === 'string',
    ),
})

test.each(rows)('$method $when', async ({ method, given, want }) => {
  expect(await ask(method, given?.())).toEqual(want())
})

test('every method is tested', () => {
  const document = JSON.parse(
    readFileSync(new URL('../../../openrpc/p-chain.openrpc.json', import.meta.url), 'utf8'),
  ) as { readonly methods: readonly { readonly name: string }[] }
  const here = [...rows.map(({ method }) => method), 'getBlock', 'getCurrentValidators', 'issueTx']
  expect([...new Set(here)].map((name) => `platform.${name}`).sort()).toEqual(
    document.methods.map(({ name }) => name).sort(),
  )
  expect(document.methods).toHaveLength(30)
})

test('getBlock returns the block of getBlockByHeight by ID, and issueTx returns the transaction ID', async () => {
  const { block } = await ask('getBlockByHeight', { height: 1, encoding: 'json' })
  const blockID = (block as { readonly id: string }).id
  for (const encoding of ['hex', 'json', undefined])
    expect(await ask('getBlock', { blockID, encoding })).toEqual(
      await ask('getBlockByHeight', { height: 1, encoding }),
    )
  const txID = idText(mixed)
  const { tx } = await ask('getTx', { txID })
  expect(await ask('issueTx', { tx, encoding: 'hex' })).toEqual({ txID })
})

describe('getCurrentValidators', () => {
  const of = async (given: object): Promise<readonly Record<string, unknown>[]> =>
    (await ask('getCurrentValidators', given))['validators'] as Record<string, unknown>[]

  test('has delegators for a single node only', async () => {
    const node = nodeIDText(testNode(1).nodeID)
    const [alone] = await of({ nodeIDs: [node] })
    expect(alone).toEqual({ ...primary, delegators: [delegator] })
    const all = await of({})
    expect(all).toHaveLength(6)
    expect(all.find((each) => each['nodeID'] === node)).toEqual(primary)
    for (const each of await of({ nodeIDs: [node, SELF] }))
      expect(each).not.toHaveProperty('delegators')
    expect(await of({ nodeIDs: [SELF] })).toMatchObject([{ delegators: [] }])
    expect(await of({ nodeIDs: [nodeIDText(testNode(9).nodeID)] })).toEqual([])
  })

  test('has no signer for a validator without a BLS key', async () => {
    const { store, made } = world
    const key = [ZERO_ID, testNode(1).nodeID] as const
    const record = await validators.get(store, ...key)
    if (record === undefined) throw new Error(`${made.validator} is gone`)
    const none = new Uint8Array()
    await store.write([
      validators.put({ ...record, publicKey: none, proofOfPossession: none }, ...key),
    ])
    const [without] = await of({ nodeIDs: [nodeIDText(testNode(1).nodeID)] })
    await store.write([validators.put(record, ...key)])
    const { signer: _, ...rest } = primary
    expect(without).toEqual({ ...rest, delegators: [delegator] })
  })

  test('lists the same nodes as connected as the health of the chain', async () => {
    const all = await of({})
    const connected = all.filter((each) => each['connected'] === true).map((each) => each['nodeID'])
    expect(new Set(connected)).toEqual(new Set([SELF, PEER]))
    await world.node.health.health.runAll()
    const { result } = await call(`${world.node.url}/ext/health`, 'health.health')
    const checks = result?.['checks'] as Record<string, { readonly message: unknown }>
    for (const chain of ['P', 'X', 'C'])
      expect(checks[chain]?.message).toMatchObject({
        networking: {
          disconnectedValidators: all
            .filter((each) => each['connected'] === false)
            .map((each) => each['nodeID']),
        },
      })
  })

  test('has five fields for a validator that a subnet owner added', async () => {
    expect(await of({ subnetID: idText(mixed) })).toEqual([{ ...staker, weight: '7' }])
  })

  test('has L1 validators and permissioned validators for a converted subnet', async () => {
    const conversion = await world.issue({
      kind: 'convertSubnetToL1Tx',
      subnetID: mixed,
      managerChainID: C,
      managerAddress: manager,
      validators: [
        converted(testNode(4), { weight: 2n ** 60n, balance: 9_000n }),
        converted(testNode(5), { weight: 1n, balance: 9_000n }),
      ],
      subnetAuth: auth,
    })
    const found = await of({ subnetID: idText(mixed) })
    const byWeight = (weight: string) => found.find((each) => each['weight'] === weight)
    expect(found).toHaveLength(3)
    expect(byWeight('7')).toEqual({ ...staker, weight: '7' })
    const made = { ...l1Validator, txID: idText(conversion) }
    expect(byWeight('1')).toEqual({ ...made, weight: '1' })
    expect(byWeight(String(2n ** 60n))).toEqual({ ...made, weight: String(2n ** 60n) })
  })
})

test('validators are sampled by weight and sorted by their bytes', async () => {
  const subnetID = idText(mixed)
  const heavy = nodeIDText(testNode(4).nodeID)
  for (let draw = 0; draw < 40; draw++)
    expect(await ask('sampleValidators', { size: 1, subnetID })).toEqual({ validators: [heavy] })
  const { validators: all } = await ask('sampleValidators', { size: 3, subnetID })
  expect(all).toEqual([1, 4, 5].map((node) => nodeIDText(testNode(node).nodeID)))
})

test('info.uptime weights the observers of a subnet or L1 by their weights in it', async () => {
  const { client, issue, now } = world
  const subnet = await issue({ kind: 'createSubnetTx', owner: owned(rich) })
  const subnetID = idText(subnet)
  await expect(client.info.uptime({ subnetID })).rejects.toMatchObject({ reason: 'notValidating' })
  for (const [node, weight] of [
    [SELF, 30n],
    [PEER, 10n],
  ] as const)
    await issue({
      kind: 'addSubnetValidatorTx',
      validator: { nodeID: nodeIDOf(node), start: 0n, end: now() + DAY, weight, subnetID: subnet },
      subnetAuth: auth,
    })
  const permissioned = { rewardingStakePercentage: 100, weightedAveragePercentage: 99.75 }
  expect(await client.info.uptime({ subnetID })).toEqual(permissioned)
  await issue({
    kind: 'convertSubnetToL1Tx',
    subnetID: subnet,
    managerChainID: C,
    managerAddress: manager,
    validators: [converted(testNode(6), { weight: 60n, balance: 9_000n })],
    subnetAuth: auth,
  })
  const l1 = { rewardingStakePercentage: 40, weightedAveragePercentage: 39.9 }
  expect(await client.info.uptime({ subnetID })).toEqual(l1)
})

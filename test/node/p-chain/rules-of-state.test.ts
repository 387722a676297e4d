import { beforeAll, expect, test } from 'vitest'
import { decode, encode, type ID } from '../../../packages/node/src/codec/field.ts'
import { hexNodeID, ZERO_ID } from '../../../packages/node/src/codec/ids.ts'
import { SignedWarpMessage, WarpPayload } from '../../../packages/node/src/codec/messages.ts'

import type { Rule } from '../../../packages/node/src/p-chain/refusals.ts'
import { totals, validators } from '../../../packages/node/src/p-chain/state/records.ts'
import { parseTx } from '../../../packages/node/src/p-chain/tx.ts'
import { C, funded as me, someone, X } from '../x-chain/wallet.ts'
import {
  STAKE,
  UNITS,
  anna,
  authorizedBy,
  bert,
  busy,
  by,
  chain,
  coin,
  converting,
  creating,
  delegating,
  delegator,
  disabling,
  exporting,
  foreign,
  genesis,
  transferringOwnership,
  importing,
  l1,
  lockTime,
  locked,
  prepare,
  registering,
  removing,
  slow,
  small,
  staking,
  subnetID,
  validating,
  settingWeight,
} from './invalid-txs.ts'
import { DAY, params } from './chain.ts'
import { converted, manager, NOBODY, rewarp, validationOf } from './l1.ts'
import {
  auth,
  base,
  funded,
  issue,
  owned,
  signedBy,
  sorted,
  spend,
  sum,
  testNode,
  type Body,
  type Coin,
  type Out,
} from './wallet.ts'

// Checks every rule of the state, except for what `refusals.test.ts` covers: rules that depend on the state of
// the chain.

beforeAll(prepare)

type Bytes = Uint8Array | Promise<Uint8Array>
type Case = readonly [what: string, rule: Rule, tx: () => Bytes]

const MAX = 2n ** 64n - 1n
const TEN_MILLION = 10_000_000n * UNITS
/** Writes the maximum number of active L1 validators. */
async function atCapacity(): Promise<void> {
  const before = await chain.state.totals()
  await chain.store.write([totals.put({ ...before, activeL1: params.validatorFee.capacity })])
  restore = () => chain.store.write([totals.put(before)])
}
let restore: () => Promise<void> = async () => {}

/** A weight change instead of a registration, or the reverse. */
async function otherKind(): Promise<Uint8Array> {
  const tx = parseTx(await settingWeight({})).unsigned
  if (tx.kind !== 'setL1ValidatorWeightTx') throw new Error('not a weight change')
  const proofOfPossession = testNode(70).signer.proofOfPossession
  return by({ kind: 'registerL1ValidatorTx', balance: 0n, proofOfPossession, message: tx.message })
}
const rewritten = (change: (payload: Uint8Array) => Uint8Array) => (bytes: Uint8Array) => {
  const message = decode(SignedWarpMessage, bytes)
  return encode(SignedWarpMessage, { ...message, payload: change(message.payload) })
}

const EMPTY_NODE = hexNodeID('00'.repeat(20))

function delegatingTo(nodeID: typeof small, weight: bigint): Body {
  const body = delegating(weight, {}, chain.now + 10n * DAY)
  if (body.kind !== 'addPermissionlessDelegatorTx') throw new Error(body.kind)
  return { ...body, validator: { ...body.validator, nodeID } }
}

/** Returns the ID of an L1 validator without a balance. */
async function inactive(): Promise<ID> {
  const owner = someone(5)
  await issue(chain, me, { kind: 'baseTx' }, [sum(owner, UNITS)])
  const subnet = await issue(chain, owner, { kind: 'createSubnetTx', owner: owned(owner) })
  await issue(chain, owner, {
    kind: 'convertSubnetToL1Tx',
    subnetID: subnet,
    managerChainID: C,
    managerAddress: manager,
    validators: [converted(testNode(80), { balance: 0n })],
    subnetAuth: auth,
  })
  return validationOf(subnet, 0)
}

const table: readonly Case[] = [
  // 5.1: stakeable locks.
  [
    'a locked amount that comes out free',
    'fundsShort',
    () =>
      signedBy(anna, {
        kind: 'baseTx',
        ...base([spend(coin), spend(locked)], [sum(anna, TEN_MILLION + UNITS)]),
      }),
  ],
  [
    'a locked amount that comes out with another locktime',
    'lockedFundsShort',
    () =>
      signedBy(anna, {
        kind: 'baseTx',
        ...base([spend(coin), spend(locked)], [sum(anna, TEN_MILLION + UNITS, lockTime + 1n)]),
      }),
  ],
  [
    'a locked amount that comes out with another owner',
    'lockedFundsShort',
    () =>
      signedBy(anna, {
        kind: 'baseTx',
        ...base([spend(coin), spend(locked)], [sum(bert, TEN_MILLION + UNITS, lockTime)]),
      }),
  ],

  // 5.2: the other chains.
  [
    'an import from nowhere',
    'otherChain',
    () => by({ ...importing(foreign(0)), sourceChain: NOBODY } as Body),
  ],
  [
    'an import from the P-Chain itself',
    'otherChain',
    () => by({ ...importing(foreign(0)), sourceChain: ZERO_ID } as Body),
  ],
  [
    'an export to the P-Chain itself',
    'otherChain',
    () => by({ ...exporting(sum(anna, 5n)), destinationChain: ZERO_ID } as Body),
  ],
  ['an import of an output that does not exist', 'missing', () => by(importing(foreign(0)))],

  // 5.5: staking.
  ['a delegator with too little', 'stakeTooSmall', () => by(delegating(25n * UNITS - 1n))],
  ['a delegator for too short', 'tooShort', () => by(delegator({}, chain.now + DAY - 1n))],
  ['a delegator for too long', 'tooLong', () => by(delegator({}, chain.now + 365n * DAY + 1n))],
  [
    'a subnet validator for too short',
    'tooShort',
    () => by(validating({ end: chain.now + DAY - 1n })),
  ],
  [
    'a subnet validator for too long',
    'tooLong',
    () => by(validating({ end: chain.now + 365n * DAY + 1n })),
  ],
  [
    'a subnet validator for longer than on the Primary Network',
    'period',
    () => by(validating({ end: genesis.end + 1n })),
  ],
  [
    'a validator that the subnet has',
    'duplicateValidator',
    () => by(validating({ subnetID: busy })),
  ],
  [
    'a delegator of what is no validator',
    'unknownValidator',
    () => {
      const body = delegator({})
      if (body.kind !== 'addPermissionlessDelegatorTx') throw new Error(body.kind)
      return by({ ...body, validator: { ...body.validator, nodeID: testNode(50).nodeID } })
    },
  ],
  [
    'delegated more than four times the own stake',
    'overDelegated',
    () => by(delegatingTo(small, 4n * STAKE + 1n)),
  ],
  ['a staker without weight', 'noWeight', () => by(staking({}, 0n))],
  ['a delegator without stake', 'noStake', () => by(delegator({ stake: [] }))],
  [
    'a delegator with several assets',
    'mixedStake',
    () =>
      by(
        delegator({
          stake: sorted([sum(anna, 29n * UNITS), { ...sum(anna, UNITS), assetID: NOBODY }]),
        }),
      ),
  ],
  [
    'a delegator whose weight is another sum',
    'stakeSum',
    () => by(delegator({ stake: [sum(anna, 29n * UNITS)] })),
  ],
  [
    'a delegator with another asset',
    'stakeAsset',
    () => by(delegator({ stake: [{ ...sum(anna, 30n * UNITS), assetID: NOBODY }] })),
  ],
  ['a subnet validator without node ID', 'noNodeID', () => by(validating({ nodeID: EMPTY_NODE }))],
  [
    'a delegator without node ID',
    'noNodeID',
    () => {
      const body = delegator({})
      if (body.kind !== 'addPermissionlessDelegatorTx') throw new Error(body.kind)
      return by({ ...body, validator: { ...body.validator, nodeID: EMPTY_NODE } })
    },
  ],
  [
    'a permissionless validator of a permissioned subnet',
    'notElastic',
    () => by(staking({ subnetID, signer: { kind: 'noSigner' } })),
  ],
  ...(
    [
      ['validator', () => validating({ subnetID: ZERO_ID })],
      ['removal', () => removing(ZERO_ID)],
      ['owner', () => transferringOwnership(ZERO_ID)],
      ['conversion', () => converting({ subnetID: ZERO_ID })],
    ] as const
  ).map(([what, body]): Case => [
    `a ${what} of the Primary Network`,
    'primaryNetwork',
    () => by(body()),
  ]),
  ...(
    [
      ['validator', () => validating({ subnetID: NOBODY })],
      ['removal', () => removing(NOBODY)],
      ['owner', () => transferringOwnership(NOBODY)],
      ['conversion', () => converting({ subnetID: NOBODY })],
      ['staker', () => staking({ subnetID: NOBODY, signer: { kind: 'noSigner' } })],
      ['delegator', () => delegator({ subnetID: NOBODY })],
    ] as const
  ).map(([what, body]): Case => [
    `a ${what} of a subnet that does not exist`,
    'unknownSubnet',
    () => by(body()),
  ]),
  ...(
    [
      ['validator', () => validating({})],
      ['chain', () => creating({})],
      ['removal', () => removing(busy)],
      ['owner', () => transferringOwnership(subnetID)],
      ['conversion', () => converting({})],
    ] as const
  ).map(([what, body]): Case => [
    `a ${what} that the owner of the subnet did not sign`,
    'signature',
    () => authorizedBy(body()),
  ]),
  [
    'a chain of a subnet that its owner cannot change yet',
    'locked',
    () => by(creating({ subnetID: slow })),
  ],
  [
    'a validator that the owner of an L1 adds',
    'immutableSubnet',
    () => by(validating({ subnetID: l1 })),
  ],
  ['an L1 that is converted again', 'immutableSubnet', () => by(converting({ subnetID: l1 }))],

  // 5.7: L1 validators.
  [
    'a converted validator without weight',
    'noWeight',
    () => by(converting({ validators: [converted(testNode(60), { weight: 0n })] })),
  ],
  [
    'a converted validator with an empty node ID',
    'nodeIDLength',
    () =>
      by(converting({ validators: [{ ...converted(testNode(60)), nodeID: Buffer.alloc(20) }] })),
  ],
  ['a registration without weight', 'noWeight', () => registering({ weight: 0n })],
  [
    'a registration with a short node ID',
    'nodeIDLength',
    () => registering({ nodeID: Buffer.of(1) }),
  ],
  [
    'a registration when all places are taken',
    'tooManyActive',
    async () => {
      await atCapacity()
      return registering({}, { balance: 5n })
    },
  ],
  [
    'a registration with more weight than a set can have',
    'totalWeight',
    () => registering({ weight: MAX }),
  ],
  [
    'a subnet validator with more weight than a set can have',
    'totalWeight',
    () => by(validating({ subnetID: busy, nodeID: small, weight: MAX })),
  ],
  [
    'a registration with a larger balance than can be charged',
    'balanceTooLarge',
    () => registering({}, { balance: MAX }),
  ],
  ['a message of another kind', 'warpFormat', otherKind],
  [
    'a message that is no call',
    'warpFormat',
    () =>
      registering(
        {},
        { wrap: rewritten(() => encode(WarpPayload, { kind: 'hash', hash: NOBODY })) },
      ),
  ],
  [
    'signers with a byte too many',
    'warpSigners',
    () =>
      registering(
        {},
        {
          wrap: rewarp((message) => {
            const signers = Buffer.concat([Buffer.of(0), message.signature.signers])
            return { ...message, signature: { ...message.signature, signers } }
          }),
        },
      ),
  ],
  [
    'a call without an L1 message',
    'warpFormat',
    () =>
      registering(
        {},
        {
          wrap: rewritten(() =>
            encode(WarpPayload, {
              kind: 'addressedCall',
              sourceAddress: manager,
              payload: Buffer.of(1, 2, 3),
            }),
          ),
        },
      ),
  ],
  ['a manager on another chain', 'manager', () => registering({}, { from: { sourceChainID: X } })],
  [
    'a weight of a validator that does not exist',
    'unknownL1Validator',
    () => settingWeight({ validationID: NOBODY }),
  ],
  [
    'an inactive validator that is funded when all places are taken',
    'tooManyActive',
    async () => {
      const id = await inactive()
      await atCapacity()
      return by({ kind: 'increaseL1ValidatorBalanceTx', validationID: id, balance: 5n })
    },
  ],
  ['a validator that does not exist', 'unknownL1Validator', () => by(disabling(NOBODY))],
  [
    'a validator that another disables',
    'signature',
    () => authorizedBy(disabling(validationOf(l1, 0))),
  ],
]

test.each(table)('%s: %s', async (_, rule, tx) => {
  const bytes = await tx()
  const height = chain.tip.height
  try {
    expect(await chain.refusal(bytes)).toBe(rule)
    expect(chain.tip.height).toBe(height)
  } finally {
    await restore()
    restore = async () => {}
  }
})

// The same at the boundary of the rule, where it is accepted.
const accepted: readonly (readonly [string, () => Bytes])[] = [
  ['delegated exactly four times the own stake', () => byMe(delegatingTo(small, 4n * STAKE))],
  [
    'a stake of the least weight for the shortest time',
    () => byMe(staking({ validator: endingAt(DAY) })),
  ],
  [
    'a stake for exactly the longest time',
    () => {
      const { nodeID, signer } = testNode(51)
      const validator = { ...endingAt(365n * DAY), nodeID }
      return byMe(staking({ validator, signer: { kind: 'proofOfPossession', ...signer } }))
    },
  ],
  [
    'a delegation that ends with its validator',
    () => byMe(delegator({ validator: { ...endingAt(0n, 30n * UNITS), ...ofGenesis() } })),
  ],
  [
    'a subnet validator that ends with its stake',
    () => byMe(validating({ subnetID: mine, end: genesis.end })),
  ],
  [
    'a subnet validator with the most weight',
    () => byMe(validating({ subnetID: other, weight: MAX })),
  ],
  ['two outputs that are the same', () => byMe({ kind: 'baseTx' }, sum(bert, 5n), sum(bert, 5n))],
  [
    'an L1 validator that is registered for a day',
    async () => {
      const tx = parseTx(await registering({ expiry: chain.now + DAY })).unsigned
      if (tx.kind !== 'registerL1ValidatorTx') throw new Error(tx.kind)
      const { kind, balance, proofOfPossession, message } = tx
      return byMe({ kind, balance, proofOfPossession, message })
    },
  ],
]

/** Returns a staker with the minimum weight, for a number of seconds from now. */
const endingAt = (seconds: bigint, weight = STAKE) => ({
  nodeID: testNode(50).nodeID,
  start: 0n,
  end: chain.now + seconds,
  weight,
})
const ofGenesis = () => ({ nodeID: genesis.nodeID, end: genesis.end })
let mine: ID
let other: ID
beforeAll(async () => {
  mine = await issue(chain, me, { kind: 'createSubnetTx', owner: owned(me) })
  other = await issue(chain, me, { kind: 'createSubnetTx', owner: owned(me) })
})

async function byMe(body: Body, ...outputs: readonly Out[]): Promise<Uint8Array> {
  const coins: Coin[] = []
  for await (const each of chain.state.utxos.ofOwner(me.address))
    if (each.output.kind !== 'lockOut') coins.push(each)
  return signedBy(me, funded(body, coins, me, { outputs }))
}

test.each(accepted)('%s is accepted', async (_, tx) => {
  expect(await chain.refusal(await tx())).toBeUndefined()
})

test('the owner of an L1 can still remove a validator from before the conversion', async () => {
  const l1OfBert = await issue(chain, me, { kind: 'createSubnetTx', owner: owned(me) })
  await issue(chain, me, validating({ subnetID: l1OfBert }))
  await issue(chain, me, converting({ subnetID: l1OfBert }))
  const key = [l1OfBert, genesis.nodeID] as const
  expect(await validators.get(chain.store, ...key)).toBeDefined()
  await issue(chain, me, removing(l1OfBert))
  expect(await validators.get(chain.store, ...key)).toBeUndefined()
})

test('an expired lock can be spent with and without its marker', async () => {
  const until = chain.now + 60n
  const outputs = [7n, 8n].map((units) => sum(anna, units * UNITS, until))
  const txID = await issue(chain, me, { kind: 'baseTx' }, outputs)
  await chain.advance(61n)
  const coins: Coin[] = []
  for await (const each of chain.state.utxos.ofOwner(anna.address))
    if (each.txID === txID) coins.push(each)
  expect(coins.map(({ output }) => output.kind)).toEqual(['lockOut', 'lockOut'])
  const [marked, other] = coins.map(spend)
  if (marked?.input.kind !== 'lockIn' || other?.input.kind !== 'lockIn')
    throw new Error('not locked')
  for (const input of [marked, { ...other, input: other.input.input }])
    expect(
      await chain.refusal(signedBy(anna, { kind: 'baseTx', ...base([input], []) })),
    ).toBeUndefined()
})

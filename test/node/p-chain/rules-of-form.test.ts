import { beforeAll, expect, test } from 'vitest'
import { decode, encode } from '../../../packages/node/src/codec/field.ts'
import { namedID, ZERO_ID } from '../../../packages/node/src/codec/ids.ts'

import { SignedPlatformTx, type PlatformTx } from '../../../packages/node/src/codec/p-chain.ts'
import type { Rule } from '../../../packages/node/src/p-chain/refusals.ts'
import { parseTx } from '../../../packages/node/src/p-chain/tx.ts'

import {
  STAKE,
  UNITS,
  anna,
  bert,
  busy,
  by,
  chain,
  coin,
  converting,
  creating,
  delegator,
  disabling,
  exporting,
  foreign,
  transferringOwnership,
  importing,
  l1,
  legacy,
  plain,
  prepare,
  registering,
  removing,
  shared,
  staking,
  subnetID,
  three,
  validating,
} from './invalid-txs.ts'

import { converted, l1Owner, NOBODY, validationOf } from './l1.ts'
import {
  auth,
  base,
  funded,
  owned,
  signedWith,
  sorted,
  spend,
  sum,
  testNode,
  type Body,
} from './wallet.ts'

// Checks every rule of form: a rule that applies at several places is broken at each of them.
// `refusals.test.ts` covers the first place of every rule.

beforeAll(prepare)

type Bytes = Uint8Array | Promise<Uint8Array>
type Case = readonly [what: string, rule: Rule, tx: () => Bytes]

const backwards = { kind: 'secpInput', sigIndices: [1, 0] } as const
const reversed = { ...owned(anna), addresses: [...three].reverse() }
const tooMany = { ...owned(anna), threshold: 2 }
const nobody = { ...owned(anna), threshold: 0 }
const l1Reversed = { threshold: 1, addresses: [...three].reverse() }
const without = (body: Body): Uint8Array => {
  const tx = funded(body, [coin], anna)
  return signedWith(tx, [[anna]])
}

/** Returns the malleated signature with the high s. */
function withHighS(bytes: Uint8Array): Uint8Array {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const tx = decode(SignedPlatformTx, bytes)
  const credentials = tx.credentials.map((credential) => ({
    ...credential,
    signatures: credential.signatures.map((signature) => {
      const changed = Buffer.from(signature)
      const s = BigInt(`0x${changed.subarray(32, 64).toString('hex')}`)
      changed.write((order - s).toString(16).padStart(64, '0'), 32, 'hex')
      changed[64] = (changed[64] ?? 0) ^ 1
      return changed
    }),
  }))
  return encode(SignedPlatformTx, { ...tx, credentials })
}

const table: readonly Case[] = [
  // 2.4: kinds that are no longer accepted, or never from a sender.
  [
    'AddDelegatorTx',
    'legacyKind',
    () =>
      by({ kind: 'baseTx' }, (tx) => ({
        ...tx,
        ...legacy,
        kind: 'addDelegatorTx',
        rewardsOwner: owned(anna),
      })),
  ],
  [
    'TransformSubnetTx',
    'legacyKind',
    () =>
      by({ kind: 'baseTx' }, (tx) => ({
        ...tx,
        kind: 'transformSubnetTx',
        subnetID,
        assetID: NOBODY,
        initialSupply: 1n,
        maximumSupply: 2n,
        minConsumptionRate: 1n,
        maxConsumptionRate: 1n,
        minValidatorStake: 1n,
        maxValidatorStake: 1n,
        minStakeDuration: 1,
        maxStakeDuration: 1,
        minDelegationFee: 0,
        minDelegatorStake: 1n,
        maxValidatorWeightFactor: 1,
        uptimeRequirement: 0,
        subnetAuth: auth,
      })),
  ],
  [
    'AdvanceTimeTx',
    'notIssuable',
    () => signedWith({ kind: 'advanceTimeTx', time: chain.now + 5n }, []),
  ],

  // 2.6: canonical order and validity.
  [
    'exported outputs not sorted',
    'outputOrder',
    () => by(exporting(...sorted([sum(anna, 5n), sum(bert, 6n)]).reverse())),
  ],
  [
    'staked outputs not sorted',
    'outputOrder',
    () => by(staking({ stake: sorted([sum(anna, STAKE - 5n), sum(bert, 5n)]).reverse() })),
  ],
  ['imported inputs not sorted', 'inputOrder', () => by(importing(foreign(1), foreign(0)))],
  [
    'owners of a subnet not sorted',
    'addressOrder',
    () => by({ kind: 'createSubnetTx', owner: reversed }),
  ],
  ['new owners not sorted', 'addressOrder', () => by(transferringOwnership(subnetID, reversed))],
  [
    'owners of the validation reward not sorted',
    'addressOrder',
    () => by(staking({ validatorRewardsOwner: reversed })),
  ],
  [
    'owners of the delegation reward not sorted',
    'addressOrder',
    () => by(staking({ delegatorRewardsOwner: reversed })),
  ],
  [
    'owners of a delegator reward not sorted',
    'addressOrder',
    () => by(delegator({ rewardsOwner: reversed })),
  ],
  [
    'owners of a remaining balance not sorted',
    'addressOrder',
    () =>
      by(
        converting({
          validators: [{ ...converted(testNode(60)), remainingBalanceOwner: l1Reversed }],
        }),
      ),
  ],
  [
    'deactivation owners not sorted',
    'addressOrder',
    () =>
      by(
        converting({ validators: [{ ...converted(testNode(60)), deactivationOwner: l1Reversed }] }),
      ),
  ],
  [
    'registered owners not sorted',
    'addressOrder',
    () => registering({ remainingBalanceOwner: l1Reversed }),
  ],
  [
    'registered disable owners not sorted',
    'addressOrder',
    () => registering({ disableOwner: l1Reversed }),
  ],
  ...(
    [
      ['AddSubnetValidatorTx', () => ({ ...validating({}), subnetAuth: backwards })],
      ['CreateChainTx', () => creating({ subnetAuth: backwards })],
      ['RemoveSubnetValidatorTx', () => ({ ...removing(busy), subnetAuth: backwards })],
      [
        'TransferSubnetOwnershipTx',
        () => ({ ...transferringOwnership(subnetID), subnetAuth: backwards }),
      ],
      ['ConvertSubnetToL1Tx', () => converting({ subnetAuth: backwards })],
      [
        'DisableL1ValidatorTx',
        () => ({ ...disabling(validationOf(l1, 0)), disableAuth: backwards }),
      ],
    ] as const
  ).map(([kind, body]): Case => [
    `signers of a ${kind} not sorted`,
    'signerOrder',
    () => by(body()),
  ]),
  [
    'the same feature extension twice',
    'fxOrder',
    () => by(creating({ fxIDs: [namedID('a'), namedID('a')] })),
  ],
  [
    'the same L1 validator twice',
    'validatorOrder',
    () => by(converting({ validators: [converted(testNode(60)), converted(testNode(60))] })),
  ],
  [
    'a subnet that too few own',
    'unspendable',
    () => by({ kind: 'createSubnetTx', owner: tooMany }),
  ],
  ['a reward that too few own', 'unspendable', () => by(delegator({ rewardsOwner: tooMany }))],
  [
    'a registration that too few own',
    'unspendable',
    () => registering({ disableOwner: { ...l1Owner(anna), threshold: 2 } }),
  ],
  [
    'a subnet without an owner, with addresses',
    'unoptimized',
    () => by({ kind: 'createSubnetTx', owner: nobody }),
  ],
  ['an exported output without value', 'noOutputValue', () => by(exporting(sum(anna, 0n)))],
  [
    'a staked output without value',
    'noOutputValue',
    () => by(staking({ stake: sorted([sum(anna, 0n), sum(bert, STAKE)]) })),
  ],
  [
    'an imported input without value',
    'noInputValue',
    () => by(importing({ ...foreign(0), ...sum(anna, 0n) })),
  ],
  [
    'an input without asset',
    'noAsset',
    () => plain((tx) => ({ ...tx, inputs: [{ ...spend(coin), assetID: ZERO_ID }] })),
  ],
  ['no credential for what is imported', 'credentialCount', () => without(importing(foreign(0)))],
  ['no credential for the authorization', 'credentialCount', () => without(creating({}))],

  // 2.7: signatures and proofs.
  ['a signature with the other s', 'signature', () => withHighS(plain((tx) => tx))],
  [
    'signatures in another order than the owners',
    'signature',
    () => {
      const input = { kind: 'secpTransferInput', amount: 77n * UNITS, sigIndices: [0, 1] } as const
      const signers = [anna, bert].sort((a, b) => (a.address < b.address ? 1 : -1))
      return signedWith({ kind: 'baseTx', ...base([{ ...spend(shared), input }], []) }, [signers])
    },
  ],
  [
    'a converted validator with the proof of another',
    'possession',
    () => {
      const { proofOfPossession } = testNode(61).signer
      const validator = converted(testNode(60))
      const signer = { ...validator.signer, proofOfPossession }
      return by(converting({ validators: [{ ...validator, signer }] }))
    },
  ],
  [
    'a registration with the proof of another',
    'possession',
    () => registering({}, { proof: testNode(71).signer.proofOfPossession }),
  ],
  [
    'a BLS key that is no point',
    'possession',
    () => {
      const { proofOfPossession } = testNode(50).signer
      const publicKey = Buffer.alloc(48, 0xff)
      return by(staking({ signer: { kind: 'proofOfPossession', publicKey, proofOfPossession } }))
    },
  ],
]

test.each(table)('%s: %s', async (_, rule, tx) => {
  expect(await chain.refusal(await tx())).toBe(rule)
})

// 2.1: bytes that are not a transaction.
const whole = (): Buffer => Buffer.from(plain((tx) => tx))
test.each([
  ['with bytes behind it', () => Buffer.concat([whole(), Buffer.of(0)])],
  ['cut off', () => whole().subarray(0, -1)],
  ['of another codec version', () => Buffer.concat([Buffer.of(0, 1), whole().subarray(2)])],
  ['of no kind', () => Buffer.concat([Buffer.of(0, 0, 0, 0, 0, 99), whole().subarray(6)])],
  [
    'of the kind of an output',
    () => Buffer.concat([Buffer.of(0, 0, 0, 0, 0, 7), whole().subarray(6)]),
  ],
])('a transaction %s cannot be parsed', (_, bytes) => {
  expect(() => chain.vm.parse(bytes())).toThrow(RangeError)
})

test('each legacy kind is decoded from its bytes', () => {
  for (const [what, rule, tx] of table.filter(([, rule]) => rule === 'legacyKind')) {
    const bytes = tx()
    if (bytes instanceof Promise) throw new Error(what)
    const kind = `${what.charAt(0).toLowerCase()}${what.slice(1)}` as PlatformTx['kind']
    expect([rule, parseTx(bytes).unsigned.kind]).toEqual(['legacyKind', kind])
  }
})

import type { Context } from '@native-node/server'
import { beforeAll, expect, test } from 'vitest'
import { hexNodeID, idText, namedID, ZERO_ID } from '../../../packages/node/src/codec/ids.ts'
import { utxoIDOf } from '../../../packages/node/src/chain/utxo-id.ts'
import { checkedHex } from '../../../packages/node/src/codec/text.ts'
import { txHandlers } from '../../../packages/node/src/p-chain/api/txs.ts'
import type { PChain } from '../../../packages/node/src/p-chain/chain.ts'
import { messages, refusal, type Rule } from '../../../packages/node/src/p-chain/refusals.ts'
import { totals } from '../../../packages/node/src/p-chain/state/records.ts'
import { funded as me, NATIVE, X } from '../x-chain/wallet.ts'
import {
  UNITS,
  LOCK,
  STAKE,
  chain,
  coin,
  locked,
  timed,
  shared,
  genesis,
  subnetID,
  l1,
  lockTime,
  by,
  plain,
  withOutputs,
  spending,
  plainSum,
  three,
  staking,
  staker,
  delegating,
  creating,
  validating,
  converting,
  registering,
  settingWeight,
  bytesOfLength,
  legacy,
  anna,
  authorizedBy,
  bert,
  foreign,
  importing,
  prepare,
} from './invalid-txs.ts'
import { DAY, params } from './chain.ts'
import {
  converted,
  fromManager,
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
  funded,
  issue,
  owned,
  signedBy,
  signedWith,
  sorted,
  spend,
  sum,
  testNode,
} from './wallet.ts'

beforeAll(prepare)

const MAX = 2n ** 64n - 1n

/** One transaction per rule, which breaks that rule and none that is checked earlier. */
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
  tooLarge: () => by(creating({ genesisData: bytesOfLength(66_000) })),
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

  totalWeight: () => {
    const most = converted(testNode(60), { weight: MAX })
    return by(converting({ validators: [most, converted(testNode(61), { weight: 1n })] }))
  },

  managerAddress: () => by(converting({ managerAddress: bytesOfLength(4_097) })),
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
  balanceTooLarge: () =>
    by({ kind: 'increaseL1ValidatorBalanceTx', validationID: validationOf(l1, 0), balance: MAX }),
  unknownL1Validator: () =>
    by({ kind: 'increaseL1ValidatorBalanceTx', validationID: NOBODY, balance: 1n }),
  notAnL1: () => registering({ subnetID }),
  lastValidator: () => settingWeight({ weight: 0n }),

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
    return settingWeight({ validationID, nonce: 5n })
  },
  lastNonce: () => settingWeight({ nonce: MAX }),
}

/** Reverts the writes that a case made directly to the store. */
let restore: () => Promise<void> = async () => {}

test.each(Object.keys(messages) as Rule[])('%s', async (rule) => {
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

const local = (owner: typeof anna): string => owner.text.replace('X-', 'P-')
const details: readonly (readonly [rule: Rule, parts: readonly string[]])[] = [
  ['signature', ['signature 0 of input 0', `is by ${local(bert)}`, `expected ${local(anna)}`]],
  ['tooManySigners', ['the number of signers of input 0 is 2, the threshold is 1']],
  ['tooFewSigners', ['the number of signers of input 0 is 1, the threshold is 2']],
  ['signatureCount', ['the number of signers of input 0 is 1, the number of signatures is 2']],
  ['signerOutOfBounds', ['input 0 has the signer index 4, the number of owners is 1']],
  ['credentialCount', ['expected 1, got 0']],
  ['missing', ['output', idText(NOBODY)]],
  ['fundsShort', ['outputs and fees need 1000000000000', idText(NATIVE), '10000000000000000']],
]
test.each(details)('the error for %s contains the expected value', async (rule, parts) => {
  const { message } = await chain.refused(await table[rule]())
  for (const part of parts) expect(message).toContain(part)
})

test('the error reports an authorization signed by another key', async () => {
  const { message } = await chain.refused(authorizedBy(creating({})))
  const expected = `is by ${local(bert)}, expected ${local(anna)}`
  expect(message).toContain(`signature 0 of the subnet authorization ${expected}`)
})

test('the error reports an imported input signed by another key', async () => {
  const utxo = foreign(0)
  await chain.store.write(chain.state.from(X).added(utxo))
  const tx = funded(importing(utxo), [coin], anna)
  const { message } = await chain.refused(signedWith(tx, [[anna], [bert]]))
  expect(message).toContain(`signature 0 of imported input 0 is by ${local(bert)}`)
})

test('each transaction of the table is accepted without its fault', async () => {
  const spent = utxoIDOf(coin)
  expect(await chain.refusal(by(delegating(30n * UNITS)))).toBeUndefined()
  expect(await chain.state.utxos.get(spent)).toBeUndefined()
})

/** Returns the reason that the API document has for a rule. */
function expectedReason(rule: Rule): string {
  if (/^(credential|too(Many|Few)Signers|signature|signerOutOf)/.test(rule)) return 'wrongSignature'
  if (rule.endsWith('undsShort')) return 'insufficientFunds'
  if (rule === 'missing') return 'missingUtxo'
  if (rule === 'doubleSpend') return 'transactionConflict'
  return rule === 'tooLarge' ? 'transactionTooLarge' : 'transactionRefused'
}

test.each(Object.keys(messages) as Rule[])('the API error for %s has its reason', async (rule) => {
  const reason = expectedReason(rule)
  const issue = (): Promise<never> => Promise.reject(refusal(rule))
  const handlers = txHandlers({ issue } as unknown as PChain)
  const context = {} as unknown as Context
  const issued = async (): Promise<unknown> =>
    handlers.issueTx({ tx: `0x${checkedHex(Buffer.of(0)).slice(2)}` }, context)
  await expect(issued()).rejects.toMatchObject({ reason })
})

import type { PChainErrors } from '@native-node/server/p-chain'
import { refusalsOf, type MakeRefusal } from '../chain/refusal.ts'
import { formMessages } from '../chain/rules/form.ts'

/** The rules for transactions, with their messages. */
export const messages = {
  ...formMessages,

  // Inputs.
  missing: 'UTXO not found',
  locked: 'output is time locked',
  notMarkedLocked: 'input spends a locked output but is not marked as locked',
  wrongLocktime: 'locktime of the input does not match the output',
  wrongAsset: "asset ID of the input doesn't match the UTXO",
  wrongAmount: "amount of the input doesn't match the UTXO",
  fundsShort: 'insufficient unlocked funds',
  lockedFundsShort: 'insufficient locked funds',
  doubleSpend: 'tx conflicts with other tx: it spends an output twice',

  // Network, chain and form.
  memo: 'memo must be empty',
  tooLarge: 'tx too large: the limit is 65536 bytes',
  tooMuchGas: 'tx uses more gas than a block can have',
  legacyKind: 'transactions of this kind are no longer accepted',
  notIssuable: 'transactions of this kind are only issued by the chain',
  noLocktime: 'locktime of a locked amount must not be 0',

  // Signatures.
  credentialCount: 'wrong signature: wrong number of credentials',
  tooManySigners: 'wrong signature: more signers than the threshold',
  tooFewSigners: 'wrong signature: fewer signers than the threshold',
  signatureCount: 'wrong signature: number of signatures does not match the signers',
  signerOutOfBounds: 'wrong signature: a signer is not among the owners',
  signature: 'wrong signature',

  // Imports and exports.
  lockedExport: 'locked amounts cannot be exported',
  otherChain: 'the chain is not another chain of the Primary Network',

  // Subnets and blockchains.
  primaryNetwork: 'the Primary Network cannot be modified as a subnet',
  unknownSubnet: 'the subnet does not exist',
  immutableSubnet: 'the subnet is immutable: it was converted to an L1',
  chainNameLength: 'blockchain name is longer than 128 characters',
  chainNameLetters: 'blockchain name may only have letters, digits and spaces',
  noVm: 'blockchain has no VM ID',
  fxOrder: 'feature extensions not sorted and unique',

  // Stakers.
  noNodeID: 'node ID is empty',
  noWeight: 'weight must not be 0',
  noStake: 'tx has no staked outputs',
  mixedStake: 'the staked outputs have different assets',
  stakeSum: 'the weight does not match the sum of the staked outputs',
  stakeAsset: 'the stake has the wrong asset',
  tooManyShares: 'delegation fee is more than 100 percent',
  delegationFee: 'delegation fee is less than 2 percent',
  noSigner: 'a validator of the Primary Network needs a BLS key',
  signerForbidden: 'only validators of the Primary Network have a BLS key',
  possession: 'invalid proof of possession',
  stakeTooSmall: 'weight of the staker is too low',
  stakeTooLarge: 'weight of the staker is too high',
  tooShort: 'staking period is too short',
  tooLong: 'staking period is too long',
  notElastic: 'the subnet is not elastic',
  duplicateValidator: 'the node already validates the subnet',
  notPrimaryValidator: 'the node does not validate the Primary Network',
  period: "staking period is not within the validator's",
  unknownValidator: 'the node does not validate the subnet',
  overDelegated: 'the delegation exceeds the maximum weight of the validator',
  totalWeight: 'the weights of the validators of the subnet add up to more than 2^64-1',

  // L1 validators.
  managerAddress: 'manager address is longer than 4096 bytes',
  noValidators: 'an L1 must have at least one validator',
  validatorOrder: 'validators not sorted and unique',
  nodeIDLength: 'node ID of an L1 validator must be 20 bytes and not all zero',
  duplicateL1Validator: 'the node already validates the L1',
  tooManyActive: 'the maximum number of active L1 validators is reached',
  noBalance: 'balance must not be 0',
  balanceTooLarge: 'the balance and the fees charged so far add up to more than 2^64-1',
  unknownL1Validator: 'the L1 validator does not exist',
  notAnL1: 'the subnet is not an L1',
  lastValidator: 'the last validator of an L1 cannot be removed',

  // Warp messages.
  warpFormat: 'the warp message cannot be parsed',
  warpNetwork: 'the warp message is for another network',
  warpSource: 'the source of the warp message does not exist',
  warpSigners: 'the signers of the warp message are not validators',
  warpQuorum: 'the warp message is signed by less than 67 percent of the weight',
  warpSignature: 'the signature of the warp message is invalid',
  manager: 'the warp message was not sent by the manager of the L1',
  expired: 'the registration has expired',
  expiryTooFar: 'the registration expires in more than a day',
  replayed: 'the registration was already issued',
  nonce: 'the nonce is too low',
  lastNonce: 'the highest nonce is reserved for removing a validator',
} as const

export type Rule = keyof typeof messages

export const refusal: MakeRefusal<Rule, keyof PChainErrors> = refusalsOf({
  messages,
  reasons: {
    missing: 'missingUtxo',
    fundsShort: 'insufficientFunds',
    lockedFundsShort: 'insufficientFunds',
    doubleSpend: 'transactionConflict',
    tooLarge: 'transactionTooLarge',
    credentialCount: 'wrongSignature',
    tooManySigners: 'wrongSignature',
    tooFewSigners: 'wrongSignature',
    signatureCount: 'wrongSignature',
    signerOutOfBounds: 'wrongSignature',
    signature: 'wrongSignature',
  },
  otherwise: 'transactionRefused',
})

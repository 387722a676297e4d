import { RefusedTx } from '../chain/refused-tx.ts'

/** The rules for transactions. Each has the `x-reason` name of its API error and a message. */
export const refusals = {
  // Inputs.
  missing: ['missingUtxo', 'UTXO not found'],
  locked: ['transactionRefused', 'output is time locked'],
  notMarkedLocked: [
    'transactionRefused',
    'input spends a locked output but is not marked as locked',
  ],
  wrongLocktime: ['transactionRefused', 'locktime of the input does not match the output'],
  wrongAsset: ['transactionRefused', "asset ID of the input doesn't match the UTXO"],
  wrongAmount: ['transactionRefused', "amount of the input doesn't match the UTXO"],
  fundsShort: ['insufficientFunds', 'insufficient unlocked funds'],
  lockedFundsShort: ['insufficientFunds', 'insufficient locked funds'],
  doubleSpend: ['transactionConflict', 'tx conflicts with other tx: it spends an output twice'],

  // Network, chain and form.
  networkID: ['transactionRefused', 'tx has wrong network ID'],
  blockchainID: ['transactionRefused', 'tx has wrong chain ID'],
  memo: ['transactionRefused', 'memo must be empty'],
  tooLarge: ['transactionTooLarge', 'tx too large: the limit is 65536 bytes'],
  tooMuchGas: ['transactionRefused', 'tx uses more gas than a block can have'],
  legacyKind: ['transactionRefused', 'transactions of this kind are no longer accepted'],
  notIssuable: ['transactionRefused', 'transactions of this kind are only issued by the chain'],
  outputOrder: ['transactionRefused', 'outputs not sorted'],
  inputOrder: ['transactionRefused', 'inputs not sorted and unique'],
  addressOrder: ['transactionRefused', 'addresses not sorted and unique'],
  signerOrder: ['transactionRefused', 'address indices not sorted and unique'],
  noAsset: ['transactionRefused', 'no asset ID provided'],
  noOutputValue: ['transactionRefused', 'output has no value'],
  noInputValue: ['transactionRefused', 'input has no value'],
  noLocktime: ['transactionRefused', 'locktime of a locked amount must not be 0'],
  unspendable: ['transactionRefused', 'output is unspendable'],
  unoptimized: ['transactionRefused', 'output representation should be optimized'],

  // Signatures.
  credentialCount: ['wrongSignature', 'wrong signature: wrong number of credentials'],
  tooManySigners: ['wrongSignature', 'wrong signature: more signers than the threshold'],
  tooFewSigners: ['wrongSignature', 'wrong signature: fewer signers than the threshold'],
  signatureCount: [
    'wrongSignature',
    'wrong signature: number of signatures does not match the signers',
  ],
  signerOutOfBounds: ['wrongSignature', 'wrong signature: a signer is not among the owners'],
  signature: ['wrongSignature', 'wrong signature'],

  // Imports and exports.
  noImports: ['transactionRefused', 'tx has no import inputs'],
  noExports: ['transactionRefused', 'tx has no export outputs'],
  lockedExport: ['transactionRefused', 'locked amounts cannot be exported'],
  otherChain: ['transactionRefused', 'the chain is not another chain of the Primary Network'],

  // Subnets and blockchains.
  primaryNetwork: ['transactionRefused', 'the Primary Network cannot be modified as a subnet'],
  unknownSubnet: ['transactionRefused', 'the subnet does not exist'],
  immutableSubnet: ['transactionRefused', 'the subnet is immutable: it was converted to an L1'],
  chainNameLength: ['transactionRefused', 'blockchain name is longer than 128 characters'],
  chainNameLetters: [
    'transactionRefused',
    'blockchain name may only have letters, digits and spaces',
  ],
  noVm: ['transactionRefused', 'blockchain has no VM ID'],
  fxOrder: ['transactionRefused', 'feature extensions not sorted and unique'],

  // Stakers.
  noNodeID: ['transactionRefused', 'node ID is empty'],
  noWeight: ['transactionRefused', 'weight must not be 0'],
  noStake: ['transactionRefused', 'tx has no staked outputs'],
  mixedStake: ['transactionRefused', 'the staked outputs have different assets'],
  stakeSum: ['transactionRefused', 'the weight does not match the sum of the staked outputs'],
  stakeAsset: ['transactionRefused', 'the stake has the wrong asset'],
  tooManyShares: ['transactionRefused', 'delegation fee is more than 100 percent'],
  delegationFee: ['transactionRefused', 'delegation fee is less than 2 percent'],
  noSigner: ['transactionRefused', 'a validator of the Primary Network needs a BLS key'],
  signerForbidden: ['transactionRefused', 'only validators of the Primary Network have a BLS key'],
  possession: ['transactionRefused', 'invalid proof of possession'],
  stakeTooSmall: ['transactionRefused', 'weight of the staker is too low'],
  stakeTooLarge: ['transactionRefused', 'weight of the staker is too high'],
  tooShort: ['transactionRefused', 'staking period is too short'],
  tooLong: ['transactionRefused', 'staking period is too long'],
  notElastic: ['transactionRefused', 'the subnet is not elastic'],
  duplicateValidator: ['transactionRefused', 'the node already validates the subnet'],
  notPrimaryValidator: ['transactionRefused', 'the node does not validate the Primary Network'],
  period: ['transactionRefused', "staking period is not within the validator's"],
  unknownValidator: ['transactionRefused', 'the node does not validate the subnet'],
  overDelegated: [
    'transactionRefused',
    'the delegation exceeds the maximum weight of the validator',
  ],
  totalWeight: [
    'transactionRefused',
    'the weights of the validators of the subnet add up to more than 2^64-1',
  ],

  // L1 validators.
  managerAddress: ['transactionRefused', 'manager address is longer than 4096 bytes'],
  noValidators: ['transactionRefused', 'an L1 must have at least one validator'],
  validatorOrder: ['transactionRefused', 'validators not sorted and unique'],
  nodeIDLength: [
    'transactionRefused',
    'node ID of an L1 validator must be 20 bytes and not all zero',
  ],
  duplicateL1Validator: ['transactionRefused', 'the node already validates the L1'],
  tooManyActive: ['transactionRefused', 'the maximum number of active L1 validators is reached'],
  noBalance: ['transactionRefused', 'balance must not be 0'],
  balanceTooLarge: [
    'transactionRefused',
    'the balance and the fees charged so far add up to more than 2^64-1',
  ],
  unknownL1Validator: ['transactionRefused', 'the L1 validator does not exist'],
  notAnL1: ['transactionRefused', 'the subnet is not an L1'],
  lastValidator: ['transactionRefused', 'the last validator of an L1 cannot be removed'],

  // Warp messages.
  warpFormat: ['transactionRefused', 'the warp message cannot be parsed'],
  warpNetwork: ['transactionRefused', 'the warp message is for another network'],
  warpSource: ['transactionRefused', 'the source of the warp message does not exist'],
  warpSigners: ['transactionRefused', 'the signers of the warp message are not validators'],
  warpQuorum: [
    'transactionRefused',
    'the warp message is signed by less than 67 percent of the weight',
  ],
  warpSignature: ['transactionRefused', 'the signature of the warp message is invalid'],
  manager: ['transactionRefused', 'the warp message was not sent by the manager of the L1'],
  expired: ['transactionRefused', 'the registration has expired'],
  expiryTooFar: ['transactionRefused', 'the registration expires in more than a day'],
  replayed: ['transactionRefused', 'the registration was already issued'],
  nonce: ['transactionRefused', 'the nonce is too low'],
  lastNonce: ['transactionRefused', 'the highest nonce is reserved for removing a validator'],
} as const

export type Rule = keyof typeof refusals

/** Returns the error for a transaction that breaks a rule. `detail` has the expected and given values. */
export function refused(rule: Rule, detail?: string): RefusedTx<Rule> {
  const [reason, message] = refusals[rule]
  return new RefusedTx(rule, reason, detail === undefined ? message : `${message}: ${detail}`)
}

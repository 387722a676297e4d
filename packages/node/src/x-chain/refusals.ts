import type { XChainErrors } from '@native-node/server/x-chain'
import { refusalsOf, type MakeRefusal } from '../chain/refusal.ts'
import { formMessages } from '../chain/rules/form.ts'

/** The rules for transactions, with their messages. */
export const messages = {
  ...formMessages,

  // Inputs.
  missing: 'missing UTXO',
  doubleSpend: 'inputs attempt to double spend an input',
  locked: 'output is time locked',
  fundsShort: 'insufficient funds',
  overflow: 'the amounts of an asset add up to more than 2^64-1',

  // Network and chains.
  sameChain: 'same chainID',
  otherSubnet: 'mismatched subnetIDs',

  // Signatures.
  credentialCount: 'wrong number of credentials',
  credentialKind: 'wrong credential type',
  tooManySigners: 'wrong signers: input has more signers than expected',
  tooFewSigners: 'wrong signers: input has less signers than expected',
  signatureCount:
    'wrong signature count: input expected a different number of signers than provided in the credential',
  signerOutOfBounds: 'wrong signer: input referenced a nonexistent address in the output',
  signature: 'wrong signature',

  // Canonical order and form.
  stateOrder: 'initial states not sorted and unique',
  stateOutputOrder: 'outputs of an initial state not sorted',
  operationOrder: 'operations not sorted and unique',
  operationInputOrder: 'utxo IDs of an operation not sorted and unique',

  // Amounts, owners and assets.
  memo: 'memo exceeds maximum length of 256 bytes',
  payload: 'payload of a token exceeds maximum length of 1024 bytes',
  nameTooShort: 'name is too short, minimum size is 1',
  nameTooLong: 'name is too long, maximum size is 128',
  nameSpace: 'unexpected whitespace provided',
  nameLetters: "asset's name must be made up of only letters, numbers and spaces",
  symbolTooShort: 'symbol is too short, minimum size is 1',
  symbolTooLong: 'symbol is too long, maximum size is 4',
  symbolLetters: "asset's symbol must be all upper case letters",
  denomination: 'denomination is too large, maximum is 32',
  noStates: 'assets must support at least one Fx',
  unknownFx: 'unknown feature extension',
  noOperations: 'an operationTx must have at least one operation',

  // Spending.
  wrongAsset: "asset IDs in the input don't match the utxo",
  wrongAmount: "input amount doesn't match the amount of the utxo",
  wrongKind: 'wrong utxo type',
  notAnAsset: 'not an asset',
  unknownAsset: 'the asset does not exist',
  incompatibleFx: 'incompatible feature extension',
  operationInputs: 'wrong number of utxos for the operation',
  wrongMintOutput: 'wrong mint output created',
  wrongGroup: 'group of the token differs from the group of the utxo',
  wrongPayload: 'payload of the token differs from the payload of the utxo',

  // Limits of the node.
  tooLarge: 'tx too large',
} as const

export type Rule = keyof typeof messages

export const refusal: MakeRefusal<Rule, keyof XChainErrors> = refusalsOf({
  messages,
  reasons: {
    missing: 'missingUtxo',
    doubleSpend: 'transactionConflict',
    locked: 'outputLocked',
    fundsShort: 'insufficientFunds',
    overflow: 'insufficientFunds',
    networkID: 'wrongNetwork',
    blockchainID: 'wrongNetwork',
    sameChain: 'wrongNetwork',
    otherSubnet: 'wrongNetwork',
    credentialCount: 'wrongSignature',
    credentialKind: 'wrongSignature',
    tooManySigners: 'wrongSignature',
    tooFewSigners: 'wrongSignature',
    signatureCount: 'wrongSignature',
    signerOutOfBounds: 'wrongSignature',
    signature: 'wrongSignature',
    outputOrder: 'notCanonical',
    inputOrder: 'notCanonical',
    addressOrder: 'notCanonical',
    signerOrder: 'notCanonical',
    stateOrder: 'notCanonical',
    stateOutputOrder: 'notCanonical',
    operationOrder: 'notCanonical',
    operationInputOrder: 'notCanonical',
    unoptimized: 'notCanonical',
  },
  otherwise: 'transactionRefused',
})

import { RefusedTx } from '../chain/refused-tx.ts'
import type { Broken } from '../chain/signatures.ts'

/** The rules for transactions. Each has the `x-reason` name of its API error and a message. */
export const refusals = {
  // Inputs.
  missing: ['missingUtxo', 'missing UTXO'],
  doubleSpend: ['transactionConflict', 'inputs attempt to double spend an input'],
  locked: ['outputLocked', 'output is time locked'],
  fundsShort: ['insufficientFunds', 'insufficient funds'],
  overflow: ['insufficientFunds', 'the amounts of an asset add up to more than 2^64-1'],

  // Network and chains.
  networkID: ['wrongNetwork', 'tx has wrong network ID'],
  blockchainID: ['wrongNetwork', 'tx has wrong chain ID'],
  sameChain: ['wrongNetwork', 'same chainID'],
  otherSubnet: ['wrongNetwork', 'mismatched subnetIDs'],

  // Signatures.
  credentialCount: ['wrongSignature', 'wrong number of credentials'],
  credentialKind: ['wrongSignature', 'wrong credential type'],
  tooManySigners: ['wrongSignature', 'wrong signers: input has more signers than expected'],
  tooFewSigners: ['wrongSignature', 'wrong signers: input has less signers than expected'],
  signatureCount: [
    'wrongSignature',
    'wrong signature count: input expected a different number of signers than provided in the credential',
  ],
  signerOutOfBounds: [
    'wrongSignature',
    'wrong signer: input referenced a nonexistent address in the output',
  ],
  signature: ['wrongSignature', 'wrong signature'],

  // Canonical order and form.
  outputOrder: ['notCanonical', 'outputs not sorted'],
  inputOrder: ['notCanonical', 'inputs not sorted and unique'],
  addressOrder: ['notCanonical', 'addresses not sorted and unique'],
  signerOrder: ['notCanonical', 'address indices not sorted and unique'],
  stateOrder: ['notCanonical', 'initial states not sorted and unique'],
  stateOutputOrder: ['notCanonical', 'outputs of an initial state not sorted'],
  operationOrder: ['notCanonical', 'operations not sorted and unique'],
  operationInputOrder: ['notCanonical', 'utxo IDs of an operation not sorted and unique'],
  unoptimized: ['notCanonical', 'output representation should be optimized'],

  // Amounts, owners and assets.
  noOutputValue: ['transactionRefused', 'output has no value'],
  noInputValue: ['transactionRefused', 'input has no value'],
  unspendable: ['transactionRefused', 'output is unspendable'],
  noAsset: ['transactionRefused', 'no asset ID provided'],
  memo: ['transactionRefused', 'memo exceeds maximum length of 256 bytes'],
  payload: ['transactionRefused', 'payload of a token exceeds maximum length of 1024 bytes'],
  nameTooShort: ['transactionRefused', 'name is too short, minimum size is 1'],
  nameTooLong: ['transactionRefused', 'name is too long, maximum size is 128'],
  nameSpace: ['transactionRefused', 'unexpected whitespace provided'],
  nameLetters: [
    'transactionRefused',
    "asset's name must be made up of only letters, numbers and spaces",
  ],
  symbolTooShort: ['transactionRefused', 'symbol is too short, minimum size is 1'],
  symbolTooLong: ['transactionRefused', 'symbol is too long, maximum size is 4'],
  symbolLetters: ['transactionRefused', "asset's symbol must be all upper case letters"],
  denomination: ['transactionRefused', 'denomination is too large, maximum is 32'],
  noStates: ['transactionRefused', 'assets must support at least one Fx'],
  unknownFx: ['transactionRefused', 'unknown feature extension'],
  noOperations: ['transactionRefused', 'an operationTx must have at least one operation'],
  noImports: ['transactionRefused', 'tx has no import inputs'],
  noExports: ['transactionRefused', 'tx has no export outputs'],

  // Spending.
  wrongAsset: ['transactionRefused', "asset IDs in the input don't match the utxo"],
  wrongAmount: ['transactionRefused', "input amount doesn't match the amount of the utxo"],
  wrongKind: ['transactionRefused', 'wrong utxo type'],
  notAnAsset: ['transactionRefused', 'not an asset'],
  unknownAsset: ['transactionRefused', 'the asset does not exist'],
  incompatibleFx: ['transactionRefused', 'incompatible feature extension'],
  operationInputs: ['transactionRefused', 'wrong number of utxos for the operation'],
  wrongMintOutput: ['transactionRefused', 'wrong mint output created'],
  wrongGroup: ['transactionRefused', 'group of the token differs from the group of the utxo'],
  wrongPayload: ['transactionRefused', 'payload of the token differs from the payload of the utxo'],

  // Limits of the node.
  tooLarge: ['transactionRefused', 'tx too large'],
} as const

export type Refusal = keyof typeof refusals

/**
 * The result of a check: the first broken rule, optionally with details for the message; undefined
 * for a valid transaction.
 */
export type Verdict = Refusal | Broken<Refusal> | undefined

/**
 * Returns the first broken rule of the items, in order. Items after the first invalid item are not
 * checked.
 */
export function firstVerdict<T>(items: Iterable<T>, check: (item: T) => Verdict): Verdict {
  for (const item of items) {
    const verdict = check(item)
    if (verdict !== undefined) return verdict
  }
  return undefined
}

export function refusedTx(verdict: NonNullable<Verdict>): RefusedTx<Refusal> {
  const { rule, detail } =
    typeof verdict === 'string' ? { rule: verdict, detail: undefined } : verdict
  const [reason, message] = refusals[rule]
  return new RefusedTx(rule, reason, detail === undefined ? message : `${message}: ${detail}`)
}

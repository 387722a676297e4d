import type { CChainErrors } from '@native-node/server/c-chain'
import type { CChainNativeErrors } from '@native-node/server/c-chain-native'
import { Refusal, refusalsOf, type MakeRefusal } from '../chain/refusal.ts'
import { formMessages } from '../chain/rules/form.ts'

type Reason = keyof CChainErrors

/** Returns the error for an EVM transaction or message that breaks a rule. */
export function refusal(reason: Reason, message: string): Refusal<Reason> {
  return new Refusal(reason, message)
}

const signature = 'wrong signature'

/** The rules for atomic transactions, with their messages. */
const messages = {
  ...formMessages,
  peer: 'tx has an incorrect source or destination chain',
  noInputs: 'tx has no inputs',
  noOutputs: 'tx has no outputs',
  noValue: 'tx moves no value',
  otherAsset: 'only the native asset can be moved',
  credentialCount: 'wrong number of credentials',
  conflict: 'conflicting atomic tx in mempool',
  unavailable: 'this chain has no atomic transactions',

  feeTooLow: 'insufficient funds for fee',
  missing: 'failed to fetch import UTXOs: not found',
  wrongAsset: 'wrong asset of an imported output',
  wrongAmount: 'wrong amount of an imported output',
  nonce: 'invalid nonce',
  funds: 'insufficient funds',

  locked: 'output is still locked',
  tooManySigners: signature,
  tooFewSigners: signature,
  signatureCount: signature,
  signerOutOfBounds: signature,
  signature,
} as const

type AtomicRule = keyof typeof messages

/** Returns the error for an atomic transaction that breaks a rule. */
export const atomicRefusal: MakeRefusal<AtomicRule, keyof CChainNativeErrors> = refusalsOf({
  messages,
  reasons: {
    feeTooLow: 'feeTooLow',
    missing: 'missingUtxo',
    nonce: 'invalidNonce',
    funds: 'insufficientFunds',
    tooManySigners: 'wrongSignature',
    tooFewSigners: 'wrongSignature',
    signatureCount: 'wrongSignature',
    signerOutOfBounds: 'wrongSignature',
    signature: 'wrongSignature',
  },
  otherwise: 'transactionRefused',
})

import { isBlob4844Tx, isLegacyTx, type LegacyTx, type TypedTransaction } from '@ethereumjs/tx'
import { getAddress } from '../checksum.ts'
import type { EvmHeader } from './header.ts'
import { impersonatedSender } from './impersonated.ts'
import { feeCap } from './price.ts'
import type { FormRules } from './rules.ts'
import { checkSize, type EvmTx } from './tx.ts'
import type { Refusal } from '../../chain/refusal.ts'
import { refusal } from '../refusals.ts'

export interface AccountState {
  readonly nonce: bigint
  readonly balance: bigint
  /** Only an account without code can send transactions. */
  readonly isContract: boolean
}

/**
 * Checks the rules that do not depend on the chain state. Throws a Refusal if the transaction
 * breaks a rule.
 */
export function checkForm({ tx, bytes }: EvmTx, form: FormRules): void {
  const { gasLimit, minimumFee } = form
  checkSize(bytes)
  if (isLegacyTx(tx) && (tx.v === 27n || tx.v === 28n) && !isKeyless(tx)) {
    const message = 'only replay-protected (EIP-155) transactions allowed over RPC'
    throw refusal('notReplayProtected', message)
  }
  if (gasLimit !== undefined && tx.gasLimit > gasLimit) {
    throw refusal('gasLimitExceeded', 'exceeds block gas limit')
  }
  checkGas(tx)
  checkPrice(tx, minimumFee)
}

/**
 * Whether the signature was made up instead of computed with a private key (r equals s). Such a
 * signature results in a sender whose private key nobody knows. Like geth, this node accepts such a
 * transaction without a chain ID, because the factories of EIP-1820 and CREATE2 are deployed this
 * way at the same address on every chain.
 */
function isKeyless({ nonce, r, s }: LegacyTx): boolean {
  return nonce === 0n && r === s
}

function checkGas(tx: TypedTransaction): void {
  const least = tx.getIntrinsicGas()
  if (tx.gasLimit >= least) return
  const message = `intrinsic gas too low: gas ${tx.gasLimit}, minimum needed ${least}`
  throw refusal('intrinsicGasTooLow', message)
}

function checkPrice(tx: TypedTransaction, minimum: bigint): void {
  const fee = feeCap(tx)
  if (fee < minimum) {
    const message = `transaction underpriced: gas fee cap ${fee}, minimum needed ${minimum}`
    throw refusal('transactionUnderpriced', message)
  }
}

/** Checks a transaction against the account of its sender. Throws a `Refusal`. */
export function checkAccount({ tx, from }: EvmTx, account: AccountState): void {
  if (tx.nonce < account.nonce) {
    const message = `nonce too low: next nonce ${account.nonce}, tx nonce ${tx.nonce}`
    throw refusal('nonceTooLow', message)
  }
  const cost = costOf(tx)
  const { balance } = account
  if (balance < cost) {
    throw insufficientFunds(`balance ${balance}, tx cost ${cost}, overshot ${cost - balance}`)
  }
  if (account.isContract && impersonatedSender(tx) === undefined)
    throw refusal('invalidSender', `sender not an eoa: address ${getAddress(from)}`)
}

/**
 * Checks that a balance covers a new transaction and all pending transactions of its sender. Does
 * not include a pending transaction that the new transaction replaces. Throws a `Refusal`.
 */
export function checkOverdraft(
  { tx }: EvmTx,
  { balance }: AccountState,
  pending: readonly EvmTx[],
): void {
  const queued = pending.reduce((sum, waiting) => sum + costOf(waiting.tx), 0n)
  const old = pending.find((waiting) => waiting.tx.nonce === tx.nonce)
  const added = costOf(tx) - (old === undefined ? 0n : costOf(old.tx))
  const overshot = queued + added - balance
  if (overshot <= 0n) return
  const change = old === undefined ? 'tx cost' : 'tx bumped'
  throw insufficientFunds(
    `balance ${balance}, queued cost ${queued}, ${change} ${added}, overshot ${overshot}`,
  )
}

function insufficientFunds(detail: string): Refusal {
  return refusal('insufficientFunds', `insufficient funds for gas * price + value: ${detail}`)
}

function costOf(tx: TypedTransaction): bigint {
  const cost = tx.value + tx.gasLimit * feeCap(tx)
  if (!isBlob4844Tx(tx)) return cost
  const blobGas = BigInt(tx.numBlobs()) * tx.common.param('blobGasPerBlob')
  return cost + blobGas * tx.maxFeePerBlobGas
}

export function isAffordable(tx: TypedTransaction, header: EvmHeader): boolean {
  return feeCap(tx) >= (header.baseFeePerGas ?? 0n)
}

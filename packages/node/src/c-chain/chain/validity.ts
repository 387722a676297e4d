import { isBlob4844Tx, isLegacyTx, type LegacyTx, type TypedTransaction } from '@ethereumjs/tx'
import { RefusedTx } from '../../chain/refused-tx.ts'
import { getAddress } from '../checksum.ts'
import type { EvmHeader } from './header.ts'
import { impersonatedSender } from './impersonated.ts'
import { feeCap } from './price.ts'
import type { FormRules } from './rules.ts'
import { checkSize, type EvmTx } from './tx.ts'

export interface AccountState {
  readonly nonce: bigint
  readonly balance: bigint
  /** Only an account without code can send transactions. */
  readonly isContract: boolean
}

/**
 * Checks the rules that do not depend on the chain state. Throws a RefusedTx if the transaction
 * breaks a rule.
 */
export function checkForm({ tx, bytes }: EvmTx, form: FormRules): void {
  const { gasLimit, minimumFee } = form
  checkSize(bytes)
  if (isLegacyTx(tx) && (tx.v === 27n || tx.v === 28n) && !isKeyless(tx)) {
    const message = 'only replay-protected (EIP-155) transactions allowed over RPC'
    throw new RefusedTx('notReplayProtected', 'notReplayProtected', message)
  }
  if (gasLimit !== undefined && tx.gasLimit > gasLimit) {
    throw new RefusedTx('gasLimitExceeded', 'gasLimitExceeded', 'exceeds block gas limit')
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
  throw new RefusedTx('intrinsicGasTooLow', 'intrinsicGasTooLow', message)
}

function checkPrice(tx: TypedTransaction, minimum: bigint): void {
  const fee = feeCap(tx)
  if (fee < minimum) {
    const message = `transaction underpriced: gas fee cap ${fee}, minimum needed ${minimum}`
    throw new RefusedTx('underpriced', 'transactionUnderpriced', message)
  }
}

/**
 * Checks a transaction against the account of its sender. Returns undefined if the transaction is
 * valid.
 */
export function brokenRule({ tx, from }: EvmTx, account: AccountState): RefusedTx | undefined {
  if (tx.nonce < account.nonce) {
    const message = `nonce too low: next nonce ${account.nonce}, tx nonce ${tx.nonce}`
    return new RefusedTx('nonceTooLow', 'nonceTooLow', message)
  }
  const cost = costOf(tx)
  const { balance } = account
  if (balance < cost) {
    return insufficientFunds(`balance ${balance}, tx cost ${cost}, overshot ${cost - balance}`)
  }
  if (!account.isContract || impersonatedSender(tx) !== undefined) return undefined
  return new RefusedTx(
    'senderNotEoa',
    'invalidSender',
    `sender not an eoa: address ${getAddress(from)}`,
  )
}

/**
 * Checks that a balance covers a new transaction and all pending transactions of its sender. Does
 * not include a pending transaction that the new transaction replaces. Returns undefined if the
 * balance suffices.
 */
export function overdraft(
  { tx }: EvmTx,
  { balance }: AccountState,
  pending: readonly EvmTx[],
): RefusedTx | undefined {
  const queued = pending.reduce((sum, waiting) => sum + costOf(waiting.tx), 0n)
  const old = pending.find((waiting) => waiting.tx.nonce === tx.nonce)
  const added = costOf(tx) - (old === undefined ? 0n : costOf(old.tx))
  const overshot = queued + added - balance
  if (overshot <= 0n) return undefined
  const change = old === undefined ? 'tx cost' : 'tx bumped'
  return insufficientFunds(
    `balance ${balance}, queued cost ${queued}, ${change} ${added}, overshot ${overshot}`,
  )
}

function insufficientFunds(detail: string): RefusedTx {
  const message = `insufficient funds for gas * price + value: ${detail}`
  return new RefusedTx('insufficientFunds', 'insufficientFunds', message)
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

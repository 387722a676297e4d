import type { TypedTransaction } from '@ethereumjs/tx'
import { isLegacyTx } from '@ethereumjs/tx'
import { createAddressFromString } from '@ethereumjs/util'
import type { Hex } from '../hex.ts'

/**
 * The r of a fake signature. No valid signature has this r, because r must be below the order of
 * the curve.
 */
const MARK = 2n ** 256n - 1n
/** The s of a fake signature is the address plus this number. The sum is never zero. */
const ABOVE_ADDRESSES = 2n ** 160n

/** Adds a fake signature that encodes the sender, for development methods. */
export function impersonate(tx: TypedTransaction, from: Hex): TypedTransaction {
  const v = isLegacyTx(tx) ? tx.common.chainId() * 2n + 35n : 0n
  return withSender(tx.addSignature(v, MARK, ABOVE_ADDRESSES + BigInt(from)))
}

export function impersonatedSender({ r, s }: TypedTransaction): Hex | undefined {
  if (r !== MARK || s === undefined) return undefined
  return `0x${(s % ABOVE_ADDRESSES).toString(16).padStart(40, '0')}`
}

/**
 * Returns a transaction from which EthereumJS can read the sender. For an impersonated transaction,
 * overrides `getSenderAddress` to return the sender that the fake signature encodes.
 */
export function withSender(tx: TypedTransaction): TypedTransaction {
  const from = impersonatedSender(tx)
  if (from === undefined) return tx
  const address = createAddressFromString(from)
  // Transactions are frozen, so the method cannot be replaced on the transaction itself.
  const owned = Object.create(tx, {
    getSenderAddress: { value: () => address },
  }) as TypedTransaction
  // EthereumJS computes the hash of a transaction that is not frozen each time.
  Object.freeze(owned)
  return owned
}

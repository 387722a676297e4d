import type { TypedTransaction } from '@ethereumjs/tx'
import { isLegacyTx } from '@ethereumjs/tx'
import { createAddressFromString } from '@ethereumjs/util'
import type { Hex } from '../hex.ts'

/** An r that no valid signature has: it is not below the order of the curve. */
const MARK = 2n ** 256n - 1n
/** Added to an address, so that s is never zero. */
const ABOVE_ADDRESSES = 2n ** 160n

/** Adds a fake signature that encodes the sender, for development methods. */
export function impersonate(tx: TypedTransaction, from: Hex): TypedTransaction {
  const v = isLegacyTx(tx) ? tx.common.chainId() * 2n + 35n : 0n
  return withSender(tx.addSignature(v, MARK, ABOVE_ADDRESSES + BigInt(from)))
}

/** Returns the sender encoded in a fake signature; undefined for a real signature. */
export function impersonatedSender({ r, s }: TypedTransaction): Hex | undefined {
  if (r !== MARK || s === undefined) return undefined
  return `0x${(s % ABOVE_ADDRESSES).toString(16).padStart(40, '0')}`
}

/** Overrides the sender of an impersonated transaction for the library. Returns other transactions unchanged. */
export function withSender(tx: TypedTransaction): TypedTransaction {
  const from = impersonatedSender(tx)
  if (from === undefined) return tx
  const address = createAddressFromString(from)
  // A transaction is frozen, so a property cannot be set on it.
  return Object.create(tx, { getSenderAddress: { value: () => address } }) as TypedTransaction
}

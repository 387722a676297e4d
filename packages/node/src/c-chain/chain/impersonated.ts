import type { TypedTransaction } from '@ethereumjs/tx'
import { isLegacyTx } from '@ethereumjs/tx'
import { createAddressFromString } from '@ethereumjs/util'
import type { Hex } from '../hex.ts'

/** An r that no key makes: it is not below the order of the curve. */
const MARK = 2n ** 256n - 1n
/** Added to an address to make an s that is never zero. */
const ABOVE_ADDRESSES = 2n ** 160n

/** Gives a transaction a signature that only names its sender, as development methods allow. */
export function impersonate(tx: TypedTransaction, from: Hex): TypedTransaction {
  const v = isLegacyTx(tx) ? tx.common.chainId() * 2n + 35n : 0n
  return withSender(tx.addSignature(v, MARK, ABOVE_ADDRESSES + BigInt(from)))
}

/** The sender that the signature of a transaction only names; undefined where a key made it. */
export function impersonatedSender({ r, s }: TypedTransaction): Hex | undefined {
  if (r !== MARK || s === undefined) return undefined
  return `0x${(s % ABOVE_ADDRESSES).toString(16).padStart(40, '0')}`
}

/** Lets the library read the sender of a transaction that was impersonated; any other is returned as it is. */
export function withSender(tx: TypedTransaction): TypedTransaction {
  const from = impersonatedSender(tx)
  if (from === undefined) return tx
  const address = createAddressFromString(from)
  // Transactions are frozen.
  return Object.create(tx, { getSenderAddress: { value: () => address } }) as TypedTransaction
}

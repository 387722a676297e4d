import { isAccessList2930Tx, isLegacyTx, type TypedTransaction } from '@ethereumjs/tx'
import type { EvmTx } from './tx.ts'

export function feeCap(tx: TypedTransaction): bigint {
  return isLegacyTx(tx) || isAccessList2930Tx(tx) ? tx.gasPrice : tx.maxFeePerGas
}

export function tipCap(tx: TypedTransaction): bigint {
  return isLegacyTx(tx) || isAccessList2930Tx(tx) ? tx.gasPrice : tx.maxPriorityFeePerGas
}

/**
 * Yields the transactions of all queues by descending tip. Each queue contains the transactions of
 * one sender, whose order does not change.
 */
export function* bestPaid(
  queues: readonly (readonly EvmTx[])[],
  baseFee: bigint,
): Generator<EvmTx, void> {
  const places = queues.flatMap((queue) => placeIn(queue, 0, baseFee))
  places.sort((a, b) => (a.tip < b.tip ? 1 : a.tip > b.tip ? -1 : 0))
  for (let best = places.shift(); best !== undefined; best = places.shift()) {
    yield best.tx
    for (const next of placeIn(best.queue, best.at + 1, baseFee)) {
      const behind = places.findIndex(({ tip }) => tip < next.tip)
      places.splice(behind === -1 ? places.length : behind, 0, next)
    }
  }
}

interface Place {
  readonly queue: readonly EvmTx[]
  readonly at: number
  readonly tx: EvmTx
  readonly tip: bigint
}

function placeIn(queue: readonly EvmTx[], at: number, baseFee: bigint): readonly Place[] {
  const tx = queue[at]
  return tx === undefined ? [] : [{ queue, at, tx, tip: paidTip(tx, baseFee) }]
}

/**
 * Returns the tip per unit of gas. The tip is negative if the transaction cannot pay the base fee.
 */
function paidTip({ tx }: EvmTx, baseFee: bigint): bigint {
  const rest = feeCap(tx) - baseFee
  const tip = tipCap(tx)
  return rest < tip ? rest : tip
}

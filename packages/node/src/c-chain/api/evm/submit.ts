import type { CChain } from '../../chain/c-chain.ts'
import { feeCap } from '../../chain/price.ts'
import type { EvmTx } from '../../chain/tx.ts'
import { checkAccount, checkOverdraft } from '../../chain/validity.ts'
import type { Hex } from '../../hex.ts'
import type { RpcLimits } from './rpc-limits.ts'
import { refusal } from '../../refusals.ts'

/**
 * Issues a signed transaction to the chain and returns its hash. If no block time is configured,
 * waits until the transaction is accepted, or stored because the next block cannot include it. Throws a Refusal.
 */
export async function submit(chain: CChain, limits: RpcLimits, tx: EvmTx): Promise<Hex> {
  const { vm, pool, producer } = chain
  vm.checkForm(tx)
  checkFee(tx, limits)
  if (pool.get(tx.hash) !== undefined) {
    throw refusal('alreadyKnown', 'already known')
  }
  const account = await vm.account(tx.from)
  checkAccount(tx, account)
  checkOverdraft(tx, account, pool.executable(tx.from, account.nonce))
  await dropExpired(chain)
  pool.noteNonce(tx.from, account.nonce)
  await producer.issue(tx)
  return tx.hash
}

/** Drops the future transactions of senders that were inactive for too long. */
export async function dropExpired({ pool, producer }: CChain): Promise<void> {
  for (const { id } of pool.expired()) await producer.drop(id)
}

function checkFee({ tx }: EvmTx, { feeCap: cap }: RpcLimits): void {
  const fee = tx.gasLimit * feeCap(tx)
  if (cap === 0n || fee <= cap) return
  const message = `tx fee (${ether(fee)} ether) exceeds the configured cap (${ether(cap)} ether)`
  throw refusal('feeAboveCap', message)
}

function ether(wei: bigint): string {
  return (Number(wei / 10n ** 14n) / 10_000).toFixed(2)
}

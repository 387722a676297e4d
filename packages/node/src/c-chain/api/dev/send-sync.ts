import type { CChainDevEthHandlers } from '@native-node/server/c-chain-dev'
import type { CVm } from '../../chain/vm.ts'
import { parseEvm, type EvmTx } from '../../chain/tx.ts'
import { bytesOf } from '../../hex.ts'
import type { CChain } from '../../chain/c-chain.ts'
import { reporting } from '../evm/errors.ts'
import { submit } from '../evm/submit.ts'
import { acceptedReceipt } from '../evm/transactions.ts'
import { errors } from '../../dev/errors.ts'
import type { CDevParts } from './parts.ts'

/** Milliseconds to wait for a block: the default and the maximum. */
const TIMEOUT = 20_000n
const LONGEST = 60_000n

type Receipt = NonNullable<Awaited<ReturnType<typeof acceptedReceipt>>>

/** The handler of `eth_sendRawTransactionSync` (EIP-7966). */
export function sendSyncHandlers({
  chain,
  signing,
}: CDevParts): Pick<CChainDevEthHandlers, 'sendRawTransactionSync'> {
  return {
    async sendRawTransactionSync({ transaction, timeout }, { signal }) {
      const wanted = BigInt(timeout ?? 0) || TIMEOUT
      const milliseconds = Number(wanted < LONGEST ? wanted : LONGEST)
      const over = new AbortController()
      const timer = setTimeout(() => over.abort(), milliseconds)
      const stop = AbortSignal.any([signal, over.signal])
      try {
        const tx = await reporting(send(transaction))
        return await waitFor(chain, tx, stop)
      } finally {
        clearTimeout(timer)
        over.abort()
      }
    },
  }

  async function send(bytes: string): Promise<EvmTx> {
    const tx = parseEvm(bytesOf(bytes), chain.vm.rules)
    await submit(chain, signing.limits, tx)
    return tx
  }
}

async function waitFor(chain: CChain, tx: EvmTx, stop: AbortSignal): Promise<Receipt> {
  const { vm, pool } = chain
  const { nonce } = await vm.account(tx.from)
  const expected = pool.nextNonce(tx.from, nonce)
  if (tx.tx.nonce > expected) throw errors.nonceGap(`0x${expected.toString(16)}`)
  for (;;) {
    const block = nextBlock(vm, stop)
    const found = await chain.producer.status(tx.id, () => acceptedReceipt(chain, tx.hash))
    if (found.kind === 'accepted') return found.accepted
    if (found.kind !== 'pending') throw errors.transactionNotReady(tx.hash)
    if (!(await block)) throw errors.transactionTimeout(tx.hash)
  }
}

/**
 * Waits for the next block. Resolves with true once a block is accepted, or with false if `stop`
 * aborts first.
 */
function nextBlock(vm: CVm, stop: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (stop.aborted) return resolve(false)
    const abort = (): void => {
      end()
      resolve(false)
    }
    const end = vm.onAccepted(() => {
      end()
      stop.removeEventListener('abort', abort)
      resolve(true)
    })
    stop.addEventListener('abort', abort, { once: true })
  })
}

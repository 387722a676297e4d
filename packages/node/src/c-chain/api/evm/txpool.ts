import type { CChainEthHandlers, CChainTxpoolHandlers } from '@native-node/server/c-chain'
import type { CChain } from '../../chain/c-chain.ts'
import { feeCap } from '../../chain/price.ts'
import type { EvmTx } from '../../chain/tx.ts'
import { getAddress } from '../../checksum.ts'
import { transactionJson } from './format.ts'
import { lower } from './block-reference.ts'
import type { RpcParts } from './parts.ts'
import { dropExpired } from './submit.ts'

/**
 * The transactions of a sender: a block can include the `pending` transactions; the `queued`
 * transactions are after a nonce gap.
 */
interface Split {
  readonly sender: string
  readonly pending: readonly EvmTx[]
  readonly queued: readonly EvmTx[]
}

export function txpoolHandlers({ chain }: RpcParts): CChainTxpoolHandlers {
  return {
    async content() {
      const split = await splitPool(chain)
      return {
        pending: bySender(split, ({ pending }) => byNonce(pending, json)),
        queued: bySender(split, ({ queued }) => byNonce(queued, json)),
      }
    },
    async contentFrom({ address }) {
      const own = (await splitPool(chain)).find(({ sender }) => sender === lower(address))
      return {
        pending: byNonce(own?.pending ?? [], json),
        queued: byNonce(own?.queued ?? [], json),
      }
    },
    async inspect() {
      const split = await splitPool(chain)
      return {
        pending: bySender(split, ({ pending }) => byNonce(pending, summary)),
        queued: bySender(split, ({ queued }) => byNonce(queued, summary)),
      }
    },
    async status() {
      const split = await splitPool(chain)
      return {
        pending: split.reduce((sum, { pending }) => sum + pending.length, 0),
        queued: split.reduce((sum, { queued }) => sum + queued.length, 0),
      }
    },
  }
}

export function pendingHandlers(
  { chain }: RpcParts,
  accounts: () => Promise<readonly string[]>,
): Pick<CChainEthHandlers, 'pendingTransactions'> {
  return {
    async pendingTransactions() {
      const { pool } = chain
      const own = new Set((await accounts()).map(lower))
      return [...pool.senders()].flatMap(([sender, txs]) => (own.has(sender) ? txs.map(json) : []))
    },
  }
}

async function splitPool(chain: CChain): Promise<readonly Split[]> {
  const { vm, pool } = chain
  await dropExpired(chain)
  return Promise.all(
    [...pool.senders()].map(async ([sender, txs]) => {
      const next = pool.nextNonce(sender, (await vm.account(sender)).nonce)
      return {
        sender,
        pending: txs.filter(({ tx }) => tx.nonce < next),
        queued: txs.filter(({ tx }) => tx.nonce >= next),
      }
    }),
  )
}

function bySender<T extends object>(
  split: readonly Split[],
  of: (own: Split) => T,
): Record<string, T> {
  const entries = split.map((own) => [getAddress(own.sender), of(own)] as const)
  return Object.fromEntries(entries.filter(([, txs]) => Object.keys(txs).length > 0))
}

function byNonce<T>(txs: readonly EvmTx[], of: (tx: EvmTx) => T): Record<string, T> {
  return Object.fromEntries(txs.map((tx) => [String(tx.tx.nonce), of(tx)]))
}

function json({ tx }: EvmTx): ReturnType<typeof transactionJson> {
  return transactionJson(tx)
}

function summary({ tx }: EvmTx): string {
  const to = tx.to === undefined ? 'contract creation' : getAddress(tx.to.toString())
  return `${to}: ${tx.value} wei + ${tx.gasLimit} gas × ${feeCap(tx)} wei`
}

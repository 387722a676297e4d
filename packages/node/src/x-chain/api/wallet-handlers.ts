import { rpcErrors } from '@native-node/server'
import type { XChainWalletHandlers } from '@native-node/server/x-chain-wallet'
import type { OpenedXChain } from './handlers.ts'
import { issued } from './issue.ts'

/** Handlers of the wallet API: transactions are queued without checking the state. */
export function walletHandlers(opened: OpenedXChain): XChainWalletHandlers {
  return {
    async issueTx({ tx }) {
      const { producer } = await opened()
      return issued(tx, rpcErrors.xChainWallet, (bytes) => producer.enqueue(bytes))
    },
  }
}

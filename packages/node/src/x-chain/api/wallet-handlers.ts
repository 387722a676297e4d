import { rpcErrors } from '@native-node/server'
import type { XChainWalletHandlers } from '@native-node/server/x-chain-wallet'
import type { OpenedXChain } from './handlers.ts'
import { issueTx } from './issue.ts'

/** Handlers of the wallet API: transactions are queued without checking the state. */
export function walletHandlers(opened: OpenedXChain): XChainWalletHandlers {
  return {
    async issueTx({ tx }) {
      const { producer } = await opened()
      return issueTx(tx, rpcErrors.xChainWallet, (bytes) => producer.enqueue(bytes))
    },
  }
}

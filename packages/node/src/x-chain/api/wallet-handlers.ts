import { rpcErrors } from '@native-node/server'
import type { XChainWalletHandlers } from '@native-node/server/x-chain-wallet'
import type { OpenedXChain } from './handlers.ts'
import { issued } from './issue.ts'

/** Answers the wallet API: transactions are taken as if those before them were accepted already. */
export function walletHandlers(opened: OpenedXChain): XChainWalletHandlers {
  return {
    async issueTx({ tx }) {
      const { producer } = await opened()
      return issued(tx, rpcErrors.xChainWallet, (bytes) => producer.enqueue(bytes))
    },
  }
}

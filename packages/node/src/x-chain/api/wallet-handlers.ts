import { rpcErrors } from '@native-node/server'
import type { XChainWalletHandlers } from '@native-node/server/x-chain-wallet'
import type { XChain } from '../chain.ts'
import { issueTx } from './issue.ts'

/** Handlers of the wallet API: transactions are queued without checking the state. */
export function walletHandlers({ vm, producer }: XChain): XChainWalletHandlers {
  return {
    async issueTx({ tx }) {
      return issueTx(tx, rpcErrors.xChainWallet, (bytes) => producer.enqueue(vm.parse(bytes)))
    },
  }
}

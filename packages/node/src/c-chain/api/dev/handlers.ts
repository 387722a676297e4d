import type { CChainDevHandlers } from '@native-node/server/c-chain-dev'
import { accountHandlers } from './account-changes.ts'
import { anvilMiningHandlers, evmHandlers, hardhatHandlers } from './mining-handlers.ts'
import {
  factHandlers,
  poolHandlers,
  senderHandlers,
  settingHandlers,
  stateHandlers,
} from './node-handlers.ts'
import type { CDevParts } from './parts.ts'
import { sendSyncHandlers } from './send-sync.ts'
import { walletHandlers } from './wallet-handlers.ts'

export function cDevHandlers(parts: CDevParts): CChainDevHandlers {
  const { setBlockGasLimit, ...settings } = settingHandlers(parts)
  const { sendUnsignedTransaction, ...senders } = senderHandlers(parts)
  return {
    evm: { ...evmHandlers(parts), setBlockGasLimit },
    eth: { sendUnsignedTransaction, ...sendSyncHandlers(parts), ...walletHandlers(parts) },
    anvil: {
      ...anvilMiningHandlers(parts),
      ...accountHandlers(parts),
      ...settings,
      ...senders,
      ...poolHandlers(parts),
      ...stateHandlers(parts),
      ...factHandlers(parts),
    },
    hardhat: hardhatHandlers(parts),
  }
}

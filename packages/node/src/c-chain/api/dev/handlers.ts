import type { CChainDevHandlers } from '@native-node/server/c-chain-dev'
import { accountHandlers } from './account-changes.ts'
import {
  anvilMiningHandlers,
  evmHandlers,
  hardhatHandlers,
  minerHandlers,
} from './mining-handlers.ts'
import {
  factHandlers,
  poolHandlers,
  senderHandlers,
  settingHandlers,
  stateHandlers,
} from './node-handlers.ts'
import { erigonHandlers, otterscanHandlers } from './otterscan.ts'
import type { CDevParts } from './parts.ts'
import { rollbackHandlers } from './rollback-handlers.ts'
import { sendSyncHandlers } from './send-sync.ts'
import { tokenHandlers } from './token-handlers.ts'
import { signingHandlers, walletHandlers } from './wallet-handlers.ts'

/** The namespaces of the C-Chain with their versions. */
const modules = Object.fromEntries(
  [
    'anvil',
    'debug',
    'erigon',
    'eth',
    'evm',
    'hardhat',
    'miner',
    'net',
    'ots',
    'personal',
    'rpc',
    'txpool',
    'wallet',
    'web3',
  ].map((name) => [name, '1.0']),
)

export function cDevHandlers(parts: CDevParts): CChainDevHandlers {
  const { setBlockGasLimit, ...settings } = settingHandlers(parts)
  const { sendUnsignedTransaction, ...senders } = senderHandlers(parts)
  return {
    evm: { ...evmHandlers(parts), setBlockGasLimit },
    eth: {
      mining: () => parts.mining.isAutomatic,
      sendUnsignedTransaction,
      ...sendSyncHandlers(parts),
      ...signingHandlers(parts),
    },
    wallet: walletHandlers(parts),
    miner: minerHandlers(parts),
    ots: otterscanHandlers(parts),
    erigon: erigonHandlers(parts),
    rpc: { modules: () => modules },
    anvil: {
      ...anvilMiningHandlers(parts),
      ...accountHandlers(parts),
      ...tokenHandlers(parts),
      ...settings,
      ...senders,
      ...poolHandlers(parts),
      ...stateHandlers(parts),
      ...rollbackHandlers(parts),
      ...factHandlers(parts),
    },
    hardhat: hardhatHandlers(parts),
  }
}

import type { CChainHandlers } from '@native-node/server/c-chain'
import type { SharedRedis } from '@rpcloom/redis'
import type { Logger } from '../../../log/logger.ts'
import { blockHandlers } from './blocks.ts'
import { callHandlers } from './calls.ts'
import { rawHandlers } from './debug-raw.ts'
import { traceHandlers } from './debug-traces.ts'
import { fileTraceHandlers } from './debug/file-traces.ts'
import type { DebugFiles } from './debug/files.ts'
import { processHandlers } from './debug/process.ts'
import { profileHandlers } from './debug/profiles.ts'
import { modifiedAccountsHandlers } from './debug/modified-accounts.ts'
import { stateDumpHandlers } from './debug/state-dump.ts'
import { feeHandlers } from './fees.ts'
import { filterHandlers } from './filters.ts'
import { chainHandlers, netHandlers, web3Handlers } from './node-info.ts'
import { proofHandlers, type ProofWindow } from './proof.ts'
import { personalHandlers, signingHandlers, type SigningParts } from './signing.ts'
import { sharedFilters } from './shared-filters.ts'
import { simulationHandlers } from './simulate/simulate.ts'
import { stateHandlers } from './state.ts'
import { subscriptionHandlers } from './subscriptions.ts'
import { transactionHandlers } from './transactions.ts'
import { pendingHandlers, txpoolHandlers } from './txpool.ts'

export interface EvmApiOptions extends SigningParts {
  readonly version: string
  readonly window: ProofWindow
  readonly files: DebugFiles
  readonly logger: Logger
  /** What nodes share; undefined without Redis. */
  readonly redis: SharedRedis | undefined
}

export function evmHandlers(options: EvmApiOptions): CChainHandlers {
  return {
    web3: web3Handlers(options.version),
    net: netHandlers(options),
    txpool: txpoolHandlers(options),
    personal: personalHandlers(options),
    debug: {
      ...rawHandlers(options),
      ...traceHandlers(options),
      ...stateDumpHandlers(options),
      ...modifiedAccountsHandlers(options),
      ...fileTraceHandlers(options, options.files),
      ...profileHandlers(options.files),
      ...processHandlers(options.logger),
    },
    eth: {
      ...chainHandlers(options, options.window),
      ...blockHandlers(options),
      ...transactionHandlers(options),
      ...stateHandlers(options),
      ...callHandlers(options),
      ...simulationHandlers(options),
      ...feeHandlers(options),
      ...filterHandlers(options, options.redis && sharedFilters(options.redis, options.chain)),
      ...proofHandlers(options, options.window),
      ...subscriptionHandlers(options),
      ...signingHandlers(options),
      ...pendingHandlers(options, () => options.accounts.list()),
    },
  }
}

import type { PChainHandlers } from '@native-node/server/p-chain'
import type { OpenedPChain } from '../chain.ts'
import { balanceHandlers } from './balances.ts'
import { blockHandlers } from './blocks.ts'
import { feeHandlers } from './fees.ts'
import { blockchainHandlers, subnetHandlers } from './subnets.ts'
import { txHandlers } from './txs.ts'
import { validatorHandlers } from './validators.ts'

export function pChainHandlers(opened: OpenedPChain): PChainHandlers {
  return {
    ...blockHandlers(opened),
    ...txHandlers(opened),
    ...feeHandlers(opened),
    ...subnetHandlers(opened),
    ...blockchainHandlers(opened),
    ...balanceHandlers(opened),
    ...validatorHandlers(opened),
  }
}

import type { PChainHandlers } from '@native-node/server/p-chain'
import type { PChain } from '../chain.ts'
import { balanceHandlers } from './balances.ts'
import { blockHandlers } from './blocks.ts'
import { feeHandlers } from './fees.ts'
import { blockchainHandlers, subnetHandlers } from './subnets.ts'
import { txHandlers } from './txs.ts'
import { validatorHandlers } from './validators.ts'

export function pChainHandlers(chain: PChain): PChainHandlers {
  return {
    ...blockHandlers(chain),
    ...txHandlers(chain),
    ...feeHandlers(chain),
    ...subnetHandlers(chain),
    ...blockchainHandlers(chain),
    ...balanceHandlers(chain),
    ...validatorHandlers(chain),
  }
}

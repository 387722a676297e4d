import type { ExternalChain } from '../../chain/external-chain.ts'
import { PRIMARY_NETWORK_ID } from '../../codec/ids.ts'
import { CheckFailure, type Check } from '../check.ts'

/** Reports the state of a chain that another node runs. Fails if that node does not respond or is still syncing. */
export function externalCheck(alias: string, chain: ExternalChain): Check {
  return {
    name: alias,
    tags: [PRIMARY_NETWORK_ID],
    global: false,
    async run() {
      const { isSyncing, details } = await chain.state()
      if (isSyncing) throw new CheckFailure('the external node is still syncing', details)
      return details
    },
  }
}

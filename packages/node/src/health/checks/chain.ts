import type { Identity } from '../../network/identity.ts'
import type { Stake } from '../../network/network.ts'
import { connectedNodes, type Peers } from '../../network/peers.ts'
import { PRIMARY_NETWORK_ID, idText, type NodeID } from '../../codec/ids.ts'
import type { Chain } from '../../chain/chain.ts'
import type { CurrentValidators } from '../../chain/module.ts'
import type { Clock } from '../../chain/clock.ts'
import type { Check } from '../check.ts'
import { secondsText } from '../seconds-text.ts'

/**
 * Maximum number of validators listed in a report. The limit is low because monitors frequently
 * request the reports of all chains.
 */
const MAX_NAMED = 100

export interface ChainCheckServices {
  readonly chain: () => Promise<Chain>
  readonly validators: CurrentValidators
  readonly identity: () => Promise<Identity>
  readonly peers: Peers
  readonly clock: Clock
}

/**
 * Reports the blocks of a chain and its connections to validators. A node that runs alone is connected only to itself,
 * and is healthy.
 */
export function chainCheck(alias: string, watched: ChainCheckServices): Check {
  return {
    name: alias,
    tags: [PRIMARY_NETWORK_ID],
    global: false,
    async run() {
      const [chain, { nodeID }, validators] = await Promise.all([
        watched.chain(),
        watched.identity(),
        watched.validators(),
      ])
      const [tip, { count, since }] = [chain.tip(), chain.pending()]
      const longest = since === undefined ? 0 : watched.clock.now() - since
      return {
        engine: {
          consensus: {
            lastAcceptedHeight: Number(tip.height),
            lastAcceptedID: idText(tip.id),
            longestProcessingBlock: secondsText(longest),
            processingBlocks: count > 0 ? 1 : 0,
          },
          vm: null,
        },
        networking: connections(validators, watched.peers, nodeID),
      }
    },
  }
}

function connections(
  validators: readonly Stake[],
  peers: Peers,
  self: NodeID,
): { readonly percentConnected: number; readonly disconnectedValidators: readonly string[] } {
  const connected = connectedNodes(self, peers)
  const total = validators.reduce((sum, { weight }) => sum + weight, 0n)
  const missing = validators.filter(({ nodeID }) => !connected.has(nodeID))
  const lost = missing.reduce((sum, { weight }) => sum + weight, 0n)
  return {
    percentConnected: total === 0n ? 1 : Number(total - lost) / Number(total),
    disconnectedValidators: missing.slice(0, MAX_NAMED).map(({ nodeID }) => nodeID),
  }
}

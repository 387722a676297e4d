import type { Identity } from '../../info/identity.ts'
import type { Network } from '../../info/networks.ts'
import type { Peers } from '../../info/peers.ts'
import { PRIMARY_NETWORK_ID, idText } from '../../codec/ids.ts'
import type { Check } from '../check.ts'

/** A chain as its check sees it. */
interface WatchedLedger {
  readonly tip: { readonly id: string; readonly height: bigint }
  /** Transactions that wait for a block, and since when (milliseconds since 1970). */
  readonly waiting: { readonly count: number; readonly since: number | undefined }
}

/** What the check of a chain looks at. */
export interface WatchedChain {
  readonly ledger: () => Promise<WatchedLedger>
  readonly network: Network
  readonly identity: () => Promise<Identity>
  readonly peers: Peers
  readonly clock: () => Date
}

/**
 * State of a chain's blocks, and of its connections to the validators. A node that runs alone is connected to no
 * validator but itself, and is healthy: there is nobody to agree with.
 */
export function chainCheck(alias: string, watched: WatchedChain): Check {
  return {
    name: alias,
    tags: [PRIMARY_NETWORK_ID],
    global: false,
    async run() {
      const [{ tip, waiting }, { nodeID }] = await Promise.all([
        watched.ledger(),
        watched.identity(),
      ])
      const { since } = waiting
      const longest = since === undefined ? 0 : watched.clock().getTime() - since
      return {
        engine: {
          consensus: {
            lastAcceptedHeight: Number(tip.height),
            lastAcceptedID: idText(tip.id),
            longestProcessingBlock: `${longest / 1000}s`,
            processingBlocks: waiting.count > 0 ? 1 : 0,
          },
          vm: null,
        },
        networking: connections(watched, nodeID),
      }
    },
  }
}

function connections(
  { network, peers }: WatchedChain,
  self: string,
): { readonly percentConnected: number; readonly disconnectedValidators: readonly string[] } {
  const reached = new Set<string>([self, ...peers.connected().map(({ nodeID }) => nodeID)])
  const total = network.validators.reduce((sum, { weight }) => sum + weight, 0n)
  const missing = network.validators.filter(({ nodeID }) => !reached.has(nodeID))
  const lost = missing.reduce((sum, { weight }) => sum + weight, 0n)
  return {
    percentConnected: total === 0n ? 1 : Number(total - lost) / Number(total),
    disconnectedValidators: missing.map(({ nodeID }) => nodeID),
  }
}

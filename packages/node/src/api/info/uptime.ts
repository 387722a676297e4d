import type { NodeID } from '../../codec/ids.ts'
import type { Peer } from '../../network/peers.ts'

import type { Stake } from '../../network/network.ts'
/** Percentages between 0 and 100. */
export interface Uptime {
  readonly rewardingStakePercentage: number
  readonly weightedAveragePercentage: number
}

/** Percent of time a validator has to be seen online to be rewarded. */
const REQUIRED = 80

/**
 * How the stake sees this node: itself always online, a connected validator by the uptime that it observed,
 * anybody else not at all. Undefined where this node is no validator.
 */
export function observedUptime(
  self: NodeID,
  validators: readonly Stake[],
  peers: readonly Peer[],
): Uptime | undefined {
  if (!validators.some(({ nodeID }) => nodeID === self)) return undefined
  let total = 0
  let rewarding = 0
  let weighted = 0
  for (const { nodeID, weight } of validators) {
    const stake = Number(weight)
    const seen =
      nodeID === self ? 100 : (peers.find((peer) => peer.nodeID === nodeID)?.observedUptime ?? 0)
    total += stake
    weighted += stake * seen
    if (seen >= REQUIRED) rewarding += stake
  }
  return {
    rewardingStakePercentage: (100 * rewarding) / total,
    weightedAveragePercentage: weighted / total,
  }
}

import type { NodeID } from '../../codec/ids.ts'
import type { Stake } from '../../network/network.ts'
import type { Peer } from '../../network/peers.ts'
import { REQUIRED_UPTIME } from '../../network/required-uptime.ts'

/** Percentages between 0 and 100, with four digits after the point. */
export interface Uptime {
  readonly rewardingStakePercentage: string
  readonly weightedAveragePercentage: string
}

/**
 * Returns the uptime of this node as an average weighted by stake. This node itself is treated as
 * always online, connected validators have their observed uptime, and all other validators are
 * treated as offline. Returns undefined if this node is not a validator.
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
    if (seen >= REQUIRED_UPTIME) rewarding += stake
  }
  return {
    rewardingStakePercentage: ((100 * rewarding) / total).toFixed(4),
    weightedAveragePercentage: (weighted / total).toFixed(4),
  }
}

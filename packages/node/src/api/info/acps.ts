import type { NodeID } from '../../codec/ids.ts'
import type { Peer } from '../../network/peers.ts'
import type { Stake } from '../../network/network.ts'

/** Preferences of the connected validators for one community proposal. Weights are in nNATIVE. */
export interface AcpPreferences {
  readonly supportWeight: bigint
  readonly supporters: readonly NodeID[]
  readonly objectWeight: bigint
  readonly objectors: readonly NodeID[]
  /** Stake of all validators without a vote, whether they are connected or not. */
  readonly abstainWeight: bigint
}

/** Returns the preferences by proposal number, for each proposal that a connected validator has voted on. */
export function preferences(
  validators: readonly Stake[],
  peers: readonly Peer[],
): Readonly<Record<string, AcpPreferences>> {
  const staked = new Map(validators.map(({ nodeID, weight }) => [nodeID, weight]))
  const total = sum(staked.values())
  const voters = peers.filter(({ nodeID }) => staked.has(nodeID))
  const weightOf = (ids: readonly NodeID[]): bigint => sum(ids.map((id) => staked.get(id) ?? 0n))
  const numbers = new Set(voters.flatMap((peer) => [...peer.supportedACPs, ...peer.objectedACPs]))
  const entries = [...numbers].map((number): [string, AcpPreferences] => {
    const supporters = idsOf(voters.filter((peer) => peer.supportedACPs.includes(number)))
    const objectors = idsOf(voters.filter((peer) => peer.objectedACPs.includes(number)))
    const supportWeight = weightOf(supporters)
    const objectWeight = weightOf(objectors)
    const abstainWeight = total - supportWeight - objectWeight
    return [`${number}`, { supportWeight, supporters, objectWeight, objectors, abstainWeight }]
  })
  return Object.fromEntries(entries)
}

function idsOf(peers: readonly Peer[]): readonly NodeID[] {
  return [...new Set(peers.map(({ nodeID }) => nodeID))]
}

function sum(weights: Iterable<bigint>): bigint {
  let total = 0n
  for (const weight of weights) total += weight
  return total
}

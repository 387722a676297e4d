import type { NodeID } from '../codec/ids.ts'

/** A connection to another node, in the format of `info.peers`. Times in RFC 3339. */
export interface Peer {
  readonly ip: string
  readonly publicIP: string
  readonly nodeID: NodeID
  readonly version: string
  readonly lastSent: string
  readonly lastReceived: string
  readonly benched: readonly string[]
  readonly observedUptime: number
  readonly trackedSubnets: readonly string[]
  readonly supportedACPs: readonly number[]
  readonly objectedACPs: readonly number[]
}

/** Traffic statistics of the peers. */
export interface Traffic {
  readonly sendFailRate: number
  readonly lastSent: Date | undefined
  readonly lastReceived: Date | undefined
  /** Number of requests to peers that have no response yet. */
  readonly outstandingRequests: number
  readonly longestRunningMs: number
}

/** The connections of this node. */
export interface Peers {
  readonly connected: () => readonly Peer[]
  readonly traffic: () => Traffic
}

/** Returns the nodes that a node is connected to, including itself. */
export function connectedNodes(self: NodeID, peers: Peers): ReadonlySet<string> {
  return new Set([self, ...peers.connected().map(({ nodeID }) => nodeID)])
}

/** The traffic of a node that runs alone. */
const none: Traffic = {
  sendFailRate: 0,
  lastSent: undefined,
  lastReceived: undefined,
  outstandingRequests: 0,
  longestRunningMs: 0,
}

/** The peers of a node that runs alone. */
export const noPeers: Peers = { connected: () => [], traffic: () => none }

// The functions that generated peers import. No compatibility guarantees: this entry changes together with
// the generator.
export { buildPeer, type BuildPeerOptions, type PeerSettings } from './build-peer.ts'
export type { PeerBase } from './connected.ts'
export type { CancelNames, ProgressNames, Protocol } from './protocol.ts'

// The functions that generated peers import. No compatibility guarantees: this entry changes together with
// the generator.
export { buildPeer, type BuildPeerOptions } from './build-peer.ts'
export { errorFactories, type ErrorFactories } from '../server/error-factory.ts'
export { notImplemented, unfilledOf } from '../server/not-implemented.ts'
export type { PeerBase } from './connected.ts'
export type { CancelNames, ProgressNames, Protocol } from './protocol.ts'

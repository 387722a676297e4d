import type { Place } from '../../model/types.ts'
import type { Audience } from './direction.ts'
import type { ChangeKind } from './kinds.ts'

/** One difference between two versions of an API. */
export interface Change {
  readonly kind: ChangeKind
  /** Group keys and wire names of the methods concerned, `info info.peers`; empty for a change of a group as a whole. */
  readonly methods: readonly string[]
  /** The method, type or group that changed: `info.peers`, `Peer`. */
  readonly subject: string
  /** Where inside of the subject: `params.nodeIDs[]`; empty for the subject itself. */
  readonly path: string
  readonly message: string
  /** Empty for a safe change. */
  readonly breaks: readonly Audience[]
  readonly before?: Place
  readonly after?: Place
}

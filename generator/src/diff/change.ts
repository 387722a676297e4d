import type { Place } from '../json/types.ts'
import type { Audience } from './direction.ts'
import type { ChangeKind } from './kinds.ts'
import type { PatternRelation } from './patterns.ts'

export interface ChangeDetails {
  /** Name of the changed member, param, error, route or keyword, the type of a changed alternative, or the side that implements a new method. */
  readonly name?: string
  /** Previous value. Absent for an addition. */
  readonly from?: string | readonly string[]
  /** New value. Absent for a removal. */
  readonly to?: string | readonly string[]
  /** Version since which a method is deprecated. */
  readonly since?: string
  /** Whether more, fewer or other strings match the new pattern than matched the old pattern. */
  readonly relation?: PatternRelation
  /** Replacement of a deprecated or removed method. */
  readonly replacement?: string
}

export interface Change {
  readonly kind: ChangeKind
  /** Affected methods as group key and name: `info info.peers`. Empty if a whole group changed. */
  readonly methods: readonly string[]
  /** The method, type or group that changed: `info.peers`, `Peer`. */
  readonly subject: string
  /** Path inside the subject: `params.nodeIDs[]`. Empty if the subject itself changed. */
  readonly path: string
  readonly details: ChangeDetails
  /** Audiences whose programs the change breaks. Empty for a compatible change. */
  readonly breaks: readonly Audience[]
  readonly before?: Place
  readonly after?: Place
}

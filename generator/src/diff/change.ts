import type { Place } from '../json/types.ts'
import type { Audience } from './direction.ts'
import type { ChangeKind } from './kinds.ts'
import type { PatternRelation } from './patterns.ts'

export interface Facts {
  /** The member, param, error, route or keyword that changed, or the type of an alternative. */
  readonly name?: string
  /** The previous value. Absent if there was none. */
  readonly from?: string | readonly string[]
  /** The new value. Absent if there is none. */
  readonly to?: string | readonly string[]
  /** Version since which a method is deprecated. */
  readonly since?: string
  /** How the strings that match the new pattern relate to those that match the old one. */
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
  readonly facts: Facts
  /** Whose programs the change breaks. Empty for a compatible change. */
  readonly breaks: readonly Audience[]
  readonly before?: Place
  readonly after?: Place
}

import type { Place } from '../json/types.ts'
import type { Audience } from './direction.ts'
import type { ChangeKind } from './kinds.ts'
import type { PatternRelation } from './patterns.ts'

/** Facts of a change, from which reports build sentences. */
export interface Facts {
  /** The member, param, error, route or keyword that changed, or the type of an alternative. */
  readonly name?: string
  /** The previous value, if any. */
  readonly from?: string | readonly string[]
  /** The new value, if any. */
  readonly to?: string | readonly string[]
  /** Version since which a method is deprecated. */
  readonly since?: string
  /** Relation of the strings that the new and the old pattern match. */
  readonly relation?: PatternRelation
  /** Replacement of a deprecated or removed method. */
  readonly replacement?: string
}

/** A difference between two versions of an API. */
export interface Change {
  readonly kind: ChangeKind
  /** Group keys and names of affected methods, `info info.peers`; empty for a change of a whole group. */
  readonly methods: readonly string[]
  /** The method, type or group that changed: `info.peers`, `Peer`. */
  readonly subject: string
  /** Path inside the subject: `params.nodeIDs[]`; empty for the subject itself. */
  readonly path: string
  readonly facts: Facts
  /** Empty for a compatible change. */
  readonly breaks: readonly Audience[]
  readonly before?: Place
  readonly after?: Place
}

import type { Place } from '../../model/types.ts'
import type { Audience } from './direction.ts'
import type { ChangeKind } from './kinds.ts'
import type { PatternRelation } from './patterns.ts'

/** What a change is about: sentences are made of it where a report is written. */
export interface Facts {
  /** The member, param, error, route or keyword that changed, or the type of an alternative. */
  readonly name?: string
  /** The value before; absent where there was none. */
  readonly from?: string | readonly string[]
  /** The value after; absent where there is none. */
  readonly to?: string | readonly string[]
  /** Version since which a method is deprecated. */
  readonly since?: string
  /** Whether a pattern matches fewer or more strings than the one before. */
  readonly relation?: PatternRelation
  /** Method that takes the place of one that is deprecated or removed. */
  readonly replacement?: string
}

/** One difference between two versions of an API. */
export interface Change {
  readonly kind: ChangeKind
  /** Group keys and wire names of the methods concerned, `info info.peers`; empty for a change of a group as a whole. */
  readonly methods: readonly string[]
  /** The method, type or group that changed: `info.peers`, `Peer`. */
  readonly subject: string
  /** Where inside of the subject: `params.nodeIDs[]`; empty for the subject itself. */
  readonly path: string
  readonly facts: Facts
  /** Empty for a safe change. */
  readonly breaks: readonly Audience[]
  readonly before?: Place
  readonly after?: Place
}

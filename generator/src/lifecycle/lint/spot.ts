import type { ObjectKind } from '../../load/grammar.ts'
import type { JsonObject, Place } from '../../model/types.ts'

/** An object of a document that has a kind, met once however often it is referred to. */
export interface Spot {
  readonly kind: ObjectKind | 'schema'
  readonly json: JsonObject
  readonly place: Place
  /** Last step of its pointer: the key or index under which it stands. */
  readonly token: string
  /** Object around it in the same walk; none for a document and for what only a reference leads to. */
  readonly parent: Spot | undefined
  /** Member of the parent that holds it, such as `properties`. */
  readonly member: string
}

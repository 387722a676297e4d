import type { ObjectKind } from '../openrpc/grammar.ts'
import type { JsonObject, Place } from '../json/types.ts'

/** An object of a document with its kind, visited once even if several references point to it. */
export interface Spot {
  readonly kind: ObjectKind | 'schema'
  readonly json: JsonObject
  readonly place: Place
  /** Last token of its pointer: its key or index. */
  readonly token: string
  /** Enclosing object; undefined for a document and for targets of references. */
  readonly parent: Spot | undefined
  /** Member of the parent that contains it, such as `properties`. */
  readonly member: string
}

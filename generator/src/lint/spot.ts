import type { ObjectKind } from '../openrpc/grammar.ts'
import type { JsonObject, Place } from '../json/types.ts'

/** An object of a document with its kind. An object with several references to it is visited once. */
export interface Spot {
  readonly kind: ObjectKind | 'schema'
  readonly json: JsonObject
  readonly place: Place
  /** Last token of the object's pointer: a key or index. */
  readonly token: string
  /** Enclosing object. Undefined for a document and for the target of a reference. */
  readonly parent: Spot | undefined
  /** Member of the parent that contains the object, such as `properties`. */
  readonly member: string
}

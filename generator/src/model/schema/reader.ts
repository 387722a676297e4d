import { isObject, own } from '../../json/members.ts'
import { below, type Located } from '../../json/place.ts'
import type { Loaded } from '../../openrpc/loaded.ts'
import { isDescriptor } from '../reference.ts'
import type { HexQuantities } from './quantity.ts'
import type { TypeOrigin } from '../names/type-origin.ts'
import type { Doc, Schema, Type, TypeId, Untyped } from '../types.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'

/** A type before its name is chosen. */
export interface TypeDraft {
  readonly id: TypeId
  readonly place: Place
  readonly schema: Schema
  readonly doc: Doc
  readonly origin: TypeOrigin
  readonly type: Type
}

/** State of reading schemas. There is one per run, because all documents share the type IDs. */
export interface SchemaReader {
  readonly loaded: Loaded
  readonly hexQuantities: HexQuantities
  /** Returns the type of the schema at a place. References become IDs and are queued, never expanded. */
  readonly read: (at: Located<Json | undefined>) => Type
  /** Like `read`, for a nested schema. A title may turn it into a named type. */
  readonly inline: (at: Located<Json | undefined>) => Type
  readonly drafts: Map<TypeId, TypeDraft>
  readonly queue: Located[]
  readonly known: Set<TypeId>
  readonly crossed: Set<TypeId>
  /** Inline schemas with a title, by file, title and content. Equal ones share a type. */
  readonly titled: Map<string, TypeId>
  /** Prefixes of type names by the place of the method that the types belong to. */
  readonly prefixes: Map<string, string>
  readonly untyped: Untyped[]
}

/** Returns `unknown` and records the place and reason. */
export function untyped(reader: SchemaReader, place: Place, reason: Untyped['reason']): Type {
  const found = { file: place.file, pointer: place.pointer, reason }
  reader.untyped.push(found)
  return { kind: 'unknown' }
}

/** Returns a schema with its place. An invalid schema is read as one that allows every value. */
export function asSchema({ json, place }: Located<Json | undefined>): Schema {
  if (isObject(json) && isDescriptor(json)) return asSchema(schemaOf({ place, json }))
  return { place, json: isObject(json) || typeof json === 'boolean' ? json : true }
}

export function schemaOf(descriptor: Located<JsonObject>): Located<Json | undefined> {
  return { place: below(descriptor.place, 'schema'), json: own(descriptor.json, 'schema') }
}

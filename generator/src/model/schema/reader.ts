import { isObject, own } from '../json.ts'
import { below, type Located } from '../place.ts'
import type { Loaded } from '../../load/types.ts'
import { isDescriptor } from '../reference.ts'
import type { TypeOrigin } from '../names/type-origin.ts'
import type { Doc, Json, JsonObject, Place, Schema, Type, TypeId, Untyped } from '../types.ts'

/** A named type before its name is chosen. */
export interface TypeDraft {
  readonly id: TypeId
  readonly place: Place
  readonly schema: Schema
  readonly doc: Doc
  readonly origin: TypeOrigin
  readonly type: Type
}

/** What reading schemas collects. One per run: identities are shared by all documents. */
export interface SchemaReader {
  readonly loaded: Loaded
  /** The type of the schema at a place. References become identities and are queued, never expanded. */
  readonly read: (at: Located<Json | undefined>) => Type
  /** The same for a schema inside another, which its title may make a named type. */
  readonly inline: (at: Located<Json | undefined>) => Type
  readonly drafts: Map<TypeId, TypeDraft>
  /** Schemas that something refers to and that are not read yet. */
  readonly queue: Located[]
  /** Identities that are in `drafts` or in `queue`. */
  readonly known: Set<TypeId>
  /** Identities that a file other than their own refers to. */
  readonly crossed: Set<TypeId>
  /** Inline schemas that a title names, by file, title and content: equal ones are one type. */
  readonly titled: Map<string, TypeId>
  /** What the names of a method's types begin with, by the method's place. */
  readonly prefixes: Map<string, string>
  readonly untyped: Untyped[]
}

/** `unknown`, counted. */
export function untyped(reader: SchemaReader, place: Place, reason: Untyped['reason']): Type {
  const found = { file: place.file, pointer: place.pointer, reason }
  reader.untyped.push(found)
  return { kind: 'unknown' }
}

/** A schema with its place; what is no schema at all allows every value. */
export function asSchema({ json, place }: Located<Json | undefined>): Schema {
  if (isObject(json) && isDescriptor(json)) return asSchema(schemaOf({ place, json }))
  return { place, json: isObject(json) || typeof json === 'boolean' ? json : true }
}

/** The schema inside a content descriptor. */
export function schemaOf(descriptor: Located<JsonObject>): Located<Json | undefined> {
  return { place: below(descriptor.place, 'schema'), json: own(descriptor.json, 'schema') }
}

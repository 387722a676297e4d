import { type Structure, structureOf } from '@rpcloom/schema/internal'
import { isObject, own } from '../../json/members.ts'
import { below, type Located } from '../../json/place.ts'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import type { Loaded } from '../../openrpc/loaded.ts'
import { isDescriptor } from '../reference.ts'
import type { HexQuantities } from './quantity.ts'
import type { TypeOrigin } from '../names/type-origin.ts'
import type { Doc, Schema, Type, TypeId, Untyped } from '../types.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'

/** A named type before its name is chosen. */
export interface TypeDraft {
  readonly id: TypeId
  readonly place: Place
  readonly schema: Schema
  readonly doc: Doc
  readonly origin: TypeOrigin
  readonly type: Type
}

/**
 * State of reading schemas. All documents share the state, because a type ID is unique in a run.
 */
export interface SchemaReader {
  readonly loaded: Loaded
  readonly hexQuantities: HexQuantities
  /** Returns the type of a schema. References become type IDs and their targets are queued. */
  readonly read: (at: Located<Json | undefined>) => Type
  /** Returns the type of a nested schema. A nested schema with a title may become a named type. */
  readonly inline: (at: Located<Json | undefined>) => Type
  readonly drafts: Map<TypeId, TypeDraft>
  readonly queue: Located[]
  readonly known: Set<TypeId>
  readonly crossed: Set<TypeId>
  /**
   * Types of inline schemas with a title, by file, title and content. Equal schemas share a type.
   */
  readonly titled: Map<string, TypeId>
  /** Type name prefixes, by the place of the method. */
  readonly prefixes: Map<string, string>
  readonly untyped: Untyped[]
  readonly findings: Finding[]
}

/** Records a schema without a type, with the reason. Returns `unknown`. */
export function untyped(reader: SchemaReader, place: Place, reason: Untyped['reason']): Type {
  const found = { file: place.file, pointer: place.pointer, reason }
  reader.untyped.push(found)
  return { kind: 'unknown' }
}

/**
 * Returns a schema with its place. An invalid schema is replaced with `true`, which allows every
 * value.
 */
export function asSchema({ json, place }: Located<Json | undefined>): Schema {
  if (isObject(json) && isDescriptor(json)) return asSchema(schemaOf({ place, json }))
  return { place, json: isObject(json) || typeof json === 'boolean' ? json : true }
}

export function schemaOf(descriptor: Located<JsonObject>): Located<Json | undefined> {
  return { place: below(descriptor.place, 'schema'), json: own(descriptor.json, 'schema') }
}

/** The schemas inside a schema, by what they apply to. */
export type SchemaStructure = Structure<Place, Json>

export function structureAt(at: Located): SchemaStructure {
  return structureOf(at, (place, path) => below(place, ...path))
}

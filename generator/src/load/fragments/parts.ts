import { keywordOf } from '@rpcloom/schema/internal'
import { posix } from 'node:path'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import { child, isArray, isObject } from '../../json/pointer.ts'

/** A method or component of a fragment, not yet inserted into a document. */
export interface Part {
  readonly section: string
  /** Key of the component in its section. Empty for a method. */
  readonly key: string
  readonly json: Json
  readonly origin: Place
}

/**
 * Splits a fragment into methods or components. A file of methods contains a list, a map, a single
 * method or a complete document. A file of components contains a map, a list of named components, a
 * complete document, or a single component whose key is the file name.
 */
export function partsOf(section: string, file: string, json: Json): readonly Part[] {
  const document = isObject(json) && isDocument(json) ? documentParts(file, json) : undefined
  if (document !== undefined) return document
  const entries = isSingle(section, json)
    ? [{ key: stemOf(file), json, pointer: '' }]
    : entriesOf(json, '')
  return entries.map((entry) => partOf(section, file, entry))
}

interface Entry {
  readonly key: string
  readonly json: Json
  readonly pointer: string
}

function partOf(section: string, file: string, { key, json, pointer }: Entry): Part {
  return { section, key, json, origin: { file, pointer } }
}

function isDocument(json: JsonObject): boolean {
  return isArray(json['methods']) || isObject(json['components'])
}

function documentParts(file: string, json: JsonObject): readonly Part[] {
  const { methods = [], components = {} } = json
  return [
    ...entriesOf(methods, '/methods').map((entry) => partOf('methods', file, entry)),
    ...Object.entries(isObject(components) ? components : {}).flatMap(([section, members]) =>
      entriesOf(members, child('/components', section)).map((entry) =>
        partOf(section, file, entry),
      ),
    ),
  ]
}

function entriesOf(json: Json, pointer: string): readonly Entry[] {
  if (isArray(json)) {
    return json.map((item, index) => ({
      key: nameOf(item) ?? String(index),
      json: item,
      pointer: child(pointer, index),
    }))
  }
  if (!isObject(json)) return []
  return Object.entries(json).map(([key, member]) => ({
    key,
    json: member,
    pointer: child(pointer, key),
  }))
}

function nameOf(json: Json): string | undefined {
  const name = isObject(json) ? (json['name'] ?? json['message']) : undefined
  return typeof name === 'string' ? name : undefined
}

/**
 * Whether a file contains a single method or component rather than a map. The values of a map are
 * always objects.
 */
function isSingle(section: string, json: Json): boolean {
  if (!isObject(json)) return typeof json === 'boolean'
  const has = (...names: readonly string[]): boolean =>
    names.some((name) => json[name] !== undefined && !isObject(json[name]))
  if (section === 'schemas') {
    return Object.entries(json).some(
      ([name, value]) => keywordOf(name) !== undefined && !isObject(value),
    )
  }
  if (section === 'errors') return has('$ref', 'code')
  if (section === 'error-groups') return has('errors')
  return has('$ref', 'name')
}

/** Returns the file name without its extension: `schemas/block-info.yaml` -> `block-info` */
function stemOf(file: string): string {
  return posix.basename(file).replace(/\.(json|ya?ml)$/i, '')
}

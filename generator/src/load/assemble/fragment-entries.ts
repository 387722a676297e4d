import { keywordOf } from '@rpcloom/schema/internal'
import { posix } from 'node:path'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import { child, isArray, isObject } from '../../json/pointer.ts'

/** A method or component of a fragment, not yet inserted into a document. */
export interface FragmentEntry {
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
export function fragmentEntries(
  section: string,
  file: string,
  json: Json,
): readonly FragmentEntry[] {
  const document = isObject(json) && isDocument(json) ? documentEntries(file, json) : undefined
  if (document !== undefined) return document
  const entries = isSingle(section, json)
    ? [{ key: baseNameOf(file), json, pointer: '' }]
    : keyedValues(json, '')
  return entries.map((entry) => entryOf(section, file, entry))
}

interface KeyedValue {
  readonly key: string
  readonly json: Json
  readonly pointer: string
}

function entryOf(section: string, file: string, { key, json, pointer }: KeyedValue): FragmentEntry {
  return { section, key, json, origin: { file, pointer } }
}

function isDocument(json: JsonObject): boolean {
  return isArray(json['methods']) || isObject(json['components'])
}

function documentEntries(file: string, json: JsonObject): readonly FragmentEntry[] {
  const { methods = [], components = {} } = json
  return [
    ...keyedValues(methods, '/methods').map((entry) => entryOf('methods', file, entry)),
    ...Object.entries(isObject(components) ? components : {}).flatMap(([section, members]) =>
      keyedValues(members, child('/components', section)).map((entry) =>
        entryOf(section, file, entry),
      ),
    ),
  ]
}

function keyedValues(json: Json, pointer: string): readonly KeyedValue[] {
  if (isArray(json)) {
    return json.map((item, index) => ({
      key: entryNameOf(item) ?? String(index),
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

function entryNameOf(json: Json): string | undefined {
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
function baseNameOf(file: string): string {
  return posix.basename(file).replace(/\.(json|ya?ml)$/i, '')
}

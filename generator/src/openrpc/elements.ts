import type { Json, JsonObject } from '../json/types.ts'
import { child, isArray, isObject, isReference } from '../json/pointer.ts'
import type { Resolve } from './loaded.ts'

export type { Resolve } from './loaded.ts'

/**
 * An object of a document. If the document has a reference instead of the object, the reference is
 * resolved: `file`, `pointer` and `json` belong to its target. `at` is the place of the reference,
 * or of the object itself.
 */
export interface Element {
  readonly at: { readonly file: string; readonly pointer: string }
  /** File to which references inside the element are relative. */
  readonly file: string
  readonly pointer: string
  readonly json: JsonObject
}

/**
 * Returns the objects in a list, with references resolved. Items that are not objects are dropped.
 * `pointer` is the pointer of the list.
 */
export function elements(
  list: Json | undefined,
  file: string,
  pointer: string,
  resolve: Resolve,
): readonly Element[] {
  if (isReference(list)) {
    const target = resolve(file, list.$ref)
    return target ? elements(target.json, target.place.file, target.place.pointer, resolve) : []
  }
  if (!isArray(list)) return []
  return list.flatMap((json, index) => {
    const found = element(json, file, child(pointer, index), resolve)
    return found === undefined ? [] : [found]
  })
}

export function element(
  json: Json | undefined,
  file: string,
  pointer: string,
  resolve: Resolve,
): Element | undefined {
  const at = { file, pointer }
  if (isReference(json)) {
    const target = resolve(file, json.$ref)
    if (target === undefined || !isObject(target.json)) return undefined
    const { place } = target
    return { at, file: place.file, pointer: place.pointer, json: withOwn(target.json, json) }
  }
  return isObject(json) ? { at, file, pointer, json } : undefined
}

/**
 * Members that are allowed next to a `$ref`, where they override the members of the referenced
 * object. For example, a shared param may be called `from` in one method and `to` in another.
 */
const ownMembers = ['name', 'summary', 'description', 'required', 'deprecated']

function withOwn(target: JsonObject, reference: JsonObject): JsonObject {
  const overrides = ownMembers.flatMap((key) => {
    const value = Object.hasOwn(reference, key) ? reference[key] : undefined
    return value === undefined ? [] : [[key, value] as const]
  })
  return overrides.length === 0 ? target : { ...target, ...Object.fromEntries(overrides) }
}

import { type Elements, withOwn } from '@rpcloom/rpc/internal'
import { below } from '../json/place.ts'
import { isArray, isObject, isReference } from '../json/pointer.ts'
import type { Json, JsonObject, Place } from '../json/types.ts'
import type { Resolve } from './loaded.ts'

export type { Resolve } from './loaded.ts'

/**
 * An object of a document. If the document has a reference instead of the object, the reference is
 * resolved: `file`, `pointer` and `json` belong to its target. `at` is the place of the reference,
 * or of the object itself.
 */
export interface Element {
  readonly at: Place
  /** File to which references inside the element are relative. */
  readonly file: string
  readonly pointer: string
  readonly json: JsonObject
}

/** Returns the root of a document. */
export function rootOf(file: string, json: JsonObject): Element {
  return { at: { file, pointer: '' }, file, pointer: '', json }
}

/** Returns the elements of documents, whose references may lead to other files. */
export function elementsBy(resolve: Resolve): Elements<Element> {
  const element = (json: Json | undefined, at: Place): Element | undefined => {
    if (!isReference(json)) return isObject(json) ? { at, ...at, json } : undefined
    const target = resolve(at.file, json.$ref)
    if (target === undefined || !isObject(target.json)) return undefined
    return { at, ...target.place, json: withOwn(target.json, json) }
  }
  const list = (json: Json | undefined, at: Place): readonly Element[] => {
    if (isArray(json)) return json.flatMap((item, index) => element(item, below(at, index)) ?? [])
    const target = isReference(json) ? resolve(at.file, json.$ref) : undefined
    return target ? list(target.json, target.place) : []
  }
  return {
    member: (of, name) => element(of.json[name], below(of, name)),
    list: (of, name) => list(of.json[name], below(of, name)),
  }
}

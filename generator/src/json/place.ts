import { child, stepInto, tokensOf } from './pointer.ts'
import type { Json, Place } from './types.ts'

/** A value of a document with its file and JSON pointer. */
export interface Located<Value extends Json | undefined = Json> {
  readonly place: Place
  readonly json: Value
}

export function below(place: Place, ...segments: readonly (string | number)[]): Place {
  return { file: place.file, pointer: segments.reduce<string>(child, place.pointer) }
}

/** Returns the ID of a place: `file#pointer`. */
export function placeId(place: Place): string {
  return `${place.file}#${place.pointer}`
}

/** Returns the value at a JSON pointer. The pointer cannot reach inherited members. */
export function valueAt(json: Json, pointer: string): Json | undefined {
  return tokensOf(pointer).reduce<Json | undefined>(stepInto, json)
}

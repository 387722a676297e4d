import type { Path } from '../keywords/table.ts'
import type { Resolve } from '../types.ts'

/** A schema and its place, to which its references are relative. */
export interface Located<Place, Value = unknown> {
  readonly json: Value
  readonly place: Place
}

/** Finds schemas from the place of another one. */
export interface Places<Place, Value = unknown> {
  /** Returns the target of a reference in a schema. */
  readonly follow: (ref: string, from: Located<Place, Value>) => Located<Place, Value> | undefined
  /** Returns the place of a value inside the value at a place. */
  readonly inside: (place: Place, path: Path) => Place
}

/** Returns the places of one document, in which a schema is identified by itself. */
export function inDocument(resolve: Resolve): Places<undefined> {
  return {
    follow: (ref, { json }) => {
      const target = resolve(ref, json)
      return target === undefined ? undefined : located(target)
    },
    inside: () => undefined,
  }
}

/** Returns a schema of one document. */
export function located(json: unknown): Located<undefined> {
  return { json, place: undefined }
}

import type { Place } from '../json/types.ts'
import type { ChangeDetails } from './change.ts'
import type { Direction } from './direction.ts'
import { directionOf, type SchemaKind } from './kinds.ts'

/**
 * A difference inside a schema. Its effect on callers and implementers depends on the direction in which
 * values are sent.
 */
export interface Difference {
  readonly kind: SchemaKind
  readonly direction: Direction
  readonly path: string
  readonly details: ChangeDetails
  readonly before?: Place
  readonly after?: Place
}

/** The differences of two versions of a schema, which are compared once even if several schemas refer to them. */
export interface FoundDifferences {
  readonly differences: Difference[]
  /** Keys of the pairs of named types that this pair refers to. */
  readonly refers: Set<string>
}

/** Location of a comparison: the old and the new version of a schema, and a path inside the schema. */
export interface ComparedPath {
  readonly found: FoundDifferences
  readonly path: string
  readonly before?: Place
  readonly after?: Place
}

export function note(
  compared: ComparedPath,
  kind: SchemaKind,
  details: ChangeDetails = {},
  direction?: Direction,
): void {
  const { found, path, before, after } = compared
  found.differences.push({
    kind,
    direction: direction ?? directionOf(kind),
    path,
    details,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  })
}

/** Appends a member to a path: `a.b`, or `["a b"]` if the name needs quotes. */
export function memberPath(path: string, name: string): string {
  if (!/^[\w$-]+$/.test(name)) return `${path}[${JSON.stringify(name)}]`
  return path === '' ? name : `${path}.${name}`
}

import type { Place } from '../json/types.ts'
import type { Facts } from './change.ts'
import type { Direction } from './direction.ts'
import { directionOf, type SchemaKind } from './kinds.ts'

/** A difference inside a schema, before the direction of its values is known. */
export interface Difference {
  readonly kind: SchemaKind
  readonly direction: Direction
  readonly path: string
  readonly facts: Facts
  readonly before?: Place
  readonly after?: Place
}

/** A pair of schemas. It is compared once, however many places refer to it. */
export interface Unit {
  readonly differences: Difference[]
  /** Keys of the pairs of named types that this pair refers to. */
  readonly refers: Set<string>
}

/** The position of a comparison: a unit and a path in it. */
export interface Spot {
  readonly unit: Unit
  readonly path: string
  readonly before?: Place
  readonly after?: Place
}

export function note(spot: Spot, kind: SchemaKind, facts: Facts = {}, direction?: Direction): void {
  const { unit, path, before, after } = spot
  unit.differences.push({
    kind,
    direction: direction ?? directionOf(kind),
    path,
    facts,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  })
}

/** Appends a member to a path: `a.b`, or `["a b"]` if the name needs quotes. */
export function memberPath(path: string, name: string): string {
  if (!/^[\w$-]+$/.test(name)) return `${path}[${JSON.stringify(name)}]`
  return path === '' ? name : `${path}.${name}`
}

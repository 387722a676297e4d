import type { Version } from './version.ts'
import type { ComparedPath } from './differences.ts'
import type { Direction } from './direction.ts'
import type { Conjunction } from './view.ts'

/** Compares schemas inside of the schemas that are being compared. */
export interface Comparer {
  readonly before: Version
  readonly after: Version
  compare(compared: ComparedPath, olds: Conjunction, news: Conjunction): void
  /** Returns the directions of all differences of two schemas, with those of the types that they refer to. */
  directionsOf(olds: Conjunction, news: Conjunction): ReadonlySet<Direction>
}

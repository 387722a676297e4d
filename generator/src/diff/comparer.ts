import type { Side } from './side.ts'
import type { Spot } from './unit.ts'
import type { Conjunction } from './view.ts'

/** Compares schemas inside of the schemas that are being compared. */
export interface Comparer {
  readonly before: Side
  readonly after: Side
  compare(spot: Spot, olds: Conjunction, news: Conjunction): void
}

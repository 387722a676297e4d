import type { Version } from './version.ts'
import type { ComparedPath } from './differences.ts'
import type { Conjunction } from './view.ts'

/** Compares schemas inside of the schemas that are being compared. */
export interface Comparer {
  readonly before: Version
  readonly after: Version
  compare(compared: ComparedPath, olds: Conjunction, news: Conjunction): void
}

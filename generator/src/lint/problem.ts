import type { Place } from '../json/types.ts'

/** A finding of a rule, before ignored findings are dropped. */
export interface Problem {
  readonly message: string
  readonly place: Place
}

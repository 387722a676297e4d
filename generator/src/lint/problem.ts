import type { Place } from '../json/types.ts'

/** A finding of a rule, before ignores apply. */
export interface Problem {
  readonly message: string
  readonly place: Place
}

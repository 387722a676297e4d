import type { Finding } from '../diagnostics.ts'

/** What a run did to one method, namespace or class. */
export interface Change {
  readonly kind: 'added' | 'updated' | 'removed' | 'renamed' | 'restored'
  /** Wire name of a method; name of a class. */
  readonly subject: string
  readonly path: string
}

/** Collects what a run has to tell. */
export interface Report {
  readonly changed: (change: Change) => void
  readonly found: (
    finding: Omit<Finding, 'place'> & { readonly path: string; readonly at?: Position },
  ) => void
}

/** One-based. */
export interface Position {
  readonly line: number
  readonly column: number
}

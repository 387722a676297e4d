import type { Finding } from '../diagnostics/diagnostics.ts'

/** A change to a method, namespace or class. */
export interface Change {
  readonly kind: 'added' | 'updated' | 'removed' | 'renamed' | 'restored'
  /** Name of the method or class. */
  readonly subject: string
  readonly path: string
}

/** Collects the messages of a run. */
export interface Report {
  readonly changed: (change: Change) => void
  readonly found: (
    finding: Omit<Finding, 'place'> & { readonly path: string; readonly at?: Position },
  ) => void
}

/** A position in a file. Line and column start at 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

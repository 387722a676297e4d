import type { Finding } from '../diagnostics/diagnostics.ts'

export interface Change {
  readonly kind: 'added' | 'updated' | 'removed' | 'renamed' | 'restored'
  readonly subject: string
  readonly path: string
}

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

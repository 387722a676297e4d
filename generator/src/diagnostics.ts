/** Problems in a user's input, as values: collected, sorted, and printed by the CLI alone. */

export type Severity = 'error' | 'warning'

export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly severity: Severity
  readonly message: string
  readonly file: string
  readonly pointer: string
  /** One-based. */
  readonly line: number
  readonly column: number
  /** What to do about it. */
  readonly help: string
}

/** One entry of the catalogue; a code without it does not compile. */
export interface DiagnosticEntry {
  readonly severity: Severity
  readonly title: string
  readonly help: string
}

export const catalogue = {} as const satisfies Record<string, DiagnosticEntry>

export type DiagnosticCode = keyof typeof catalogue

import type { Severity } from '../diagnostics/diagnostics.ts'
import type { Problem } from './problem.ts'
import type { Subject } from './subject.ts'

export type OptionValue = number | readonly string[]

export type Options = Readonly<Record<string, OptionValue>>

/**
 * A lint rule: its message, its reason, and its check. `failing` and `passing` are complete documents with and
 * without findings; a test lints them. A line `# file: NAME` starts another file; the first file is
 * `api.openrpc.yaml`.
 */
export interface Rule {
  /** Code of the rule, RL7xx. A code is never reused for another rule. */
  readonly code: string
  /** Name of the rule in configurations and in `x-lint-ignore`. */
  readonly name: string
  /** Severity without a configuration. */
  readonly severity: Severity | 'off'
  readonly title: string
  /** Why the rule's findings are a problem. */
  readonly cause: string
  readonly help: string
  /** Options with their defaults. A configured value must have the same type as the default. */
  readonly options?: Options
  readonly failing: string
  readonly passing: string
  readonly check: (subject: Subject, options: Options) => Iterable<Problem>
}

export function numberOption(options: Options, name: string): number {
  const value = options[name]
  return typeof value === 'number' ? value : 0
}

export function wordsOption(options: Options, name: string): readonly string[] {
  const value = options[name]
  return typeof value === 'object' ? value : []
}

import type { Severity } from '../diagnostics/diagnostics.ts'
import type { Place } from '../json/types.ts'
import type { Subject } from './subject.ts'

/** Value of a rule's option. */
export type OptionValue = number | readonly string[]

/** The options of a rule, including defaults. */
export type Options = Readonly<Record<string, OptionValue>>

/** A finding of a rule, before ignores apply. */
export interface Problem {
  readonly message: string
  readonly place: Place
}

/**
 * A lint rule: its message, its reason, and its check.
 *
 * `failing` and `passing` are complete documents that a test lints: a line `# file: NAME` starts another file;
 * the first is `api.openrpc.yaml`.
 */
export interface Rule {
  /** RL7xx; never reused. */
  readonly code: string
  /** Name in configurations and `x-lint-ignore`. */
  readonly name: string
  /** Default without a configuration. */
  readonly severity: Severity | 'off'
  readonly title: string
  /** Why it is worth a warning. */
  readonly cause: string
  readonly help: string
  /** Options with their defaults; a configured value must have the type of the default. */
  readonly options?: Options
  readonly failing: string
  readonly passing: string
  readonly check: (subject: Subject, options: Options) => Iterable<Problem>
}

/** Returns a numeric option. */
export function numberOption(options: Options, name: string): number {
  const value = options[name]
  return typeof value === 'number' ? value : 0
}

/** Returns an option that is a list of words. */
export function wordsOption(options: Options, name: string): readonly string[] {
  const value = options[name]
  return typeof value === 'object' ? value : []
}

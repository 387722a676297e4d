import type { Severity } from '../../diagnostics.ts'
import type { Place } from '../../model/types.ts'
import type { Subject } from './subject.ts'

/** What one option of a rule may be. */
export type OptionValue = number | readonly string[]

/** The options of a rule, defaults filled in. */
export type Options = Readonly<Record<string, OptionValue>>

/** What a rule found, before anyone asked whether it is to be ignored there. */
export interface Problem {
  readonly message: string
  readonly place: Place
}

/**
 * One rule, whole: what it says, why, and the function that finds what breaks it.
 *
 * `failing` and `passing` are whole documents, and a test lints them: a line `# file: NAME` begins another
 * file, the first is `api.openrpc.yaml`.
 */
export interface Rule {
  /** RL7xx; never given to another rule. */
  readonly code: string
  /** As configurations and `x-lint-ignore` call it. */
  readonly name: string
  /** Without a configuration. */
  readonly severity: Severity | 'off'
  readonly title: string
  /** Why it is worth a warning. */
  readonly cause: string
  readonly help: string
  /** Options with their defaults; a configured value has the type of the default. */
  readonly options?: Options
  readonly failing: string
  readonly passing: string
  readonly check: (subject: Subject, options: Options) => Iterable<Problem>
}

/** An option that is a number. */
export function numberOption(options: Options, name: string): number {
  const value = options[name]
  return typeof value === 'number' ? value : 0
}

/** An option that is a list of words. */
export function wordsOption(options: Options, name: string): readonly string[] {
  const value = options[name]
  return typeof value === 'object' ? value : []
}

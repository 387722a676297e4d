import type { Config } from './config.ts'
import type { Diagnostic } from './diagnostics.ts'
import { type ApiChanges, noChanges } from './emit/api-changes.ts'
import type { LoadedCode, TargetsCode } from './stamp.ts'
import type { Target } from './emit/target.ts'

/** Everything that a run depends on. */
export interface Project {
  /** Folder that every path of the configuration starts from. */
  readonly root: string
  readonly config: Config
  /** Asked for only when something must be generated: loading the targets costs more than finding that out. */
  readonly targets: () => Promise<readonly Target[]>
  /** Code and templates of the targets, to know when they change. */
  readonly targetsCode: TargetsCode
}

export interface GenerateOptions {
  /** `check` and `plan` write nothing: the one reports drift, the other what would be written. */
  readonly mode: 'write' | 'check' | 'plan'
  /** Replaces files that were edited, or that were there before. */
  readonly force: boolean
  /** Told what is going on, for a person who waits. */
  readonly onStep?: (step: string) => void
  /** Told the files that were looked for, those that are not there among them, from the project root. */
  readonly onRead?: (paths: readonly string[]) => void
  /** Present where several runs of a process follow each other. */
  readonly loaded?: LoadedCode
}

export interface GenerateResult {
  /**
   * `refused`: files that are not ours to lose stand in the way, nothing was written. `failed`: there is
   * nothing to write, for the reasons in the diagnostics.
   */
  readonly status: 'current' | 'written' | 'planned' | 'drift' | 'refused' | 'failed'
  readonly diagnostics: readonly Diagnostic[]
  readonly changes: FileChanges
  readonly api: ApiChanges
}

/** Paths from the project root. */
export interface FileChanges {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

/** A result in which nothing changes. */
export function withoutChanges(
  status: GenerateResult['status'],
  diagnostics: readonly Diagnostic[],
): GenerateResult {
  const none = { added: [], changed: [], removed: [] }
  return { status, diagnostics, changes: none, api: noChanges }
}

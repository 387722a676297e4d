import type { Config } from './config.ts'
import type { Diagnostic } from '../diagnostics/diagnostics.ts'
import { type ApiChanges, noChanges } from './api-changes.ts'
import type { TargetsCode } from './stamp.ts'
import type { Target } from '../codegen/target.ts'

/** Everything that a run depends on. */
export interface Project {
  /** Folder that the configuration's paths are relative to. */
  readonly root: string
  readonly config: Config
  /** Loaded on demand: loading the targets takes longer than finding out that nothing changed. */
  readonly targets: () => Promise<readonly Target[]>
  /** Code and templates of the targets, to detect changes. */
  readonly targetsCode: TargetsCode
}

/** A project and its configuration file, if any. */
export interface FoundProject {
  readonly project: Project
  readonly configPath?: string
}

/** Options of a generator run. */
export interface GenerateOptions {
  /** `check` and `plan` write nothing: `check` reports differences, `plan` what would be written. */
  readonly mode: 'write' | 'check' | 'plan'
  /** Overwrites edited and unknown files. */
  readonly force: boolean
  /** Called with the current step, for progress output. */
  readonly onStep?: (step: string) => void
  /** Called with the paths that were looked for, missing ones included, relative to the project root. */
  readonly onRead?: (paths: readonly string[]) => void
}

/** Outcome of a generator run. */
export interface GenerateResult {
  /**
   * `refused`: files of the user are in the way, nothing was written. `failed`: there is nothing to write; the
   * diagnostics say why.
   */
  readonly status: 'current' | 'written' | 'planned' | 'drift' | 'refused' | 'failed'
  readonly diagnostics: readonly Diagnostic[]
  readonly changes: FileChanges
  readonly api: ApiChanges
}

/** Paths relative to the project root. */
export interface FileChanges {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

/** Returns a result without changes. */
export function withoutChanges(
  status: GenerateResult['status'],
  diagnostics: readonly Diagnostic[],
): GenerateResult {
  const none = { added: [], changed: [], removed: [] }
  return { status, diagnostics, changes: none, api: noChanges }
}

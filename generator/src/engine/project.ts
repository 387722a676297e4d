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
  /**
   * Returns the targets. They are loaded on demand, because that takes longer than finding out that nothing
   * changed.
   */
  readonly targets: () => Promise<readonly Target[]>
  /** Location of the targets' code and templates, to detect changes. */
  readonly targetsCode: TargetsCode
}

/** A project and its configuration file, if any. */
export interface FoundProject {
  readonly project: Project
  readonly configPath?: string
}

/** Options of a generator run. */
export interface GenerateOptions {
  /**
   * `write` writes the output. `check` and `plan` write nothing: `check` reports differences, `plan` reports
   * what would be written.
   */
  readonly mode: 'write' | 'check' | 'plan'
  /** Overwrites edited and unknown files. */
  readonly force: boolean
  /** Called with the current step, for progress output. */
  readonly onStep?: (step: string) => void
  /**
   * Called with the paths that were read or looked for, including missing ones, relative to the project root.
   */
  readonly onRead?: (paths: readonly string[]) => void
}

/** Outcome of a generator run. */
export interface GenerateResult {
  /**
   * `refused`: nothing was written, because files of the user already exist at output paths. `failed`: there
   * is nothing to write, and the diagnostics say why.
   */
  readonly status: 'current' | 'written' | 'planned' | 'drift' | 'refused' | 'failed'
  readonly diagnostics: readonly Diagnostic[]
  readonly changes: FileChanges
  readonly api: ApiChanges
}

/** Changed files, with paths relative to the project root. */
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

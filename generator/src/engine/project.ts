import type { Config } from './config.ts'
import type { Diagnostic } from '../diagnostics/diagnostics.ts'
import { type ApiChanges, noChanges } from './api-changes.ts'
import type { Target } from '../codegen/target.ts'

/** Location of the targets' code and templates. */
export interface TargetsCode {
  /** Module that exports the list of built-in targets. */
  readonly entry: string
  readonly folder: string
}

export interface Project {
  /** Folder to which the configuration's paths are relative. */
  readonly root: string
  /** Names all targets, including those that `withImported` adds. */
  readonly config: Config
  /** The built-in targets, which load their code when they emit files. */
  readonly targets: readonly Target[]
  /** Location of the targets' code and templates, for detecting changes. */
  readonly targetsCode: TargetsCode
}

/**
 * A project and the path of its configuration file. The path is absent if the command line replaces the
 * configuration.
 */
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
  /** Reports the current step for progress output. */
  readonly onStep?: (step: string) => void
  /** Reports the paths that were read or looked for, including missing files, relative to the project root. */
  readonly onRead?: (paths: readonly string[]) => void
}

/** Outcome of a generator run. */
export interface GenerateResult {
  /**
   * `refused`: nothing was written, because the user's files exist at output paths. `failed`: nothing was
   * written, because of the errors in `diagnostics`.
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

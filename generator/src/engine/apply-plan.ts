import { posix } from 'node:path'
import {
  hasErrors,
  toDiagnostics,
  type Diagnostic,
  type Finding,
} from '../diagnostics/diagnostics.ts'
import type { ApiChanges } from './api-changes.ts'
import type { DerivedPlan } from '../output/derive.ts'
import { lockName, type Lock } from '../output/lock.ts'
import type { Plan } from '../output/plan.ts'
import { commit } from '../output/write.ts'
import {
  withoutChanges,
  type FileChanges,
  type GenerateOptions,
  type GenerateResult,
  type Project,
} from './project.ts'

export interface PlannedRun {
  readonly project: Project
  readonly options: GenerateOptions
  readonly out: string
  readonly plan: Plan
  readonly derived: DerivedPlan
  readonly lock: { readonly before?: Lock; readonly beforeText?: string; readonly after: string }
  readonly diagnostics: readonly Diagnostic[]
  readonly api: ApiChanges
}

/** Applies a plan if the mode is `write`, otherwise only reports it. */
export async function applyPlan(run: PlannedRun): Promise<GenerateResult> {
  const { project, options, out, plan, derived, lock, diagnostics, api } = run
  const faults = outputDiagnostics(project, plan.faults)
  if (hasErrors(faults)) return withoutChanges('failed', [...diagnostics, ...faults])
  const all = {
    write: [...plan.write, ...derived.write],
    remove: [...plan.remove, ...derived.remove],
  }
  const changes = changesOf(project, all)
  if (options.mode === 'check') {
    const drift = outputDiagnostics(project, driftOfPlan(run))
    return {
      status: drift.length > 0 ? 'drift' : 'current',
      diagnostics: [...diagnostics, ...drift],
      changes,
      api,
    }
  }
  const refused = outputDiagnostics(project, plan.refused)
  if (options.mode === 'plan') {
    return { status: 'planned', diagnostics: [...diagnostics, ...refused], changes, api }
  }
  if (refused.length > 0) return withoutChanges('refused', [...diagnostics, ...refused])
  // Write manifests last: a file that is older than its manifest is treated as unedited.
  const write = [...all.write, ...derived.manifests]
  const isSame = all.write.length === 0 && all.remove.length === 0 && lock.after === lock.beforeText
  if (!isSame || derived.manifests.length > 0) {
    await commit(out, { write, remove: all.remove, lockText: lock.after })
  }
  if (isSame) return withoutChanges('current', diagnostics)
  return { status: 'written', diagnostics, changes, api }
}

function changesOf(
  project: Project,
  { write, remove }: Pick<Plan, 'write' | 'remove'>,
): FileChanges {
  const named = (path: string): string => inProject(project, path)
  return {
    added: write.filter(({ fresh }) => fresh).map(({ path }) => named(path)),
    changed: write.filter(({ fresh }) => !fresh).map(({ path }) => named(path)),
    removed: remove.map(named),
  }
}

/** Returns the differences that `--check` reports. Derived files are excluded, since they are not committed. */
function driftOfPlan({ plan, lock }: PlannedRun): readonly Finding[] {
  const findings = [
    ...plan.write.map(({ path, fresh }) => drift(path, fresh ? 'is missing' : 'is out of date')),
    ...plan.remove.map((path) => drift(path, 'is no longer generated')),
  ]
  if (findings.length === 0 && withoutGenerator(lock.after) !== withoutGenerator(lock.beforeText)) {
    findings.push(drift(lockName, 'is out of date'))
  }
  return findings
}

/**
 * Removes the generator's name and version from a lock, so that locks of different builds with the same output
 * are equal.
 */
function withoutGenerator(lockText: string | undefined): string | undefined {
  return lockText?.replace(/^  "generator": .*$/m, '')
}

export function drift(path: string, what: string): Finding {
  return { code: 'RL407', message: `${path} ${what}.`, place: { file: path, pointer: '' } }
}

/** Converts findings with paths relative to the output folder to diagnostics. */
export function outputDiagnostics(
  project: Project,
  findings: readonly Finding[],
): readonly Diagnostic[] {
  const placed = findings.map((finding) => ({
    ...finding,
    place: { ...finding.place, file: inProject(project, finding.place.file) },
  }))
  return toDiagnostics(placed, new Map())
}

function inProject({ config }: Project, path: string): string {
  return posix.join(config.out, path)
}

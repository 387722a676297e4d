import { join, resolve, sep } from 'node:path'
import { drift, outputDiagnostics } from './apply-plan.ts'
import { type Finding, toDiagnostics } from '../diagnostics/diagnostics.ts'
import { isDerived } from '../output/derive.ts'
import { lockName, readLock } from '../output/lock.ts'
import { derivationOf, driftOf, isSameCode, isSameInput, stampOf } from './stamp.ts'
import { missingFolders, missingGuides } from './read-templates.ts'
import { foreignFolder } from '../output/foreign-folder.ts'
import { withOutputLock } from '../output/output-lock.ts'
import { recoverProject } from '../output/write-together.ts'
import { isUnfinished, stagingFault, stagingName } from '../output/write.ts'
import {
  withoutChanges,
  type GenerateOptions,
  type GenerateResult,
  type Project,
} from './project.ts'

export { checkConfig, type Config } from './config.ts'
export type { FileChanges, GenerateOptions, GenerateResult, Project } from './project.ts'

/** Generates the output or reports what would be generated. If nothing changed, only compares hashes. */
export async function generate(
  project: Project,
  options: GenerateOptions,
): Promise<GenerateResult> {
  return withOutputFaults(project, (out) => generateInto(out, project, options))
}

async function withOutputFaults(
  project: Project,
  work: (out: string) => Promise<GenerateResult>,
): Promise<GenerateResult> {
  const out = resolve(project.root, project.config.out)
  try {
    return await work(out)
  } catch (error) {
    if (!isOutputFault(error, out)) throw error
    const half = isUnfinished(out)
      ? ' Some files are already written; the next run completes them.'
      : ''
    return failed(project, { code: 'RL411', message: `${error.message}.${half}` })
  }
}

/** Whether an error is a system error in the output folder or one of its parents. */
function isOutputFault(error: unknown, out: string): error is Error {
  if (!(error instanceof Error) || !('syscall' in error)) return false
  // The error for a full disk has no path.
  const path = 'path' in error && typeof error.path === 'string' ? resolve(error.path) : out
  return isWithin(path, out) || isWithin(out, path)
}

function isWithin(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep)
}

async function generateInto(
  out: string,
  project: Project,
  options: GenerateOptions,
): Promise<GenerateResult> {
  const { root, config } = project
  const missing = [
    ...missingFolders(project.root, project.config),
    ...missingGuides(project.root, project.config),
  ]
  if (missing.length > 0) return withoutChanges('failed', toDiagnostics(missing, new Map()))
  const before = readLock(join(out, lockName))
  if (before.kind === 'damaged' && !options.force) {
    return failed(project, {
      code: 'RL408',
      message: `Cannot read the lock file: ${before.reason}.`,
    })
  }
  const foreign =
    options.force || options.mode === 'check'
      ? undefined
      : foreignFolder(out, Object.keys(config.targets))
  if (foreign !== undefined) {
    return failed(project, {
      code: 'RL412',
      message: `Generated packages do not belong into ${out}: ${foreign}.`,
    })
  }
  const fault = stagingFault(out)
  if (fault !== undefined) {
    return failed(project, {
      code: 'RL410',
      message: `${stagingName} cannot be used: ${fault}.`,
    })
  }
  const stamp = stampOf(project)
  // With `--force`, regenerate even if nothing seems to have changed: another build may have the same version.
  if (
    !options.force &&
    before.kind === 'lock' &&
    before.merged === undefined &&
    isSameCode(out, stamp, before) &&
    isSameInput(root, config, stamp, before.lock) &&
    !isUnfinished(out)
  ) {
    const changed = driftOf(out, before.lock)
    if (options.mode === 'check') {
      const drifted = changed.map(({ path, state }) =>
        drift(path, state === 'edited' ? 'was edited' : 'is missing'),
      )
      return withoutChanges(
        drifted.length > 0 ? 'drift' : 'current',
        outputDiagnostics(project, drifted),
      )
    }
    const isWhole = isDerived(out, before.lock.derived, derivationOf(stamp, before.text))
    if (changed.length === 0 && isWhole) {
      // A killed run may have left staged files.
      if (options.mode === 'write') await recoverProject(out)
      return withoutChanges('current', [])
    }
  }
  const work = async (): Promise<GenerateResult> => {
    // Load the pipeline only when something changed, because loading takes longer than detecting that nothing
    // changed.
    const { regenerate } = await import('./pipeline.ts')
    return regenerate({ project, options, out, stamp })
  }
  if (options.mode !== 'write') return work()
  const locked = await withOutputLock(out, work)
  if (locked.kind === 'done') return locked.result
  return failed(project, {
    code: 'RL406',
    message: `Process ${locked.pid} is writing into ${config.out}.`,
  })
}

function failed(project: Project, finding: Omit<Finding, 'place'>): GenerateResult {
  const place = { file: lockName, pointer: '' }
  return withoutChanges('failed', outputDiagnostics(project, [{ ...finding, place }]))
}

import { join, resolve } from 'node:path'
import { drift, outputDiagnostics } from './conclude.ts'
import type { Finding } from './diagnostics.ts'
import { isDerived } from './emit/derive.ts'
import { lockName, readLock } from './emit/lock.ts'
import { derivationOf, driftOf, isSameInput, stampOf } from './stamp.ts'
import { takeTurn } from './emit/turn.ts'
import { isUnfinished, stagingFault, stagingName } from './emit/write.ts'
import {
  withoutChanges,
  type GenerateOptions,
  type GenerateResult,
  type Project,
} from './project.ts'

export type { FileChanges, GenerateOptions, GenerateResult, Project } from './project.ts'

/** Generates, or says what a generation would do; a run with nothing to do only compares hashes. */
export async function generate(
  project: Project,
  options: GenerateOptions,
): Promise<GenerateResult> {
  const { root, config } = project
  const out = resolve(root, config.out)
  const before = readLock(join(out, lockName))
  if (before.kind === 'damaged' && !options.force) {
    return failed(project, {
      code: 'RL408',
      message: `The lock file cannot be read: ${before.reason}.`,
    })
  }
  const fault = stagingFault(out)
  if (fault !== undefined) {
    return failed(project, {
      code: 'RL410',
      message: `${stagingName} cannot be used: ${fault}.`,
    })
  }
  const stamp = stampOf(root, config, project.targetsCode)
  if (
    before.kind === 'lock' &&
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
    const isWhole = isDerived(out, before.lock.derived, derivationOf(stamp, before.lock))
    if (changed.length === 0 && isWhole) return withoutChanges('current', [])
  }
  const work = async (): Promise<GenerateResult> => {
    // Only now: loading the pipeline takes longer than finding out that there is nothing to do.
    const { regenerate } = await import('./pipeline.ts')
    return regenerate({ project, options, out, stamp })
  }
  if (options.mode !== 'write') return work()
  const turn = await takeTurn(out, work)
  if (turn.kind === 'done') return turn.result
  return failed(project, {
    code: 'RL406',
    message: `Process ${turn.pid} is writing into ${config.out}.`,
  })
}

function failed(project: Project, finding: Omit<Finding, 'place'>): GenerateResult {
  const place = { file: lockName, pointer: '' }
  return withoutChanges('failed', outputDiagnostics(project, [{ ...finding, place }]))
}

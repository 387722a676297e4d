import { join, resolve } from 'node:path'
import type { Config } from '../../engine/config.ts'
import { lockName, readLock, type Lock } from '../../output/lock.ts'
import type { Side } from '../../diff/side.ts'
import { toProjectPath } from '../../load/read/paths.ts'
import { keptNames } from '../../engine/recorded-names.ts'
import { readApi } from '../../engine/read-api.ts'
import type { ProjectValues } from '../project.ts'
import type { Output } from '../output.ts'
import { sourceOf, type SourceFlags } from './source.ts'

/** One side of a comparison: the documents and their configuration. */
export interface ReadSide {
  readonly side: Side
  readonly config?: Config
  readonly lock?: Lock
}

type Flags = Pick<ProjectValues, 'allow-unresolved' | 'allow-outside' | 'overlay'> &
  Pick<SourceFlags, 'cwd' | 'configName'> & {
    /** Lock of the other side. Documents without a configuration get the names that it records. */
    readonly otherLock?: Lock | undefined
  }

/** Reads both sides of a comparison. */
export async function readSides(
  [old, now]: readonly [string, string],
  flags: Flags,
  output: Output,
): Promise<readonly [ReadSide, ReadSide] | undefined> {
  const before = await readSide(old, flags, output)
  const after = await readSide(now, { ...flags, otherLock: before?.lock }, output)
  if (before === undefined || after === undefined) return undefined
  if (before.config !== undefined || after.lock === undefined) return [before, after]
  const again = await readSide(old, { ...flags, otherLock: after.lock }, output)
  return again && [again, after]
}

/** Reads the documents of an argument and prints their diagnostics. */
export async function readSide(
  word: string,
  { overlay = [], cwd, configName, otherLock, ...flags }: Flags,
  output: Output,
): Promise<ReadSide | undefined> {
  const source = await sourceOf(word, {
    allowUnresolved: flags['allow-unresolved'] === true,
    allowOutside: flags['allow-outside'] === true,
    ...(cwd !== undefined && { cwd }),
    ...(configName !== undefined && { configName }),
  })
  if (source.kind === 'faulty') {
    output.diagnostics(source.diagnostics)
    return undefined
  }
  try {
    const { root, overlays = [] } = source.options
    const own = overlay.map((path) => toProjectPath(root, resolve(path)))
    const { config, scope } = source
    const input = await readApi({
      ...config,
      ...(config === undefined && otherLock !== undefined && { kept: keptNames(otherLock) }),
      ...source.options,
      overlays: [...overlays, ...own],
      scope,
    })
    const errors = input.diagnostics.filter(({ severity }) => severity === 'error')
    output.diagnostics(errors)
    if (input.loaded === undefined || errors.length > 0) return undefined
    const state = config && readLock(join(root, config.out, lockName))
    return {
      side: { api: input.api, loaded: input.loaded },
      ...(config && { config }),
      ...(state?.kind === 'lock' && { lock: state.lock }),
    }
  } finally {
    source.dispose()
  }
}

import { join, resolve } from 'node:path'
import type { Config } from '../../engine/config.ts'
import { lockName, readLock, type Lock } from '../../output/lock.ts'
import type { Version } from '../../diff/version.ts'
import { toProjectPath } from '../../load/read/paths.ts'
import { keptNames } from '../../engine/recorded-names.ts'
import { readApi } from '../../engine/read-api.ts'
import type { ProjectValues } from '../project.ts'
import type { Output } from '../output.ts'
import { sourceOf, type SourceFlags } from './source.ts'

/** One version of a comparison: the documents and their configuration. */
export interface ReadVersion {
  readonly version: Version
  readonly config?: Config
  readonly lock?: Lock
}

type Flags = Pick<ProjectValues, 'allow-unresolved' | 'allow-outside' | 'overlay'> &
  Pick<SourceFlags, 'cwd' | 'configName' | 'workspace'> & {
    /** Lock of the other version. Documents without a configuration get the names that it records. */
    readonly otherLock?: Lock | undefined
  }

/** Reads both versions of a comparison. */
export async function readVersions(
  [old, now]: readonly [string, string],
  flags: Flags,
  output: Output,
): Promise<readonly [ReadVersion, ReadVersion] | undefined> {
  const before = await readVersion(old, flags, output)
  const after = await readVersion(now, { ...flags, otherLock: before?.lock }, output)
  if (before === undefined || after === undefined) return undefined
  if (before.config !== undefined || after.lock === undefined) return [before, after]
  const again = await readVersion(old, { ...flags, otherLock: after.lock }, output)
  return again && [again, after]
}

/** Reads the documents of an argument and prints their diagnostics. */
export async function readVersion(
  word: string,
  { overlay = [], cwd, configName, workspace, otherLock, ...flags }: Flags,
  output: Output,
): Promise<ReadVersion | undefined> {
  const source = await sourceOf(word, {
    allowUnresolved: flags['allow-unresolved'] === true,
    allowOutside: flags['allow-outside'] === true,
    ...(cwd !== undefined && { cwd }),
    ...(configName !== undefined && { configName }),
    ...(workspace && { workspace }),
  })
  if (source.kind === 'faulty') {
    output.diagnostics(source.diagnostics)
    return undefined
  }
  try {
    const { root, overlays = [] } = source.options
    const { config, scope } = source
    // The configuration of the workspace has them already.
    const further = config !== undefined && config === workspace?.config ? [] : overlay
    const own = further.map((path) => toProjectPath(root, resolve(path)))
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
      version: { api: input.api, loaded: input.loaded },
      ...(config && { config }),
      ...(state?.kind === 'lock' && { lock: state.lock }),
    }
  } finally {
    source.dispose()
  }
}

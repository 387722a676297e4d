import { readFileSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import type { Config } from './config.ts'
import { asset, filesBelow, modulesOf } from '../output/files.ts'
import { hashOfLines } from '../json/hash.ts'
import { toProjectPath } from '../load/files.ts'
import { isInstalled, manifestOf, moduleEntry } from '../load/modules.ts'
import { ownTargets } from './own-targets.ts'

export interface ProjectCode {
  /** Hashes of files by path from the project root. These files are inputs like the documents. */
  readonly files: Readonly<Record<string, string>>
  /** Manifests of installed packages. Their version identifies the packages' code. */
  readonly packages: readonly string[]
}

/** Finds custom targets, custom formats and template overrides without loading any module. */
export function projectCode(root: string, config: Config): ProjectCode {
  const out = resolve(root, config.out)
  const files: string[] = []
  const packages: string[] = []
  const addModules = (entry: string): void => {
    const manifest = isInstalled(entry) ? manifestOf(entry) : undefined
    if (manifest === undefined) {
      files.push(...[...modulesOf(entry).keys()].map((path) => join(dirname(entry), path)))
    } else packages.push(manifest)
  }
  for (const { entry } of ownTargets(root, config)) {
    if (entry === undefined) continue
    addModules(entry)
    const built = dirname(entry)
    const folder = basename(built) === 'dist' ? dirname(built) : built
    // If the output is below the module's folder, the output would count among the module's assets.
    if (!isInstalled(entry) && !out.startsWith(folder + sep)) files.push(...assetsOf(folder))
  }
  const { formats } = config
  const { entry } = formats === undefined ? {} : moduleEntry(root, formats)
  if (entry !== undefined) addModules(entry)
  for (const { templates } of Object.values(config.targets)) {
    if (templates !== undefined) files.push(...assetsOf(resolve(root, templates)))
  }
  const hashes = [...new Set(files)]
    .sort()
    .map((path) => [toProjectPath(root, path), hashOfLines(readFileSync(path))])
  return { files: Object.fromEntries(hashes), packages: [...new Set(packages)] }
}

function assetsOf(folder: string): readonly string[] {
  return filesBelow(folder, asset).map((path) => join(folder, path))
}

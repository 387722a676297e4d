import { readFileSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import type { Config } from './config.ts'
import { asset, filesBelow, modulesOf } from '../output/files.ts'
import { hashOfLines } from '../json/hash.ts'
import { expandInputs } from '../load/read/inputs.ts'
import { toProjectPath } from '../load/read/paths.ts'
import { isInstalled, manifestOf, moduleEntry } from '../load/formats/modules.ts'
import { ownTargets } from './own-targets.ts'

export interface ProjectCode {
  /** Hashes of the project's own code by path from the project root. Like documents, these files are inputs. */
  readonly files: Readonly<Record<string, string>>
  /** Paths of the package.json of imported packages. A package's version identifies its code. */
  readonly packages: readonly string[]
}

/** Finds custom targets, custom formats, template overrides and guides without loading any module. */
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
    // If the module's folder contains the output folder, its assets are not collected, because generated
    // files would be among them.
    if (!isInstalled(entry) && !out.startsWith(folder + sep)) files.push(...assetsOf(folder))
  }
  const { formats } = config
  const { entry } = formats === undefined ? {} : moduleEntry(root, formats)
  if (entry !== undefined) addModules(entry)
  for (const { templates, guides = [] } of Object.values(config.targets)) {
    if (templates !== undefined) files.push(...assetsOf(resolve(root, templates)))
    files.push(...expandInputs(root, guides).documents.map((path) => resolve(root, path)))
  }
  const hashes = [...new Set(files)]
    .sort()
    .map((path) => [toProjectPath(root, path), hashOfLines(readFileSync(path))])
  return { files: Object.fromEntries(hashes), packages: [...new Set(packages)] }
}

function assetsOf(folder: string): readonly string[] {
  return filesBelow(folder, asset).map((path) => join(folder, path))
}

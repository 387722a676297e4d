import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { parsedJson } from '../json/parsed-json.ts'
import { isMatch } from '../json/path-pattern.ts'
import { isObject } from '../json/pointer.ts'
import { readText } from './sources.ts'

/** Returns the nearest parent folder whose package.json lists this folder as a workspace. */
export function workspaceOf(folder: string): string | undefined {
  for (let at = dirname(folder); ; at = dirname(at)) {
    const path = pathTo(at, folder)
    if (patternsIn(join(at, 'package.json')).some((pattern) => isMatch(pattern, path))) return at
    if (at === dirname(at)) return undefined
  }
}

function patternsIn(manifest: string): readonly string[] {
  const { workspaces } = manifestAt(manifest)
  const list = isObject(workspaces) ? workspaces['packages'] : workspaces
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []
}

/** Reads a package.json. An invalid file is treated as empty, since it may belong to another project. */
function manifestAt(path: string): {
  readonly workspaces?: unknown
  readonly dependencies?: unknown
} {
  const json = parsedJson(readText(path) ?? '')
  return isObject(json) ? json : {}
}

/**
 * Returns dependencies that Node cannot resolve from the package's folder. Outside a workspace, npm links a
 * folder without installing its dependencies.
 */
export function missingDependencies(folder: string): readonly string[] {
  const { dependencies } = manifestAt(join(folder, 'package.json'))
  if (!isObject(dependencies)) return []
  return Object.keys(dependencies).filter((name) => !isInstalled(folder, name))
}

function isInstalled(folder: string, name: string): boolean {
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    if (existsSync(join(at, 'node_modules', name, 'package.json'))) return true
    if (at === dirname(at)) return false
  }
}

/** Workspace patterns that must be added to a package.json to put two folders into one npm workspace. */
export interface MissingWorkspace {
  readonly root: string
  readonly patterns: readonly string[]
  /** State of the package.json in `root`. `none`: it does not exist; `plain`: it has no `workspaces`. */
  readonly manifest: 'none' | 'plain' | 'workspaces'
}

/** Finds a workspace that both folders could join, otherwise a common parent folder for a new workspace. */
export function missingWorkspace(folder: string, packageFolder: string): MissingWorkspace {
  const packages = dirname(packageFolder)
  let common = dirname(folder)
  while (pathTo(common, packages).startsWith('..')) common = dirname(common)
  const root = ancestors(common).find((at) => patternsIn(join(at, 'package.json')).length > 0)
  if (root === undefined) {
    const manifest = existsSync(join(common, 'package.json')) ? 'plain' : 'none'
    return { root: common, patterns: missingPatterns(common, folder, packageFolder), manifest }
  }
  return { root, patterns: missingPatterns(root, folder, packageFolder), manifest: 'workspaces' }
}

function ancestors(folder: string): readonly string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...ancestors(above)]
}

function missingPatterns(root: string, folder: string, packageFolder: string): readonly string[] {
  const generated = pathTo(root, dirname(packageFolder))
  const wanted = [
    [packageFolder, generated === '' ? basename(packageFolder) : `${generated}/*`],
    [folder, pathTo(root, folder)],
  ] as const
  return wanted.filter(([at]) => workspaceOf(at) !== root).map(([, pattern]) => pattern)
}

/** Returns a relative path with `/` as separator. Empty for the folder itself. */
function pathTo(from: string, to: string): string {
  return relative(from, to).split(sep).join('/')
}

import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { isMatch } from '../load/glob.ts'
import { isObject } from '../load/pointer.ts'
import { readText } from './sources.ts'

/** The folder above whose package.json counts this one among its workspaces. */
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

/** A package.json of somebody else's that is broken says nothing. */
function manifestAt(path: string): {
  readonly workspaces?: unknown
  readonly dependencies?: unknown
} {
  try {
    const json: unknown = JSON.parse(readText(path) ?? '')
    return isObject(json) ? json : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

/**
 * Dependencies of a package that Node does not find from its folder: outside of a workspace npm links a
 * folder without what it depends on.
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

/** The package.json that would make one workspace of two folders, and the folder that it belongs in. */
export function workspaceAround(
  folder: string,
  packageFolder: string,
): { readonly root: string; readonly manifest: string } {
  const packages = dirname(packageFolder)
  let root = dirname(folder)
  while (pathTo(root, packages).startsWith('..')) root = dirname(root)
  const generated = pathTo(root, packages)
  const patterns = [
    generated === '' ? basename(packageFolder) : `${generated}/*`,
    pathTo(root, folder),
  ]
  return { root, manifest: JSON.stringify({ private: true, workspaces: patterns }) }
}

/** `/` separated; empty for the folder itself. */
function pathTo(from: string, to: string): string {
  return relative(from, to).split(sep).join('/')
}

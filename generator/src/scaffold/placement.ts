import { existsSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { isMatch } from '../load/glob.ts'
import { isObject } from '../load/pointer.ts'
import { readText } from './sources.ts'

/** How a project finds the generated package that it is built on. */
export interface Placement {
  /** A version, or `file:` and a path. */
  readonly dependency: string
  readonly packagePath?: string
}

/**
 * In one npm workspace with the package, npm links it by its version. Elsewhere package.json names its folder,
 * where that exists; a package that is not here at all comes from a registry.
 */
export function placementOf(
  folder: string,
  wanted: { readonly packageFolder: string; readonly version: string },
): Placement {
  const { packageFolder, version } = wanted
  if (!existsSync(join(packageFolder, 'package.json'))) return { dependency: version }
  const packagePath = pathTo(folder, packageFolder)
  const workspace = workspaceOf(folder)
  const isShared = workspace !== undefined && workspace === workspaceOf(packageFolder)
  return { dependency: isShared ? version : `file:${packagePath}`, packagePath }
}

/** The folder above whose package.json counts this one among its workspaces. */
function workspaceOf(folder: string): string | undefined {
  for (let at = dirname(folder); ; at = dirname(at)) {
    const path = relative(at, folder).split(sep).join('/')
    if (patternsIn(join(at, 'package.json')).some((pattern) => isMatch(pattern, path))) return at
    if (at === dirname(at)) return undefined
  }
}

function patternsIn(manifest: string): readonly string[] {
  const json = parsed(readText(manifest) ?? '')
  if (!isObject(json)) return []
  const { workspaces } = json
  const list = isObject(workspaces) ? workspaces['packages'] : workspaces
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []
}

/** A package.json of somebody else's that is broken says nothing of workspaces. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function pathTo(from: string, to: string): string {
  const path = relative(from, to).split(sep).join('/')
  return path.startsWith('.') ? path : `./${path}`
}

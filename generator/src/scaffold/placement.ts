import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Finding } from '../diagnostics/diagnostics.ts'
import { missingDependencies, missingWorkspace, workspaceOf } from './workspace.ts'

export interface Placement {
  /** Dependency for package.json: a version, or `file:` and a path. */
  readonly dependency: string
  readonly packagePath?: string
}

interface Wanted {
  readonly packageFolder: string
  readonly version: string
}

/**
 * Determines how a project depends on the generated package. If both are in the same npm workspace, the
 * dependency is a version, which npm links to the folder. Otherwise, the dependency is the package's folder
 * if it exists, or a version in the npm registry.
 */
export function placementOf(folder: string, { packageFolder, version }: Wanted): Placement {
  if (!existsSync(join(packageFolder, 'package.json'))) return { dependency: version }
  const packagePath = pathTo(folder, packageFolder)
  return {
    dependency: isShared(folder, packageFolder) ? version : `file:${packagePath}`,
    packagePath,
  }
}

function isShared(folder: string, packageFolder: string): boolean {
  const workspace = workspaceOf(folder)
  return workspace !== undefined && workspace === workspaceOf(packageFolder)
}

/** Reports a package that npm would link without installing its dependencies, and suggests a solution. */
export function placementFault(folder: string, packageFolder: string): Finding | undefined {
  if (isShared(folder, packageFolder)) return undefined
  const missing = missingDependencies(packageFolder)
  if (missing.length === 0) return undefined
  const { root, patterns, manifest } = missingWorkspace(folder, packageFolder)
  const path = pathTo(folder, join(root, 'package.json'))
  const entries = patterns.map((pattern) => JSON.stringify(pattern)).join(', ')
  const advice = {
    none: `Create ${path}: { "private": true, "workspaces": [${entries}] }`,
    plain: `Add "workspaces": [${entries}] to ${path}.`,
    workspaces: `Add ${entries} to "workspaces" in ${path}.`,
  }
  const message =
    `npm does not install ${missing.join(', ')} for ${pathTo(folder, packageFolder)}, which is not in a workspace ` +
    `with this project. ${advice[manifest]}`
  return { code: 'RL614', message, place: { file: 'package.json', pointer: '' } }
}

function pathTo(from: string, to: string): string {
  const path = relative(from, to).split(sep).join('/')
  return path.startsWith('.') ? path : `./${path}`
}

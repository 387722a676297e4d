import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

/** The file of a module named in the configuration, or why it was not found. */
export type ModuleEntry =
  { readonly entry: string } | { readonly entry: undefined; readonly reason: string }

/** Whether a module is given by path rather than by package name. */
export function isPath(module: string): boolean {
  return /^\.{1,2}\/|^\/|^[a-z]:[\\/]/i.test(module)
}

/** Finds a module named in the configuration without loading it. */
export function moduleEntry(root: string, module: string): ModuleEntry {
  if (isPath(module)) {
    const entry = resolve(root, module)
    const isFile = statSync(entry, { throwIfNoEntry: false })?.isFile() ?? false
    return isFile ? { entry } : { entry: undefined, reason: 'the file does not exist' }
  }
  try {
    return { entry: createRequire(join(root, 'package.json')).resolve(module) }
  } catch (error) {
    return { entry: undefined, reason: firstLine(error) }
  }
}

/** Whether a module belongs to an installed package, so that the package's version identifies its code. */
export function isInstalled(entry: string): boolean {
  return /[\\/]node_modules[\\/]/.test(entry)
}

/** Returns `name@version` of a package. */
export function versionOf(manifestPath: string): string {
  const manifest: unknown = JSON.parse(readFileSync(manifestPath, 'utf8'))
  const member = (name: string): unknown => Reflect.get(Object(manifest), name)
  return `${String(member('name'))}@${String(member('version'))}`
}

/** Returns the package.json of the package that contains a module. */
export function manifestOf(entry: string): string | undefined {
  for (let folder = dirname(entry); ; folder = dirname(folder)) {
    const path = join(folder, 'package.json')
    if (existsSync(path)) return path
    if (folder === dirname(folder)) return undefined
  }
}

export function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.split('\n')[0] ?? ''
}

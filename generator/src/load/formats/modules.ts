import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

/**
 * The resolved file of a module in the configuration, or the reason why the module was not found.
 */
export type ModuleEntry =
  { readonly entry: string } | { readonly entry: undefined; readonly reason: string }

/** Whether the configuration gives a module as a path rather than as a package name. */
export function isPath(module: string): boolean {
  return /^\.{1,2}\/|^\/|^[a-z]:[\\/]/i.test(module)
}

/** Resolves a module of the configuration to a file without loading the module. */
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

/** Whether a module belongs to an installed package, whose version then identifies the code. */
export function isInstalled(entry: string): boolean {
  return /[\\/]node_modules[\\/]/.test(entry)
}

/** Returns the name and version of a package in the form `name@version`. */
export function versionOf(manifestPath: string): string {
  const manifest: unknown = JSON.parse(readFileSync(manifestPath, 'utf8'))
  const member = (name: string): unknown => Reflect.get(Object(manifest), name)
  return `${String(member('name'))}@${String(member('version'))}`
}

/** Returns the path of the package.json of the package that contains a module. */
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

import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

/** The file of a module that the configuration names, or why there is none. */
export type ModuleEntry =
  { readonly entry: string } | { readonly entry: undefined; readonly reason: string }

/** Whether a module is named by its path; else by a package. */
export function isPath(module: string): boolean {
  return /^\.{1,2}\/|^\/|^[a-z]:[\\/]/i.test(module)
}

/** Finds a module of the configuration; loads nothing. */
export function moduleEntry(root: string, module: string): ModuleEntry {
  if (isPath(module)) {
    const entry = resolve(root, module)
    const isFile = statSync(entry, { throwIfNoEntry: false })?.isFile() ?? false
    return isFile ? { entry } : { entry: undefined, reason: 'there is no such file' }
  }
  try {
    return { entry: createRequire(join(root, 'package.json')).resolve(module) }
  } catch (error) {
    return { entry: undefined, reason: firstLine(error) }
  }
}

/** package.json of the package that a module belongs to. */
export function manifestOf(entry: string): string | undefined {
  for (let folder = dirname(entry); ; folder = dirname(folder)) {
    const path = join(folder, 'package.json')
    if (existsSync(path)) return path
    if (folder === dirname(folder)) return undefined
  }
}

/** The first line of what was thrown. */
export function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.split('\n')[0] ?? ''
}

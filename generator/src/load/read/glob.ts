import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { globTest } from '../../json/path-pattern.ts'

/**
 * Returns the sorted files below `root` that match a glob. Supports `*`, `**`, `?`, `{a,b}` and
 * `[abc]`. Skips `node_modules` and hidden folders unless the glob names them.
 */
export function matchGlob(root: string, pattern: string): readonly string[] {
  return walkGlob(root, pattern).files.toSorted()
}

/**
 * Returns the folders below `root` in which a glob can match files. The result may include `root`
 * itself as `.`.
 */
export function foldersOfGlob(root: string, pattern: string): readonly string[] {
  return walkGlob(root, pattern).folders
}

interface Walked {
  readonly files: readonly string[]
  readonly folders: readonly string[]
}

function walkGlob(root: string, pattern: string): Walked {
  const normal = pattern.replace(/^\.\//, '')
  const base = normal.slice(0, normal.search(/[*?{[]/)).replace(/[^/]*$/, '')
  const matches = matcherOf(normal)
  const deep = normal.includes('**')
  const files: string[] = []
  const folders: string[] = []
  const levels = normal.split('/').length
  visit(base.replace(/\/$/, ''), base === '' ? 0 : base.split('/').length - 1)
  return { files, folders }

  function visit(folder: string, level: number): void {
    folders.push(folder === '' ? '.' : folder)
    for (const entry of list(resolve(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        const hidden = entry.name === 'node_modules' || entry.name.startsWith('.')
        if (!hidden && (deep || level + 1 < levels)) visit(path, level + 1)
      } else if (matches(path)) {
        files.push(path)
      }
    }
  }
}

/** Returns a predicate for paths. An invalid glob is treated as a plain path. */
function matcherOf(pattern: string): (path: string) => boolean {
  try {
    return globTest(pattern)
  } catch (error) {
    if (error instanceof SyntaxError) return (path) => path === pattern
    throw error
  }
}

function list(folder: string): readonly { name: string; isDirectory: () => boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    // A glob in a missing folder matches nothing, which the caller reports.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

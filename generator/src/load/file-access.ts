import { realpathSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'

/** Decides whether a referenced file may be read. */
export type FileAccessPolicy = (path: string) => boolean

/** Allows all files. */
export const allowAllFiles: FileAccessPolicy = () => true

/**
 * Limits references to some files and those below some folders, so that a document from elsewhere cannot make
 * the reader open unrelated files. Symbolic links count by their target.
 */
export function createFileAccessPolicy(
  folders: readonly string[],
  files: readonly string[],
): FileAccessPolicy {
  const allowed = [...new Set(folders.map((folder) => realOf(folder)))]
  const named = new Set(files)
  return (path) => {
    const real = realOf(path)
    return named.has(real) || allowed.some((folder) => real.startsWith(withEnd(folder)))
  }
}

function withEnd(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep
}

/** Resolves the symbolic links of a path as far as it exists. */
function realOf(path: string): string {
  const absolute = resolve(path)
  try {
    return realpathSync(absolute)
  } catch (error) {
    // Missing, not accessible, or a cycle of links: opening it will report which.
    if (!(error instanceof Error && 'code' in error)) throw error
    const parent = dirname(absolute)
    if (parent === absolute) return absolute
    return resolve(realOf(parent), absolute.slice(withEnd(parent).length))
  }
}

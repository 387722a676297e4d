import { realpathSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'

/** Says whether a file may be read because a document refers to it. */
export type Fence = (path: string) => boolean

/** Lets every file be read. */
export const noFence: Fence = () => true

/**
 * Keeps references to some files and to those below some folders, so that a document that came from
 * elsewhere cannot have the reader open what is none of its business. Links count by where they lead.
 */
export function createFence(folders: readonly string[], files: readonly string[]): Fence {
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

/** A path with its links followed; of what does not exist, as far as it does. */
function realOf(path: string): string {
  const absolute = resolve(path)
  try {
    return realpathSync(absolute)
  } catch (error) {
    // Not there, not to be entered, or links in a circle: opening it will say which.
    if (!(error instanceof Error && 'code' in error)) throw error
    const parent = dirname(absolute)
    if (parent === absolute) return absolute
    return resolve(realOf(parent), absolute.slice(withEnd(parent).length))
  }
}

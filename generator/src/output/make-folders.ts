import { lstatSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, isAbsence } from './files.ts'

/**
 * Creates a folder and its missing parents one by one. Returns the first folder that it created. Node's
 * recursive `mkdir` is not used: it never returns in a file system (`/proc`) that reports a missing folder
 * where none can be created.
 */
export function makeFolders(folder: string): string | undefined {
  const missing: string[] = []
  for (let path = folder; !isFolder(path); path = dirname(path)) missing.unshift(path)
  return missing.filter(makeOne)[0]
}

/**
 * Whether a folder need not be created. Something else at the path is left for `mkdir` to reject; `/` always
 * exists.
 */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch (error) {
    if (isAbsence(error)) return false
    throw error
  }
}

/** Returns whether the folder did not exist before. */
function makeOne(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    // A concurrent run may have created the folder, and may even have removed it again.
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found === undefined) return makeOne(path)
    if (found.isDirectory() || isFolder(path)) return false
    throw error
  }
}

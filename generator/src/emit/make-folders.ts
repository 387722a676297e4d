import { lstatSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { isAbsence } from './hash.ts'

/**
 * Makes a folder and those above it that are missing, one by one; gives the first that it made.
 * Node's recursive `mkdir` never returns in a file system (`/proc`) that answers "no such folder" where no
 * folder can be made.
 */
export function makeFolders(folder: string): string | undefined {
  const missing: string[] = []
  for (let path = folder; !isFolder(path); path = dirname(path)) missing.unshift(path)
  return missing.filter(makeOne)[0]
}

/** What is there and is no folder is for `mkdir` to refuse; `/` is always one. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch (error) {
    if (isAbsence(error)) return false
    throw error
  }
}

/** Whether the folder was not there. */
function makeOne(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    // Another run may have made it just now, and may even have removed it again.
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found === undefined) return makeOne(path)
    if (found.isDirectory() || isFolder(path)) return false
    throw error
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

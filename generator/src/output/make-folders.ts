import { lstatSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, kindOf } from './files.ts'

/**
 * Creates a folder and its missing parents one by one. Returns the first folder that it created. Does not use
 * Node's recursive `mkdir`, which never returns in file systems such as `/proc` that report a folder as
 * missing but cannot create it.
 */
export function makeFolders(folder: string): string | undefined {
  const missing: string[] = []
  for (let path = folder; !isFolder(path); path = dirname(path)) missing.unshift(path)
  return missing.filter(makeOne)[0]
}

/** Whether a folder exists. If the path is a file, `mkdir` throws an error. `/` always exists. */
function isFolder(path: string): boolean {
  return kindOf(path) === 'folder'
}

/** Creates a folder. Returns false if it already existed. */
function makeOne(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    // A concurrent run may have created the folder and even removed it again.
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found === undefined) return makeOne(path)
    if (found.isDirectory() || isFolder(path)) return false
    throw error
  }
}

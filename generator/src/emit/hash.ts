import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A content hash: 128 bits of SHA-256 in hexadecimal, long enough that no two contents share one by chance. */
export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32)
}

/** Hash of a file's bytes; undefined where there is none. */
export function hashOfFile(path: string): string | undefined {
  const bytes = readIfThere(path)
  return bytes === undefined ? undefined : hashOf(bytes)
}

/** A file's bytes; undefined where there is none. */
export function readIfThere(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if (isAbsence(error)) return undefined
    throw error
  }
}

/** Hash of every file below the folders whose path matches; independent of where the folders stand. */
export function hashOfFolders(folders: readonly string[], matching: RegExp): string {
  const hash = createHash('sha256')
  for (const folder of folders) {
    for (const path of filesBelow(folder, matching)) {
      hash.update(`${path}\n${hashOf(readFileSync(join(folder, path)))}\n`)
    }
    hash.update('\n')
  }
  return hash.digest('hex').slice(0, 32)
}

/** Paths of files below a folder, `/` separated and sorted; installed packages are not part of it. */
export function filesBelow(folder: string, matching: RegExp, prefix = ''): readonly string[] {
  const found: string[] = []
  for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`
    if (entry.isDirectory()) found.push(...filesBelow(folder, matching, path))
    else if (matching.test(path)) found.push(path)
  }
  return found.sort()
}

/** Whether an error says that there is no such file. */
export function isAbsence(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))
  )
}

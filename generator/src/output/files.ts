import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { hashOfLines } from '../json/hash.ts'
import { append } from '../json/append.ts'

/** Returns the hash of a text file, computed like `hashOfLines`; undefined if the file does not exist. */
export function hashOfFile(path: string): string | undefined {
  const bytes = readIfThere(path)
  return bytes === undefined ? undefined : hashOfLines(bytes)
}

/** Returns the content of a file; undefined if the path does not exist or is not a regular file. */
export function readIfThere(path: string): Buffer | undefined {
  return unlessAbsent(() =>
    // Reading a pipe would wait for its other end.
    statSync(path).isFile() ? readFileSync(path) : undefined,
  )
}

/** Returns a hash of contents and their names. Moving the files does not change the hash. */
export function hashOfContents(contents: ReadonlyMap<string, Uint8Array>): string {
  const hash = createHash('sha256')
  for (const [name, bytes] of [...contents].sort(([left], [right]) => (left < right ? -1 : 1))) {
    hash.update(`${name}\n${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex').slice(0, 32)
}

/**
 * Reads the entry modules and every module that they load by relative paths. The keys of the result are paths
 * from the folder of the first entry. Each module is read only once, since a run without changes spends most
 * of its time on reading.
 */
export function modulesOf(
  entry: string,
  ...others: readonly string[]
): ReadonlyMap<string, Uint8Array> {
  const home = dirname(entry)
  const modules = new Map<string, Uint8Array>()
  const seen = new Set<string>()
  const open = [entry, ...others]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const bytes = readIfThere(path)
    if (bytes === undefined) continue
    modules.set(relative(home, path).split(sep).join('/'), bytes)
    for (const [, specifier] of bytes.toString('utf8').matchAll(relativeImport)) {
      if (specifier !== undefined) open.push(join(dirname(path), specifier))
    }
  }
  return modules
}

const relativeImport = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g

/** Matches files that targets read: templates, assets, and sources that are bundled for browsers. */
export const asset: RegExp = /\.(hbs|css|js|svg|md|ts)$/

/**
 * Returns the sorted paths of files below a folder, with `/` as separator. Installed packages and build
 * output are excluded.
 */
export function filesBelow(folder: string, matching: RegExp, prefix = ''): readonly string[] {
  const found: string[] = []
  for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist') continue
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`
    if (entry.isDirectory()) append(found, filesBelow(folder, matching, path))
    else if (matching.test(path)) found.push(path)
  }
  return found.sort()
}

export function isAbsence(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** Calls a function that uses a path. Returns undefined if the path does not exist. */
export function unlessAbsent<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch (error) {
    if (isAbsence(error)) return undefined
    throw error
  }
}

/** Returns the real path without symbolic links; undefined if the path does not exist. */
export function realPathOf(path: string): string | undefined {
  return unlessAbsent(() => realpathSync(path))
}

/** Returns the code of a system error, such as `EEXIST`. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/** Returns the kind of a path: `folder`, or `file` for anything else; undefined if the path does not exist. */
export function kindOf(path: string): 'file' | 'folder' | undefined {
  return unlessAbsent(() => (statSync(path).isDirectory() ? 'folder' : 'file'))
}

import { constants, isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { type IoFile, parseIo } from './format.ts'

export interface NamedIo extends IoFile {
  /** Path in the folder, with `/`, without `.io`. */
  readonly name: string
}

export type ReadFolder =
  | { readonly kind: 'files'; readonly files: readonly NamedIo[] }
  | { readonly kind: 'faulty'; readonly message: string }

/** Reads all `.io` files below a folder, in the order of their recording. Symbolic links are not followed. */
export function readIoFolder(folder: string): ReadFolder {
  const files: NamedIo[] = []
  for (const path of ioPaths(folder)) {
    const name = relative(folder, path).split(sep).join('/')
    const bytes = statSync(path).size > constants.MAX_STRING_LENGTH ? undefined : readFileSync(path)
    if (bytes === undefined || !isUtf8(bytes)) {
      const reason = bytes === undefined ? 'the file is too large' : 'the file is not UTF-8 text'
      return { kind: 'faulty', message: `${name}: ${reason}` }
    }
    const read = parseIo(bytes.toString())
    if (read.kind === 'faulty')
      return { kind: 'faulty', message: `${name}:${read.line}: ${read.reason}` }
    files.push({ ...read.file, name: name.replace(/\.io$/, '') })
  }
  if (files.length === 0) return { kind: 'faulty', message: `${folder} contains no .io file` }
  return { kind: 'files', files }
}

/** Returns the paths of `.io` files, sorted by the number of the recording, and then by path. */
function ioPaths(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.io'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted((a, b) => numberIn(a) - numberIn(b) || (a < b ? -1 : 1))
}

/** Returns the running number of a recorded file; 0 for a file with another name. */
function numberIn(path: string): number {
  return Number(/^\d{1,15}(?=\.io$)/.exec(basename(path))?.[0] ?? 0)
}

/** Returns the paths of new files in a folder, numbered after the files that are already there. */
export function ioNames(folder: string): (method: string) => string {
  const newest = existsSync(folder) ? ioPaths(folder).at(-1) : undefined
  let last = newest === undefined ? 0 : numberIn(newest)
  const next = (method: string): string =>
    join(folder, folderName(method), `${String(++last).padStart(6, '0')}.io`)
  return (method) => {
    let path = next(method)
    // Another recorder may write to the same folder.
    while (existsSync(path)) path = next(method)
    return path
  }
}

const MAX_NAME = 100
/** Names of devices, which Windows does not allow as names of files. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/**
 * Returns the name of a method as the name of a folder on every platform. Characters other than letters,
 * digits, `_`, `-` and inner dots are written as the hexadecimal bytes of their UTF-8 form, such as `%2f`. A
 * long name ends with its hash.
 */
export function folderName(method: string): string {
  const escaped = method.replaceAll(/[^\w.-]|^\.|\.$/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  )
  const name = escaped === '' || device.test(escaped) ? `%${escaped}` : escaped
  if (name.length <= MAX_NAME) return name
  const hash = createHash('sha256').update(method).digest('hex').slice(0, 16)
  return `${name.slice(0, MAX_NAME)}-${hash}`
}

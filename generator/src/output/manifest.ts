import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parsedJson } from '../json/parsed-json.ts'
import { hashOfFile, unlessAbsent } from './files.ts'
import { pathFault } from './output-paths.ts'

/**
 * List of the files in a folder of derived files. It is stored in the folder itself, because the lock is
 * committed and the folder is not.
 */
export interface Manifest {
  /** Hash of the code and settings that the files depend on. */
  readonly code: string
  /** Hash of the lock file, which contains the hashes of the documents and of the committed files. */
  readonly input: string
  readonly files: Readonly<Record<string, DerivedFile>>
}

export interface DerivedFile {
  /** `DerivedOutput.key` of the file. */
  readonly key: string
  readonly hash: string
  /** Size in bytes. */
  readonly size: number
}

/** Name of the manifest inside its folder. */
export const manifestName = '.rpcloom.json'

const formatVersion = 1

/**
 * A manifest with its modification time. A file that is older than the manifest has not changed since the
 * manifest was written.
 */
export interface FoundManifest extends Manifest {
  readonly text: string
  readonly writtenMs: number
}

/** Returns the folder of a derived file: the top-level folder of its package. */
export function folderOf(path: string): string {
  const end = path.indexOf('/', path.indexOf('/') + 1)
  if (end === -1)
    throw new TypeError(
      `${path} is derived, so it must be in a folder that contains only derived files.`,
    )
  return path.slice(0, end)
}

/**
 * Reads the manifest of a folder. A damaged manifest is treated as missing, since all its files can be
 * regenerated.
 */
export function readManifest(out: string, folder: string): FoundManifest | undefined {
  const path = join(out, folder, manifestName)
  return unlessAbsent(() => {
    const text = readFileSync(path, 'utf8')
    const manifest = parseManifest(text)
    return manifest && { ...manifest, text, writtenMs: statSync(path).mtimeMs }
  })
}

function parseManifest(text: string): Manifest | undefined {
  const json = parsedJson(text)
  if (typeof json !== 'object' || json === null) return undefined
  if (!('manifest' in json) || json.manifest !== formatVersion) return undefined
  if (!('code' in json) || !('input' in json) || !('files' in json)) return undefined
  const { code, input, files } = json
  if (typeof code !== 'string' || typeof input !== 'string') return undefined
  if (typeof files !== 'object' || files === null) return undefined
  const entries = Object.entries(files)
  // Files in the manifest that are no longer emitted will be deleted, so paths outside the folder must be
  // rejected.
  if (!entries.every(([path, value]) => typeof value === 'string' && !pathFault(path))) {
    return undefined
  }
  const parsedFiles = entries.map(([path, value]) => [path, parseFile(String(value))] as const)
  return { code, input, files: Object.fromEntries(parsedFiles) }
}

function parseFile(text: string): DerivedFile {
  const [key = '', hash = '', size] = text.split(' ')
  return { key, hash, size: Number(size) }
}

export function printManifest({ code, input, files }: Manifest): string {
  const entries = Object.entries(files).map(
    ([path, { key, hash, size }]) => [path, `${key} ${hash} ${size}`] as const,
  )
  const json = { manifest: formatVersion, code, input, files: Object.fromEntries(entries) }
  return `${JSON.stringify(json, undefined, 0)}\n`
}

/**
 * Whether a file is unchanged, according to its size and modification time. If the file is newer than the
 * manifest, for example in a copied folder, compares the content instead.
 */
export function isUntouched(
  path: string,
  { hash, size }: DerivedFile,
  { writtenMs }: FoundManifest,
): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined || stat.size !== size || !stat.isFile()) return false
  return stat.mtimeMs <= writtenMs || hashOfFile(path) === hash
}

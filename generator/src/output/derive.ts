import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOfLines } from '../json/hash.ts'
import {
  type DerivedFile,
  folderOf,
  type FoundManifest,
  isUntouched,
  manifestName,
  printManifest,
  readManifest,
} from './manifest.ts'
import type { FileWrite } from './plan.ts'
import type { DerivedOutput } from '../codegen/target.ts'

export interface DerivedPlan {
  readonly write: readonly FileWrite[]
  readonly remove: readonly string[]
  /** Changed manifests. They are written after the files that they list. */
  readonly manifests: readonly FileWrite[]
}

export const noDerivation: DerivedPlan = { write: [], remove: [], manifests: [] }

export interface DerivedFolders {
  readonly out: string
  /** Emitted derived files. Their paths are relative to the output folder. */
  readonly emitted: readonly DerivedOutput[]
  /** Folders that contained derived files after the last run. */
  readonly known: readonly string[]
  readonly found: (folder: string) => FoundManifest | undefined
}

export interface DerivedQuestion extends DerivedFolders {
  readonly code: string
  readonly input: string
}

/** Returns a function that reads and caches the manifest of a folder. */
export function openManifests(out: string): DerivedQuestion['found'] {
  const known = new Map<string, { readonly manifest: FoundManifest | undefined }>()
  return (folder) => {
    const { manifest } = known.get(folder) ?? { manifest: readManifest(out, folder) }
    known.set(folder, { manifest })
    return manifest
  }
}

export function derivedFolders(emitted: readonly DerivedOutput[]): readonly string[] {
  return [...new Set(emitted.map(({ path }) => folderOf(path)))]
}

/**
 * Whether all derived files in the folders are unmodified, and their manifests contain the given hashes
 * `code` and `input`.
 */
export function isDerived(
  out: string,
  folders: readonly string[],
  { code, input }: { readonly code: string; readonly input: string },
): boolean {
  return folders.every((folder) => {
    const found = readManifest(out, folder)
    if (found === undefined || found.code !== code || found.input !== input) return false
    // Paths of a manifest are already normalized, so the slower `join` is not needed.
    const base = join(out, folder)
    return Object.entries(found.files).every(([path, file]) =>
      isUntouched(`${base}/${path}`, file, found),
    )
  })
}

/** Returns the paths of derived files to remove, without generating any text. */
export function staleDerived({
  emitted,
  known,
  found: foundIn,
}: DerivedFolders): readonly string[] {
  const kept = new Set(emitted.map(({ path }) => path))
  const folders = derivedFolders(emitted)
  return [...new Set([...folders, ...known])].flatMap((folder) => {
    const found = foundIn(folder)
    if (found === undefined) return []
    const names = Object.keys(found.files)
    const paths = [...names, ...(folders.includes(folder) ? [] : [manifestName])]
    return paths.map((name) => `${folder}/${name}`).filter((path) => !kept.has(path))
  })
}

/** Generates the text of changed files only. */
export function planDerived(question: DerivedQuestion): Omit<DerivedPlan, 'remove'> {
  const plans = derivedFolders(question.emitted).map((folder) => planFolder(folder, question))
  return {
    write: plans.flatMap(({ write }) => write),
    manifests: plans.flatMap(({ manifest }) => manifest),
  }
}

interface FolderPlan {
  readonly write: readonly FileWrite[]
  readonly manifest: readonly FileWrite[]
}

function planFolder(folder: string, question: DerivedQuestion): FolderPlan {
  const { out, code, input } = question
  const found = question.found(folder)
  const emitted = question.emitted.filter(({ path }) => folderOf(path) === folder)
  const standing = standingFiles(out, folder, found)
  const isKept = ({ path, key }: DerivedOutput): boolean =>
    found?.code === code && standing.get(path)?.key === key
  const textOf = openTexts({ ...question, emitted }, isKept)
  const write: FileWrite[] = []
  const files: Record<string, DerivedFile> = {}
  for (const output of emitted) {
    const { path, key } = output
    const before = standing.get(path)
    const after = before && isKept(output) ? before : describe(key, textOf(path))
    files[path.slice(folder.length + 1)] = after
    // The text of a file can be unchanged although its key changed.
    if (before?.hash === after.hash) continue
    const fresh = before === undefined && !existsSync(join(out, path))
    write.push({ path, text: textOf(path), fresh })
  }
  const text = printManifest({ code, input, files })
  const manifest = { path: `${folder}/${manifestName}`, text, fresh: found === undefined }
  return { write, manifest: text === found?.text ? [] : [manifest] }
}

/** Returns the unmodified files that a manifest lists, by path from the output folder. */
function standingFiles(
  out: string,
  folder: string,
  found: FoundManifest | undefined,
): ReadonlyMap<string, DerivedFile> {
  if (found === undefined) return new Map()
  const standing = new Map<string, DerivedFile>()
  // Paths of a manifest are already normalized, so the slower `join` is not needed.
  const base = join(out, folder)
  for (const [name, file] of Object.entries(found.files)) {
    if (isUntouched(`${base}/${name}`, file, found)) standing.set(`${folder}/${name}`, file)
  }
  return standing
}

/**
 * Returns a function that generates and caches texts by path. The text of an unchanged file is read from disk,
 * but only when another file depends on it.
 */
function openTexts(
  { out, emitted }: DerivedQuestion,
  isKept: (output: DerivedOutput) => boolean,
): (path: string) => string {
  const outputs = new Map(emitted.map((output) => [output.path, output]))
  const texts = new Map<string, string>()
  const textOf = (path: string): string => {
    const known = texts.get(path)
    if (known !== undefined) return known
    const output = outputs.get(path)
    if (output === undefined) throw new TypeError(`No target derives ${path}.`)
    const text = isKept(output) ? readFileSync(join(out, path), 'utf8') : make(output)
    texts.set(path, text)
    return text
  }
  const make = ({ path, text }: DerivedOutput): string => {
    const home = path.slice(0, path.indexOf('/') + 1)
    return text((other) => textOf(`${home}${other}`))
  }
  return textOf
}

function describe(key: string, text: string): DerivedFile {
  return { key, hash: hashOfLines(text), size: Buffer.byteLength(text) }
}

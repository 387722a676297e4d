import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { copyFile, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hashOf } from '../json/hash.ts'
import { parsedJson } from '../json/parsed-json.ts'
import { codeOf, isAbsence, readIfThere, unlessAbsent } from './files.ts'
import { lockName } from './lock.ts'
import { pathFault } from './output-paths.ts'

/**
 * Writes all files of a run or none. New content is first written to a staging folder. Writing a journal that
 * lists every move commits the run. After the commit, a killed run is completed by the next run; before the
 * commit, the output is unchanged.
 */

/** Name of the staging folder inside the output folder. */
export const stagingName = '.rpcloom'

interface Journal {
  /** Staged files to move, by path from the output folder. */
  readonly move: readonly string[]
  /**
   * Whether the name of a staged file is its index in `move`. In journals of earlier versions, it is the path.
   */
  readonly numbered?: boolean
  readonly remove: readonly string[]
  /** Hashes of the previous content of the user's files; null for a new file. */
  readonly was?: Readonly<Record<string, string | null>>
}

export interface Commit {
  readonly write: readonly FileToWrite[]
  readonly remove: readonly string[]
  /** Text of the lock file, which is written last. */
  readonly lockText?: string
}

export interface FileToWrite {
  readonly path: string
  readonly text: string
  /**
   * Previous content of a user's file, or null for a new file. The file is only written if it still has this
   * content, and keeps its mode.
   */
  readonly was?: string | null
}

/** `done` if everything was written, `stopped` if a user changed a file during the run. */
export type Outcome = 'done' | 'stopped'

/** Writes a run's files and its lock. Stops at the first file that a user has changed during the run. */
export async function commit(out: string, { write, remove, lockText }: Commit): Promise<Outcome> {
  const lock = lockText === undefined ? [] : [{ path: lockName, text: lockText }]
  const files: readonly FileToWrite[] = [...write, ...lock]
  let journal: Journal
  try {
    journal = stage(out, files, remove)
  } catch (error) {
    discardStaged(out)
    throw error
  }
  return apply(out, journal)
}

/** Writes the files to the staging folder, and the journal, which commits the run. */
function stage(out: string, files: readonly FileToWrite[], remove: readonly string[]): Journal {
  const staged = join(out, stagingName, 'files')
  rmSync(staged, { recursive: true, force: true })
  const was = new Map<string, string | null>()
  mkdirSync(staged, { recursive: true })
  for (const [index, { path, text, was: before }] of files.entries()) {
    const to = join(staged, String(index))
    writeFileSync(to, text)
    if (before === undefined) continue
    was.set(path, before === null ? null : hashOf(before))
    const mode = lstatSync(join(out, path), { throwIfNoEntry: false })?.mode
    if (mode !== undefined) chmodSync(to, mode & 0o777)
  }
  const journal: Journal = {
    move: files.map(({ path }) => path),
    numbered: true,
    remove,
    was: Object.fromEntries(was),
  }
  const draft = join(out, stagingName, 'journal.draft')
  writeFileSync(draft, JSON.stringify(journal), { flush: true })
  renameSync(draft, journalPath(out))
  return journal
}

function discardStaged(out: string): void {
  rmSync(join(out, stagingName, 'files'), { recursive: true, force: true })
  rmSync(join(out, stagingName, 'journal.draft'), { force: true })
}

/** Returns why the staging folder cannot be used; undefined if it is usable or missing. */
export function stagingFault(out: string): string | undefined {
  try {
    if (!lstatSync(join(out, stagingName)).isDirectory()) return 'it is not a folder'
    readJournal(out)
    return undefined
  } catch (error) {
    if (isAbsence(error)) return undefined
    if (error instanceof JournalError) return 'its journal was not written by rpcloom'
    throw error
  }
}

class JournalError extends Error {
  override readonly name: string = 'JournalError'
}

/** Whether a committed run was killed before it was completed. */
export function isUnfinished(out: string): boolean {
  return readJournal(out) !== undefined
}

/** Completes a killed run if it was committed. Otherwise removes its staged files. */
export async function recover(out: string): Promise<void> {
  const journal = readJournal(out)
  if (journal !== undefined) await apply(out, journal)
  discardStaged(out)
}

/** Removes and moves the files of a journal. Steps that a killed run already completed are skipped. */
async function apply(
  out: string,
  { move, numbered = false, remove, was = {} }: Journal,
): Promise<Outcome> {
  const staged = join(out, stagingName, 'files')
  // Remove files before moving others, because a folder, or a file whose name differs only in case, may replace
  // a removed file.
  for (const path of remove) {
    // The killed run may already have replaced the file with a folder.
    if (!isFolder(join(out, path))) unlessAbsent(() => unlinkSync(join(out, path)))
    removeEmptyFolders(out, dirname(path))
  }
  let outcome: Outcome = 'done'
  const made = new Set<string>()
  const moves: Promise<void>[] = []
  try {
    for (const [index, path] of move.entries()) {
      const to = join(out, path)
      const waiting = join(staged, numbered ? String(index) : path)
      const isOfUser = Object.hasOwn(was, path)
      // Wait for pending moves. A user's file that has changed stops the run, and the lock must be moved
      // last.
      if (isOfUser || path === lockName) await Promise.all(moves)
      if (isOfUser && isChanged(to, waiting, was[path] ?? null)) {
        outcome = 'stopped'
        break
      }
      const folder = dirname(to)
      if (!made.has(folder)) mkdirSync(folder, { recursive: true })
      made.add(folder)
      moves.push(moveUnlessDone(waiting, to))
    }
  } finally {
    // No move may continue after the run has ended.
    await Promise.allSettled(moves)
  }
  await Promise.all(moves)
  unlessAbsent(() => unlinkSync(journalPath(out)))
  rmSync(staged, { recursive: true, force: true })
  return outcome
}

async function moveUnlessDone(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (isAbsence(error)) return
    if (codeOf(error) !== 'EXDEV') throw error
    // A file cannot be renamed across mount points, so copy it next to its target first.
    const beside = `${to}.rpcloom`
    await copyFile(from, beside)
    await rename(beside, to)
    await unlink(from)
  }
}

/** Whether a user's file changed since the staged version was generated. */
function isChanged(to: string, staged: string, was: string | null): boolean {
  if (lstatSync(staged, { throwIfNoEntry: false }) === undefined) return false
  const bytes = readIfThere(to)
  return (bytes === undefined ? null : hashOf(bytes)) !== was
}

function journalPath(out: string): string {
  return join(out, stagingName, 'journal.json')
}

function readJournal(out: string): Journal | undefined {
  const text = unlessAbsent(() => readFileSync(journalPath(out), 'utf8'))
  if (text === undefined) return undefined
  const json = parsedJson(text)
  if (isJournal(json)) return json
  throw new JournalError(`${journalPath(out)} was not written by rpcloom: delete it and run again.`)
}

/**
 * Whether JSON is a valid journal. Paths outside the output folder are invalid, since the journal's files are
 * moved and deleted.
 */
function isJournal(json: unknown): json is Journal {
  if (typeof json !== 'object' || json === null || !('move' in json) || !('remove' in json))
    return false
  if ('was' in json && !isHashes(json.was)) return false
  if ('numbered' in json && typeof json.numbered !== 'boolean') return false
  return [json.move, json.remove].every(
    (list: unknown) =>
      Array.isArray(list) &&
      list.every((path) => typeof path === 'string' && pathFault(path) === undefined),
  )
}

function isHashes(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false
  return Object.values(json).every((hash) => hash === null || typeof hash === 'string')
}

/**
 * Removes a folder and its parents if they are empty, but not the package folder itself, which may contain
 * other files.
 */
function removeEmptyFolders(out: string, folder: string): void {
  for (let path = folder; path.includes('/'); path = dirname(path)) {
    try {
      rmdirSync(join(out, path))
    } catch (error) {
      if (isAbsence(error)) continue
      if (codeOf(error) === 'ENOTEMPTY') return
      throw error
    }
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

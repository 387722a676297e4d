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
import { codeOf, isAbsence, readIfThere } from './files.ts'
import { lockName } from './lock.ts'
import { pathFault } from './output-paths.ts'

/**
 * Writes all files of a run or none. New content is first staged. Then a journal that lists every move is
 * written, which commits the run. If the run is killed after that, the next run finishes the moves; if it is
 * killed before, the output is unchanged.
 */

/** Name of the folder for the staged files of a run. It is inside the output folder. */
export const stagingName = '.rpcloom'

interface Journal {
  /** Staged files to move, by path from the output folder. */
  readonly move: readonly string[]
  /** Whether staged files are named by their index in this list. Earlier versions named them by path. */
  readonly numbered?: boolean
  readonly remove: readonly string[]
  /** Hashes of the previous content of the user's files. Null for a file that did not exist. */
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
   * Previous content of a user's file; null if the file did not exist. The file is only written if it still
   * has this content. Its mode is kept.
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

/** Stages the files and writes the journal, which commits the run. */
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

/** Returns why the staging folder cannot be used; undefined if it can be used or does not exist. */
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

/** Whether a run was killed after it was committed and before its last move. */
export function isUnfinished(out: string): boolean {
  return readJournal(out) !== undefined
}

/** Finishes a killed run if it was committed. Otherwise removes its staged files. */
export async function recover(out: string): Promise<void> {
  const journal = readJournal(out)
  if (journal !== undefined) await apply(out, journal)
  discardStaged(out)
}

/** Removes and moves the files of a journal. If a run was killed, part of this may already be done. */
async function apply(
  out: string,
  { move, numbered = false, remove, was = {} }: Journal,
): Promise<Outcome> {
  const staged = join(out, stagingName, 'files')
  // Remove files first, because a removed file may be replaced by a folder, or by a file whose name differs
  // only in case.
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
      // Finish earlier moves first: a user's file may stop the run, and the lock must be moved last.
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
    // Wait for all moves, because none may continue after the run has ended.
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
    // The folder is a mount point, so a file cannot be renamed into it. Copy the file next to its target
    // first.
    const beside = `${to}.rpcloom`
    await copyFile(from, beside)
    await rename(beside, to)
    await unlink(from)
  }
}

/** Whether the target of a staged file has changed since the file was generated. */
function isChanged(to: string, staged: string, was: string | null): boolean {
  if (lstatSync(staged, { throwIfNoEntry: false }) === undefined) return false
  const bytes = readIfThere(to)
  return (bytes === undefined ? null : hashOf(bytes)) !== was
}

function journalPath(out: string): string {
  return join(out, stagingName, 'journal.json')
}

function readJournal(out: string): Journal | undefined {
  let text: string
  try {
    text = readFileSync(journalPath(out), 'utf8')
  } catch (error) {
    if (isAbsence(error)) return undefined
    throw error
  }
  const json = parsedJson(text)
  if (isJournal(json)) return json
  throw new JournalError(`${journalPath(out)} was not written by rpcloom: delete it and run again.`)
}

/**
 * Whether JSON is a valid journal. Paths outside of the folder are rejected, since the files are moved and
 * removed.
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

/** Removes empty folders, up to but not including the package folder, which may contain other files. */
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

function unlessAbsent(step: () => void): void {
  try {
    step()
  } catch (error) {
    if (!isAbsence(error)) throw error
  }
}

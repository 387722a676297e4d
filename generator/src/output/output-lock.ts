import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isAbsence } from './files.ts'
import { makeFolders } from './make-folders.ts'
import { recover, stagingName } from './write.ts'

/** Runs `work` with an exclusive lock on the folder, after recovering from a killed run. */
export async function withOutputLock<Result>(
  out: string,
  work: () => Promise<Result>,
): Promise<
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'busy'; readonly pid: number }
> {
  const folder = join(out, stagingName)
  const made = makeFolder(folder)
  const holder = claim(join(folder, 'pid'))
  if (holder !== undefined) return { kind: 'busy', pid: holder }
  try {
    await recover(out)
    return { kind: 'done', result: await work() }
  } finally {
    // The journal survives a failure, for the next run.
    releaseFolder(folder)
    if (made !== undefined && made !== folder) removeEmpty(out, made)
  }
}

/** Removes the folders created for a run that wrote nothing: `folder` and its parents up to `top`. */
function removeEmpty(folder: string, top: string): void {
  if (readdirSync(folder).length > 0) return
  rmdirSync(folder)
  if (folder !== top && folder.startsWith(top)) removeEmpty(dirname(folder), top)
}

/** Creates a folder and returns the first that was missing. A concurrent run may remove folders meanwhile. */
function makeFolder(folder: string): string | undefined {
  for (let attempt = 0; ; attempt++) {
    try {
      return makeFolders(folder)
    } catch (error) {
      if (attempt >= looks || !isAbsence(error)) throw error
    }
  }
}

/**
 * How often, and at what interval in milliseconds, a lock without a process ID is read before it counts as
 * stale.
 */
const looks = 50
const lookMs = 10

/** Acquires the lock; returns the process that holds it, if it is alive. */
function claim(path: string): number | undefined {
  for (let unread = 0; ;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return undefined
    } catch (error) {
      // The run that holds the lock may remove its folder at any moment.
      if (isAbsence(error)) makeFolder(dirname(path))
      else if (codeOf(error) !== 'EEXIST') throw error
    }
    const holder = readHolder(path)
    if (holder === 'gone') continue
    if (holder !== undefined && holder !== process.pid && isAlive(holder)) return holder
    // A file exists before its content: another run may be acquiring the lock.
    if (holder === undefined && unread++ < looks) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lookMs)
    } else {
      removeDead(path, holder)
    }
  }
}

/** Removes the lock of a dead run. If another run was faster, its lock is restored. */
function removeDead(path: string, holder: number | undefined): void {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    if (readHolder(aside) === holder) unlinkSync(aside)
    else renameSync(aside, path)
  } catch (error) {
    if (!isAbsence(error)) throw error
  }
}

function readHolder(path: string): number | 'gone' | undefined {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch (error) {
    if (isAbsence(error)) return 'gone'
    throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return codeOf(error) === 'EPERM'
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/** Keeps the journal if there is one. The lock is removed last; the folder is removed if it is empty. */
function releaseFolder(folder: string): void {
  if (!existsSync(join(folder, 'journal.json'))) {
    for (const name of readdirSync(folder)) {
      if (name !== 'pid') rmSync(join(folder, name), { recursive: true, force: true })
    }
  }
  unlinkSync(join(folder, 'pid'))
  try {
    rmdirSync(folder)
  } catch (error) {
    // The next run may have started, or even finished.
    if (!isAbsence(error) && codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') {
      throw error
    }
  }
}

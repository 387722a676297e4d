import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf, isAbsence, unlessAbsent } from './files.ts'
import { makeFolders } from './make-folders.ts'
import { isRunning, startOf, type Holder } from './processes.ts'
import { recover, stagingName } from './write.ts'

/**
 * Runs `work` while holding an exclusive lock on the output folder. First recovers from a killed run, if
 * necessary.
 */
export async function withOutputLock<Result>(
  out: string,
  work: () => Promise<Result>,
): Promise<
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'busy'; readonly pid: number }
> {
  const folder = join(out, stagingName)
  const made = makeFolder(folder)
  let holder: number | undefined
  try {
    holder = claim(join(folder, 'pid'))
  } catch (error) {
    if (made !== undefined) removeEmpty(folder, made)
    throw error
  }
  if (holder !== undefined) return { kind: 'busy', pid: holder }
  try {
    await recover(out)
    return { kind: 'done', result: await work() }
  } finally {
    // Keep the journal after a failure, so that the next run can recover.
    releaseFolder(folder)
    if (made !== undefined && made !== folder) removeEmpty(out, made)
  }
}

/** Removes empty folders, from `folder` up to its parent `top`. */
function removeEmpty(folder: string, top: string): void {
  if (readdirSync(folder).length > 0) return
  rmdirSync(folder)
  if (folder !== top && folder.startsWith(top)) removeEmpty(dirname(folder), top)
}

/**
 * Creates a folder and returns the first missing parent that it created. Retries if a concurrent run removes a
 * folder at the same time.
 */
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
 * How often to read a lock without a process ID before it is treated as stale, and the interval between the
 * reads in milliseconds.
 */
const looks = 50
const lookMs = 10

/** Acquires the lock. If a live process holds it, returns the ID of that process. */
function claim(path: string): number | undefined {
  for (let unread = 0; ;) {
    try {
      createLock(path)
      return undefined
    } catch (error) {
      // The process that holds the lock may remove the folder at any moment.
      if (isAbsence(error)) makeFolder(dirname(path))
      else if (codeOf(error) !== 'EEXIST') throw error
    }
    const holder = readHolder(path)
    if (holder === 'gone') continue
    if (holder !== undefined && holder.pid !== process.pid && isRunning(holder)) return holder.pid
    // A lock file is empty for a moment while a process acquires the lock, so retry.
    if (holder === undefined && unread++ < looks) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lookMs)
    } else {
      removeDead(path, holder)
    }
  }
}

/**
 * Removes the lock of a dead process. If another run acquired the lock in the meantime, the lock is restored.
 */
function removeDead(path: string, holder: Holder | undefined): void {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    const found = readHolder(aside)
    if (found !== 'gone' && found?.pid === holder?.pid && found?.start === holder?.start) {
      unlinkSync(aside)
    } else renameSync(aside, path)
  } catch (error) {
    if (!isAbsence(error)) throw error
  }
}

/** Creates the lock file. If the disk is full, no empty file remains. */
function createLock(path: string): void {
  const start = startOf(process.pid)
  const file = openSync(path, 'wx')
  try {
    writeFileSync(file, start === undefined ? String(process.pid) : `${process.pid} ${start}`)
  } catch (error) {
    unlinkSync(path)
    throw error
  } finally {
    closeSync(file)
  }
}

function readHolder(path: string): Holder | 'gone' | undefined {
  const text = unlessAbsent(() => readFileSync(path, 'utf8'))
  if (text === undefined) return 'gone'
  const [id, start] = text.trim().split(' ')
  const pid = Number(id)
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, ...(start !== undefined && { start }) }
}

/**
 * Removes the contents of the staging folder, then the lock, then the folder itself. If there is a journal,
 * only the lock is removed.
 */
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
    // Another run may have acquired the lock or removed the folder in the meantime.
    if (!isAbsence(error) && codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') {
      throw error
    }
  }
}

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
import { isAbsence } from './hash.ts'
import { makeFolders } from './make-folders.ts'
import { recover, stagingName } from './write.ts'

/** Runs `work` while no other run writes into the folder, after repairing what a killed run left. */
export async function takeTurn<Result>(
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
    // The journal outlives a failure half way through, for the next run.
    releaseFolder(folder)
    if (made !== undefined && made !== folder) removeEmpty(out, made)
  }
}

/** Removes the folders that were made for a run which then wrote nothing: `folder` and those above it up to `top`. */
function removeEmpty(folder: string, top: string): void {
  if (readdirSync(folder).length > 0) return
  rmdirSync(folder)
  if (folder !== top && folder.startsWith(top)) removeEmpty(dirname(folder), top)
}

/** The first folder that had to be made. Another run may remove what is there while this one looks. */
function makeFolder(folder: string): string | undefined {
  for (let attempt = 0; ; attempt++) {
    try {
      return makeFolders(folder)
    } catch (error) {
      if (attempt >= looks || !isAbsence(error)) throw error
    }
  }
}

/** How often, and how many milliseconds apart, a claim without a number is looked at before it is taken for dead. */
const looks = 50
const lookMs = 10

/** Claims a turn; the process that has it instead, where one is alive. */
function claim(path: string): number | undefined {
  for (let unread = 0; ;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return undefined
    } catch (error) {
      // The run that had the turn may remove its folder at any moment.
      if (isAbsence(error)) makeFolder(dirname(path))
      else if (codeOf(error) !== 'EEXIST') throw error
    }
    const holder = readHolder(path)
    if (holder === 'gone') continue
    if (holder !== undefined && holder !== process.pid && isAlive(holder)) return holder
    // A file is there before its content is: another run may be claiming its turn just now.
    if (holder === undefined && unread++ < looks) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lookMs)
    } else {
      removeDead(path, holder)
    }
  }
}

/** Removes the claim of a dead run; the claim of whoever was faster to do so goes back to its place. */
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
    // EPERM: it is there, and someone else's.
    return codeOf(error) === 'EPERM'
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/** The journal, where there is one, stays; the claim goes last, and only an empty folder goes with it. */
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
    // The next run may have moved in, or moved out again.
    if (!isAbsence(error) && codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') {
      throw error
    }
  }
}

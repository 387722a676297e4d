import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isAbsence } from './hash.ts'
import { recover, stagingName } from './write.ts'

/** Runs `work` while no other run writes into the folder, after mending what a killed run left. */
export async function takeTurn<Result>(
  out: string,
  work: () => Promise<Result>,
): Promise<
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'busy'; readonly pid: number }
> {
  const folder = join(out, stagingName)
  const made = mkdirSync(folder, { recursive: true })
  const holder = claim(join(folder, 'pid'))
  if (holder !== undefined) return { kind: 'busy', pid: holder }
  try {
    recover(out)
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

/** Claims a turn; the process that has it instead, where one is alive. */
function claim(path: string): number | undefined {
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return undefined
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const holder = readHolder(path)
    if (holder !== undefined && holder !== process.pid && isAlive(holder)) return holder
    rmSync(path, { force: true })
  }
}

function readHolder(path: string): number | undefined {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch (error) {
    if (isAbsence(error)) return undefined
    throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it is there, and someone else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function releaseFolder(folder: string): void {
  try {
    readFileSync(join(folder, 'journal.json'))
    unlinkSync(join(folder, 'pid'))
  } catch (error) {
    if (!isAbsence(error)) throw error
    rmSync(folder, { recursive: true, force: true })
  }
}

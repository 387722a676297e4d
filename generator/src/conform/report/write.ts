import {
  accessSync,
  appendFileSync,
  constants,
  lstatSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/**
 * Returns why a file cannot be written, as far as can be checked in advance; undefined if no reason is found.
 */
export function unwritable(file: string): string | undefined {
  try {
    const target = targetOf(file)
    const known = statSync(target, { throwIfNoEntry: false })
    if (known?.isDirectory()) return `${file} is a folder`
    accessSync(known ? target : dirname(target), constants.W_OK)
    if (!statSync(dirname(target)).isDirectory()) return `${dirname(file)} is not a folder`
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}

/** Creates a folder for recorded files. Returns the reason if it cannot be written to. */
export function openFolder(folder: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}

/** Appends text to a file, which is created if it does not exist. Returns the reason if writing fails. */
export function appendText(file: string, text: string): string | undefined {
  try {
    appendFileSync(file, text)
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}

/**
 * Writes a report atomically: a concurrent reader, or a reader after a crash, finds either the old or the new
 * text. Returns the reason if writing fails.
 */
export function writeReport(file: string, text: string): string | undefined {
  try {
    const target = targetOf(file)
    const known = statSync(target, { throwIfNoEntry: false })
    // Pipes, devices, and files in a read-only folder cannot be replaced, so they are written directly.
    if (known && (!known.isFile() || !isOpen(dirname(target)))) writeFileSync(target, text)
    else writeByDraft(target, text, known?.mode)
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}

function writeByDraft(target: string, text: string, mode: number | undefined): void {
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`)
  try {
    writeFileSync(draft, text, { flag: 'wx', ...(mode !== undefined && { mode: mode & 0o777 }) })
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

const MOST_LINKS = 40

/** Returns the final target of a symbolic link, which may not exist yet. */
function targetOf(file: string): string {
  let target = resolve(file)
  for (let links = 0; links < MOST_LINKS; links++) {
    if (!lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink()) return target
    target = resolve(dirname(target), readlinkSync(target))
  }
  return target
}

function isOpen(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the reason for a system error. Throws any other error again. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && 'syscall' in error) return error.message
  throw error
}

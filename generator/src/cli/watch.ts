import { watch, type FSWatcher } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { lockName, readLock } from '../emit/lock.ts'
import { isRemote } from '../load/files.ts'
import { expandInputs, isRemoteInput } from '../load/inputs.ts'
import type { CliProject } from './project.ts'

/** Editors write a file in several steps: wait until they are through. */
const settleMs = 40

/**
 * Calls `again` whenever something beside the documents changes; ends with the process. `alsoRead` are files
 * that the last run read beside those of the lock.
 */
export async function watchInputs(
  first: CliProject,
  again: () => Promise<CliProject | undefined>,
  alsoRead: () => readonly string[] = () => [],
): Promise<void> {
  const folders = openFolders()
  folders.watch(foldersOf(first, alsoRead()))
  for (;;) {
    await folders.changed()
    const project = await again()
    if (project !== undefined) folders.watch(foldersOf(project, alsoRead()))
  }
}

/** Folders, not files: a file that is replaced would be watched no more. */
function foldersOf(
  { project, configPath }: CliProject,
  alsoRead: readonly string[],
): ReadonlySet<string> {
  const { root, config } = project
  const lock = readLock(join(root, config.out, lockName))
  const read = lock.kind === 'lock' ? Object.keys(lock.lock.inputs) : []
  const { documents } = expandInputs(root, config.inputs)
  const files = [...documents, ...config.overlays, ...read, ...alsoRead]
    .filter((path) => !isRemote(path) && !isRemoteInput(path))
    .map((path) => resolve(root, path))
  const folders = [...files, ...(configPath === undefined ? [] : [configPath])].map((path) =>
    dirname(path),
  )
  return new Set(folders)
}

interface Folders {
  readonly watch: (folders: ReadonlySet<string>) => void
  /** Resolves when something changed since the last time, and nothing did for a moment. */
  readonly changed: () => Promise<void>
}

/** The watchers stay open while a run works, so that an edit meanwhile is not lost. */
function openFolders(): Folders {
  const watchers = new Map<string, FSWatcher>()
  let change = openLatch()
  let timer: NodeJS.Timeout | undefined
  const touch = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => change.open(), settleMs)
  }
  const close = (folder: string): void => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  return {
    watch(folders) {
      for (const folder of watchers.keys()) if (!folders.has(folder)) close(folder)
      for (const folder of folders) {
        if (watchers.has(folder)) continue
        const watcher = watch(folder, touch)
        // A folder that is removed is watched again when it is back, and with it something that was read.
        watcher.on('error', () => close(folder))
        watchers.set(folder, watcher)
      }
    },
    async changed() {
      await change.opened
      change = openLatch()
    },
  }
}

interface Latch {
  readonly opened: Promise<void>
  readonly open: () => void
}

function openLatch(): Latch {
  let open: () => void = () => undefined
  const opened = new Promise<void>((done) => {
    open = done
  })
  return { opened, open: () => open() }
}

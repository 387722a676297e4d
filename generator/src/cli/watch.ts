import { watch } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { lockName, readLock } from '../emit/lock.ts'
import { isRemote } from '../load/files.ts'
import { expandInputs, isRemoteInput } from '../load/inputs.ts'
import type { CliProject } from './project.ts'

/** Editors write a file in several steps: wait until they are through. */
const settleMs = 120

/** Calls `again` whenever something beside the documents changes; ends with the process. */
export async function watchInputs(
  first: CliProject,
  again: () => Promise<CliProject | undefined>,
): Promise<void> {
  let project = first
  for (;;) {
    await nextChange(foldersOf(project))
    project = (await again()) ?? project
  }
}

/** Folders, not files: a file that is replaced would be watched no more. */
function foldersOf({ project, configPath }: CliProject): ReadonlySet<string> {
  const { root, config } = project
  const lock = readLock(join(root, config.out, lockName))
  const read = lock.kind === 'lock' ? Object.keys(lock.lock.inputs) : []
  const files = [...expandInputs(root, config.inputs).documents, ...read]
    .filter((path) => !isRemote(path) && !isRemoteInput(path))
    .map((path) => resolve(root, path))
  const folders = [...files, ...(configPath === undefined ? [] : [configPath])].map((path) =>
    dirname(path),
  )
  return new Set(folders)
}

async function nextChange(folders: ReadonlySet<string>): Promise<void> {
  await new Promise<void>((done) => {
    let timer: NodeJS.Timeout | undefined
    const watchers = [...folders].map((folder) =>
      watch(folder, () => {
        clearTimeout(timer)
        timer = setTimeout(() => {
          for (const watcher of watchers) watcher.close()
          done()
        }, settleMs)
      }),
    )
  })
}

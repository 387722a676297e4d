import { existsSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { readIfThere } from './files.ts'
import { withOutputLock } from './output-lock.ts'
import { pathFault } from './output-paths.ts'
import { commit, stagingName } from './write.ts'

/** Files of a project to write and to remove, by path from its root. */
export interface ProjectChange {
  readonly write: ReadonlyMap<string, string>
  readonly remove?: readonly string[]
}

/**
 * Writes and removes all files of a project or none, as `generate` does. Files outside of the root, such as
 * packages in another folder, are written first, each in the same way. Throws an error if a file is in use.
 */
export async function writeTogether(root: string, change: ProjectChange): Promise<void> {
  const inside = new Map<string, string>()
  for (const [path, text] of change.write) {
    const within = relative(root, resolve(root, path)).replaceAll('\\', '/')
    if (pathFault(within) === undefined) inside.set(within, text)
    else await writeInto(resolve(root, path, '..'), new Map([[basename(path), text]]), [])
  }
  await writeInto(root, inside, change.remove ?? [])
}

/** Completes or undoes what a killed `writeTogether` left. */
export async function recoverProject(root: string): Promise<void> {
  if (existsSync(join(root, stagingName))) await withOutputLock(root, async () => undefined)
}

async function writeInto(
  folder: string,
  files: ReadonlyMap<string, string>,
  remove: readonly string[],
): Promise<void> {
  const write = [...files].map(([path, text]) => {
    const was = readIfThere(join(folder, path))?.toString('utf8') ?? null
    return { path, text, was }
  })
  const locked = await withOutputLock(folder, () => commit(folder, { write, remove }))
  if (locked.kind === 'busy') throw new Busy(`Process ${locked.pid} is writing into ${folder}.`)
  if (locked.result === 'stopped') throw new Busy(`A file in ${folder} changed during the run.`)
}

/** Thrown if another process writes into the folder at the same time. Reported like an error of the system. */
class Busy extends Error {
  override readonly name: string = 'Busy'
  readonly syscall: string = 'lock'
}

import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** Use of the disk by the data folder, in bytes. */
export interface Disk {
  /** Sizes of the files of each store, by its name. */
  readonly stores: ReadonlyMap<string, number>
  readonly free: number
}

/** Measures the folders of the stores. */
export async function diskOf(dataDir: string, stores: readonly string[]): Promise<Disk> {
  const { bavail, bsize } = await statfs(dataDir)
  const sizes = stores.map(async (name) => [name, await sizeOf(join(dataDir, name))] as const)
  return { stores: new Map(await Promise.all(sizes)), free: bavail * bsize }
}

/** Returns the size of the files of a folder. Files that LevelDB removes meanwhile are not counted. */
async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder).catch(absent)
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        (error: NodeJS.ErrnoException) => absent(error).length,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Returns nothing for a file that does not exist. */
function absent(error: NodeJS.ErrnoException): readonly string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

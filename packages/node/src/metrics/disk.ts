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
  const names = await readdir(folder)
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return 0
          throw error
        },
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

import { copyFile, link, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Level } from './level-page.ts'

const REHEARSAL = 'reopening'

/**
 * Opens a copy of a database, to check that the disk has the space that reopening the database
 * needs, and throws otherwise. The database stays open. LevelDB rewrites its logs as tables when it
 * opens a database, and it cannot read a database without this space. The copy consists of hard
 * links. It keeps its space until {@link releaseSpace} removes it.
 */
export async function reserveSpace(folder: string, open: (copy: string) => Level): Promise<void> {
  const copy = join(folder, REHEARSAL)
  try {
    await releaseSpace(folder)
    await mkdir(copy, { mode: 0o700 })
    for (const entry of await readdir(folder, { withFileTypes: true }))
      // Closing the copy would release the lock of the database if they shared the file.
      if (entry.isFile() && entry.name !== 'LOCK')
        await linked(join(folder, entry.name), join(copy, entry.name))
    const level = open(copy)
    try {
      await level.open()
    } finally {
      await level.close()
    }
  } catch (error) {
    await releaseSpace(folder)
    throw error
  }
}

export async function releaseSpace(folder: string): Promise<void> {
  await rm(join(folder, REHEARSAL), { recursive: true, force: true })
}

/** Links a file, or copies it if the file system has no hard links. */
async function linked(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error
    await copyFile(from, to)
  }
}

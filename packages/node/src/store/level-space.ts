import { open, readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** Free bytes required, in addition to the size of the log, before a store is reopened after a failed write. */
const SPARE = 256 * 1024

/**
 * Checks that the disk has enough space to reopen the database, and throws otherwise. Called before
 * the database is closed.
 */
export async function checkFreeSpace(folder: string): Promise<void> {
  const probe = join(folder, 'probe.tmp')
  try {
    const file = await open(probe, 'w')
    try {
      await file.write(Buffer.alloc((await logBytes(folder)) + SPARE, 1))
      await file.sync()
    } finally {
      await file.close()
    }
  } finally {
    await unlink(probe).catch(() => {})
  }
}

/** Returns the total size of the logs, which LevelDB rewrites as a table when it opens the database. */
async function logBytes(folder: string): Promise<number> {
  const logs = (await readdir(folder)).filter((name) => name.endsWith('.log'))
  const sizes = await Promise.all(logs.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

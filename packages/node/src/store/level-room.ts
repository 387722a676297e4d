import { open, readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes that have to be free before a store is opened again after a failed write, beside those of its log. */
const SPARE = 256 * 1024

/** Fails as the next opening of the database in a folder would, before it is closed for it. */
export async function checkRoom(folder: string): Promise<void> {
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

/** Bytes of all logs: an opening moves them into a table. */
async function logBytes(folder: string): Promise<number> {
  const logs = (await readdir(folder)).filter((name) => name.endsWith('.log'))
  const sizes = await Promise.all(logs.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

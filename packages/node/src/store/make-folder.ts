import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

const MODE = 0o700

/**
 * Creates a folder and its missing parents, which only the current user can access. Rejects with the system
 * error. The recursive `mkdir` of Node is not used, because below `/proc` it never returns.
 */
export async function makeFolder(folder: string): Promise<void> {
  const path = resolve(folder)
  try {
    await mkdir(path, MODE)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    // Another process may have created the folder in the meantime.
    await mkdir(path, MODE).catch(async (again: unknown) => {
      if (!(await isFolder(path))) throw again
    })
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

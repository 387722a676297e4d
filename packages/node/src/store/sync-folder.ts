import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes the entries of a folder durable. Skipped on Windows, where folders cannot be opened. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

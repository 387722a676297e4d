import { execFileSync } from 'node:child_process'
import { mkdirSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.ts'

/** A separate file system of a few megabytes. */
export interface SmallDisk {
  readonly folder: string
  /** Writes a file with this number of bytes. */
  readonly fill: (bytes: number) => void
  readonly free: () => number
  /** Changes the size of the disk. */
  readonly grow: (bytes: number) => void
  readonly remount: (mode: 'ro' | 'rw') => void
}

function mount(...args: readonly string[]): boolean {
  try {
    execFileSync('mount', args, { stdio: 'ignore' })
    return true
  } catch {
    // Only root can mount, and not in every container.
    return false
  }
}

/** Whether tests can mount file systems; otherwise the suites that need one are skipped. */
export const canMount = ((): boolean => {
  if (process.getuid?.() !== 0) return false
  const probe = join(process.env['TMPDIR'] ?? '/tmp', `rpcloom-mount-${process.pid}`)
  mkdirSync(probe, { recursive: true })
  const isMounted = mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', probe)
  if (isMounted) execFileSync('umount', [probe])
  return isMounted
})()

/** A small disk that is unmounted when the test ends. */
export function smallDisk(bytes: number): SmallDisk {
  const folder = join(temporaryFolder({}), 'disk')
  mkdirSync(folder)
  if (!mount('-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder))
    throw new Error('cannot mount a file system')
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder])
  })
  return {
    folder,
    fill: (size) => writeFileSync(join(folder, 'filler'), Buffer.alloc(size)),
    free: () => {
      const { bavail, bsize } = statfsSync(folder)
      return bavail * bsize
    },
    grow: (size) => {
      if (!mount('-o', `remount,size=${size}`, folder)) throw new Error('cannot change the size')
    },
    remount: (mode) => {
      if (!mount('-o', `remount,${mode}`, folder)) throw new Error(`cannot remount ${mode}`)
    },
  }
}

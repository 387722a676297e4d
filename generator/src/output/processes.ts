import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { codeOf } from './files.ts'

/** A process that holds a lock. */
export interface Holder {
  readonly pid: number
  /** When the process started, in the words of the operating system; absent in locks of earlier versions. */
  readonly start?: string
}

/**
 * Whether the process still runs. Operating systems use IDs again, so another process with the ID does not
 * count: it started at another time.
 */
export function isRunning({ pid, start }: Holder): boolean {
  if (!exists(pid)) return false
  if (start === undefined) return isNode(pid)
  const found = startOf(pid)
  return found === undefined || found === start
}

/** Returns when a process started; undefined if the operating system does not tell. */
export function startOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') {
      const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        // Other processes compare the time as text.
        env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
      })
      return text.trim().replaceAll(/\s+/g, '-') || undefined
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may contain spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM means that the process exists but belongs to another user.
    return codeOf(error) === 'EPERM'
  }
}

/** Whether a process may be a run of rpcloom. */
function isNode(pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/exe`) === readlinkSync('/proc/self/exe')
  } catch (error) {
    // Not Linux, or a process of another user.
    if (error instanceof Error) return true
    throw error
  }
}

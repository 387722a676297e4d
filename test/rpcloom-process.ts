import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** The end of a command, or of the process in which it ran. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Standard output and standard error. */
  readonly text: string
}

interface Limits {
  readonly seconds: number
  readonly megabytes?: number
}

/**
 * Returns a function that runs commands in one process, one at a time. The process is killed at the limits, which
 * apply to each command, and the next command gets another one.
 */
export function limitedCommands({
  seconds,
  megabytes,
}: Limits): (cwd: string, args: readonly string[]) => Promise<Ended> {
  const execArgv = megabytes === undefined ? [] : [`--max-old-space-size=${megabytes}`]
  let running: ChildProcess | undefined
  afterAll(() => running?.kill('SIGKILL'))
  return async (cwd, args) => {
    const child = (running ??= fork(join(import.meta.dirname, 'rpcloom-process.mjs'), {
      execArgv,
      silent: true,
    }))
    const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000)
    const ended = await endOf(child, { cwd, args })
    clearTimeout(timer)
    if (child.exitCode !== null || child.signalCode !== null) running = undefined
    return ended
  }
}

/** Resolves when the command is over, or when the process exits, which is a failure of the command. */
async function endOf(child: ChildProcess, command: object): Promise<Ended> {
  let crash = ''
  const collect = (part: Buffer): void => {
    crash += part.toString()
  }
  const stop = new AbortController()
  const { signal } = stop
  child.stderr?.on('data', collect)
  const exit = once(child, 'close', { signal }).then(([code, killed]): Ended => ({
    code: code as number,
    signal: killed as null,
    text: crash,
  }))
  const message = once(child, 'message', { signal }).then(([end]) => ({
    signal: null,
    ...(end as { readonly code: number; readonly text: string }),
  }))
  child.send(command)
  try {
    return await Promise.race([message, exit])
  } finally {
    child.stderr?.off('data', collect)
    for (const one of [exit, message]) one.catch(() => undefined)
    stop.abort()
  }
}

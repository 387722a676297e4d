import type { Log } from './types.ts'

/** The default log: writes errors to the console and drops everything else. */
const consoleLog: Log = (level, message, fields) => {
  if (level === 'error') console.error(message, fields)
}

/** Wraps a log so that it never throws. Errors of the log are written to the console. */
export function safeLog(log: Log = consoleLog): Log {
  return (level, message, fields) => {
    try {
      const written: unknown = log(level, message, fields)
      if (written instanceof Promise) written.catch(lament)
    } catch (error) {
      lament(error)
    }
  }
}

function lament(error: unknown): void {
  console.error('The log function failed', error)
}

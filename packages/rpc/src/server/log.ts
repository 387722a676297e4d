import type { Log } from './types.ts'

/** Errors go to the console unless the caller takes the log; nothing else does. */
const consoleLog: Log = (level, message, fields) => {
  if (level === 'error') console.error(message, fields)
}

/** A log that never fails, so that what is logged comes to the same end as ever: the console hears of it instead. */
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
  console.error('The log failed', error)
}

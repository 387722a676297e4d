import { safeLog } from '../log.ts'
import type { Log, LogLevel, Middleware } from '../types.ts'
import { observed } from './outcome.ts'

/** Options of `callLog`. */
export interface CallLogOptions {
  /** Minimum duration in milliseconds of calls that are logged as warnings; 1000 by default. */
  readonly slowMs?: number
  /** Log level of faster calls; `debug` by default. */
  readonly level?: LogLevel
}

/**
 * Logs every call with its method, transport, caller, code and duration. Params and results are not logged,
 * since they may contain secrets.
 */
export function callLog(
  log: Log,
  { slowMs = 1000, level = 'debug' }: CallLogOptions = {},
): Middleware {
  const write = safeLog(log)
  return ({ group, method, ctx }, next) =>
    observed(next, ({ code, durationMs }) => {
      const isSlow = durationMs >= slowMs
      write(isSlow ? 'warn' : level, isSlow ? 'Slow call' : 'A call', {
        group: group.key,
        method: method.name,
        transport: ctx.transport,
        durationMs: Math.round(durationMs * 1000) / 1000,
        ...ctx.at,
        ...(ctx.remote !== undefined && { remote: ctx.remote }),
        ...(code !== undefined && { code }),
      })
    })
}

type WriteFields = (fields: Readonly<Record<string, unknown>>, message: string) => void

/** A logger with the interface of pino: fields first, then the message. */
export type StructuredLogger = Readonly<Record<LogLevel, WriteFields>>

/** Returns a log that writes to a logger such as pino, which expects errors in the field `err`. */
export function logTo(logger: StructuredLogger): Log {
  return (level, message, fields = {}) => {
    const { error, ...others } = fields
    logger[level](error === undefined ? others : { ...others, err: error }, message)
  }
}

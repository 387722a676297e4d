import { safeLog } from '../log.ts'
import type { Log, LogLevel, Middleware } from '../types.ts'
import { observed } from './outcome.ts'

export interface CallLogOptions {
  /** From so many milliseconds on a call is told of as a warning; 1000 unless given. */
  readonly slowMs?: number
  /** Level of all others; `debug` unless given. */
  readonly level?: LogLevel
}

/**
 * Writes a line for every call: method, transport, caller, code and duration. Params and results are never
 * in it, so that no secret is.
 */
export function callLog(
  log: Log,
  { slowMs = 1000, level = 'debug' }: CallLogOptions = {},
): Middleware {
  const write = safeLog(log)
  return ({ group, method, ctx }, next) =>
    observed(next, ({ code, durationMs }) => {
      const isSlow = durationMs >= slowMs
      write(isSlow ? 'warn' : level, isSlow ? 'A slow call' : 'A call', {
        group: group.key,
        method: method.name,
        transport: ctx.transport,
        durationMs: Math.round(durationMs * 1000) / 1000,
        ...(ctx.chain !== undefined && { chain: ctx.chain }),
        ...(ctx.remote !== undefined && { remote: ctx.remote }),
        ...(code !== undefined && { code }),
      })
    })
}

type WriteFields = (fields: Readonly<Record<string, unknown>>, message: string) => void

/** A logger in the manner of pino: fields first, then the message. */
export type StructuredLogger = Readonly<Record<LogLevel, WriteFields>>

/** Writes through a structured logger; an error goes as `err`, as such loggers expect it. */
export function logTo(logger: StructuredLogger): Log {
  return (level, message, fields = {}) => {
    const { error, ...others } = fields
    logger[level](error === undefined ? others : { ...others, err: error }, message)
  }
}

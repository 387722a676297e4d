/** Log levels of the C-Chain admin API, the most severe first. */
export const logLevels = ['crit', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof logLevels)[number]

/** Structured fields of a log line. Must never contain a password or key. */
export type LogFields = Readonly<Record<string, string | number | boolean>>

/** Writes each event at or above the log level as one line of JSON. */
export class Logger {
  level: LogLevel
  readonly #write: (line: string) => void

  constructor(
    level: LogLevel,
    write: (line: string) => void = (line) => void process.stderr.write(line),
  ) {
    this.level = level
    this.#write = write
  }

  error(message: string, fields: LogFields = {}): void {
    this.#log('error', message, fields)
  }

  warn(message: string, fields: LogFields = {}): void {
    this.#log('warn', message, fields)
  }

  info(message: string, fields: LogFields = {}): void {
    this.#log('info', message, fields)
  }

  debug(message: string, fields: LogFields = {}): void {
    this.#log('debug', message, fields)
  }

  #log(level: LogLevel, message: string, fields: LogFields): void {
    if (logLevels.indexOf(level) > logLevels.indexOf(this.level)) return
    this.#write(
      `${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`,
    )
  }
}

export function parseLogLevel(text: string): LogLevel | undefined {
  return logLevels.find((level) => level === text.toLowerCase())
}

export function plain(value: unknown): string | number | boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return value instanceof Error ? (value.stack ?? value.message) : String(value)
}

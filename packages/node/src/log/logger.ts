/** Log levels of the C-Chain admin API, the most severe first. */
export const logLevels = ['crit', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof logLevels)[number]

/** Structured fields of a log line. Must never contain a password or key. */
export type LogFields = Readonly<Record<string, string | number | boolean>>

/** Forms of log lines: JSON, or text for people. */
export const logFormats = ['json', 'text'] as const
export type LogFormat = (typeof logFormats)[number]

/** Writes each event at or above the log level as one line. */
export class Logger {
  level: LogLevel
  readonly #write: (line: string) => void
  readonly #format: LogFormat

  constructor(
    level: LogLevel,
    write: (line: string) => void = (line) => void process.stderr.write(line),
    format: LogFormat = 'json',
  ) {
    this.level = level
    this.#write = write
    this.#format = format
  }

  /** Whether events of a level are written. */
  writes(level: LogLevel): boolean {
    return logLevels.indexOf(level) <= logLevels.indexOf(this.level)
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
    if (!this.writes(level)) return
    const time = new Date().toISOString()
    this.#write(
      this.#format === 'text'
        ? textLine(`${time} ${level.toUpperCase().padEnd(5)} ${message}`, fields)
        : `${JSON.stringify({ time, level, message, ...fields })}\n`,
    )
  }
}

/** Returns a line with fields as `name=value`. Values with white space or control characters are written as JSON. */
function textLine(start: string, fields: LogFields): string {
  const parts = Object.entries(fields).map(([name, value]) => {
    const text = String(value)
    return `${name}=${/^[\w.:/@%+,-]+$/.test(text) ? text : JSON.stringify(text)}`
  })
  return `${[start, ...parts].join(' ')}\n`
}

export function parseLogLevel(text: string): LogLevel | undefined {
  return logLevels.find((level) => level === text.toLowerCase())
}

export function plain(value: unknown): string | number | boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return value instanceof Error ? (value.stack ?? value.message) : String(value)
}

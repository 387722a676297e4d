import type { Diagnostic } from '../diagnostics/diagnostics.ts'
import type { CommandCode } from '../diagnostics/command-codes.ts'
import { printable } from '../diagnostics/printable.ts'

interface Printed extends Omit<Diagnostic, 'code'> {
  readonly code: string
}

/** Output of a command. Results go to stdout, everything else to stderr. */
export interface Output {
  readonly json: boolean
  /** Whether only errors are printed. */
  readonly quiet: boolean
  readonly line: (text: string) => void
  /** Prints a success message to stdout. With `--quiet`, prints nothing. */
  readonly note: (text: string) => void
  readonly error: (text: string) => void
  /** Prints why a command failed, with the code for `rpcloom explain`. */
  readonly fault: (code: CommandCode, message: string) => void
  /**
   * Shows progress on a terminal, in one line that is overwritten. Prints nothing if the output is not a
   * terminal.
   */
  readonly progress: (text: string) => void
  readonly diagnostics: (list: readonly Printed[]) => void
}

export function createOutput(json: boolean, quiet = false): Output {
  const { stderr, stdout } = process
  const live = stderr.isTTY && !json && !quiet && process.env['CI'] === undefined
  const paint = stderr.isTTY && process.env['NO_COLOR'] === undefined
  const clear = live ? '\r\u001b[K' : ''
  const line = (text: string): void => {
    stderr.write(clear)
    stdout.write(`${text}\n`)
  }
  return {
    json,
    quiet,
    line,
    note: (text) => {
      if (!quiet) line(text)
    },
    fault: (code, message) =>
      stderr.write(`${clear}rpcloom: ${code} ${message.split('\n').map(printable).join('\n')}\n`),
    error: (text) => stderr.write(`${clear}${text}\n`),
    progress: (text) => {
      if (live) stderr.write(`${clear}${printable(text)} ...`)
    },
    diagnostics: (list) => {
      const shown = quiet ? list.filter(({ severity }) => severity === 'error') : list
      const text = formatDiagnostics(shown, paint)
      if (text !== '') stderr.write(`${clear}${text}\n`)
    },
  }
}

/** Maximum number of warnings per code to print in full. */
const most = 5
const few = 3

/**
 * Formats diagnostics, one per line, with the help below the first diagnostic of each code. If there are many
 * warnings with one code, prints the first few and counts the rest.
 */
export function formatDiagnostics(list: readonly Printed[], paint: boolean): string {
  const total = new Map<string, number>()
  for (const { code, severity } of list) {
    if (severity === 'warning') total.set(code, (total.get(code) ?? 0) + 1)
  }
  const printed = new Map<string, number>()
  const explained = new Set<string>()
  return list
    .flatMap(({ file, line, column, severity, code, message, help }) => {
      const count = (printed.get(code) ?? 0) + 1
      printed.set(code, count)
      const all = severity === 'warning' ? (total.get(code) ?? 0) : 0
      if (all > most && count > few) return count === few + 1 ? moreOf(code, all - few) : []
      const text = `${printable(file)}:${line}:${column}  ${painted(severity, paint)} ${code}  ${printable(message)}`
      if (explained.has(code + help)) return text
      explained.add(code + help)
      return [text, `    ${printable(help)}`]
    })
    .join('\n')
}

function moreOf(code: string, number: number): string {
  return `... and ${number} more warnings ${code}. Run \`rpcloom lint\` to list them.`
}

function painted(severity: Diagnostic['severity'], paint: boolean): string {
  if (!paint) return severity
  return `\u001b[${severity === 'error' ? 31 : 33}m${severity}\u001b[39m`
}

import type { Diagnostic } from '../diagnostics/diagnostics.ts'
import type { CommandCode } from '../diagnostics/command-codes.ts'
import { printable } from '../diagnostics/printable.ts'

/** A diagnostic or a finding of a rule. */
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
  /** Shows progress. On a terminal this is one line that is overwritten; elsewhere nothing is printed. */
  readonly progress: (text: string) => void
  readonly diagnostics: (list: readonly Printed[]) => void
}

/** Creates the output of this process. */
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
    fault: (code, message) => stderr.write(`${clear}rpcloom: ${code} ${message}\n`),
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

/** Formats diagnostics, one per line. The help is printed below the first diagnostic with each code. */
export function formatDiagnostics(list: readonly Printed[], paint: boolean): string {
  const explained = new Set<string>()
  return list
    .flatMap(({ file, line, column, severity, code, message, help }) => {
      const lines = [
        `${printable(file)}:${line}:${column}  ${painted(severity, paint)} ${code}  ${printable(message)}`,
      ]
      if (!explained.has(code + help)) lines.push(`    ${printable(help)}`)
      explained.add(code + help)
      return lines
    })
    .join('\n')
}

function painted(severity: Diagnostic['severity'], paint: boolean): string {
  if (!paint) return severity
  return `\u001b[${severity === 'error' ? 31 : 33}m${severity}\u001b[39m`
}

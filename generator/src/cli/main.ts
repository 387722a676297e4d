import { readCommandLine } from './command-line.ts'
import { createOutput, type Output } from './output.ts'
import { isStackOverflow } from '../json/stack-overflow.ts'
import { ownVersion } from './version.ts'
import type { ExitCode } from './exit-code.ts'

export async function main(argv: readonly string[]): Promise<ExitCode> {
  const line = await readCommandLine(argv)
  const output = line.kind === 'call' ? createOutput(line.json, line.quiet) : createOutput(false)
  if (line.kind === 'help') return print(output, line.text)
  if (line.kind === 'version') return print(output, ownVersion())
  if (line.kind === 'faulty') {
    output.fault('RL030', `${line.message}\nSee \`${line.see}\`.`)
    return 2
  }
  try {
    return await line.run(output)
  } catch (error) {
    if (isStackOverflow(error)) {
      const message =
        'The documents are nested too deeply, or their chains of references are too long.'
      const { toDiagnostics } = await import('../diagnostics/diagnostics.ts')
      const finding = {
        code: 'RL116',
        message,
        place: { file: '(documents)', pointer: '' },
      } as const
      output.diagnostics(toDiagnostics([finding], new Map()))
      return 2
    }
    if (!isSystemError(error)) throw error
    output.fault('RL033', error.message)
    return 2
  }
}

function print(output: Output, text: string): ExitCode {
  if (text !== '') output.line(text)
  return 0
}

/**
 * Whether an error was reported by the operating system, such as a full or read-only disk. Such an error is
 * not a bug of rpcloom, so its stack trace is not shown.
 */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error
}

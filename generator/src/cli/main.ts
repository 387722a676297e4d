import { parseArguments } from './arguments.ts'
import { commandHelp, help } from './help.ts'
import { createOutput, type Output } from './output.ts'
import { ownVersion } from './version.ts'
import type { ExitCode } from './exit-code.ts'

/** Runs a command line. */
export async function main(argv: readonly string[]): Promise<ExitCode> {
  const parsed = parseArguments(argv)
  const { json, quiet } = parsed.kind === 'command' ? parsed.options : { json: false, quiet: false }
  const output = createOutput(json, quiet)
  if (parsed.kind === 'help') return print(output, help)
  if (parsed.kind === 'version') return print(output, ownVersion())
  if (parsed.kind === 'faulty') {
    output.fault('RL030', `${parsed.message}\nSee \`rpcloom --help\`.`)
    return 2
  }
  const { command, options, positionals, values } = parsed
  if (options.help) return print(output, commandHelp[command])
  try {
    // Modules of a command are loaded on demand, so that a run with nothing to do ends quickly.
    if (command === 'explain') {
      const { explain } = await import('./explain.ts')
      return explain(positionals[0], output)
    }
    if (command === 'diff') {
      const { run } = await import('./diff.ts')
      return await run(options, output, positionals)
    }
    if (command === 'lint') {
      const { run } = await import('./lint.ts')
      return await run(options, output)
    }
    if (command === 'init') {
      const { run } = await import('./init.ts')
      return await run(options, output, positionals)
    }
    if (command === 'scaffold') {
      const { run } = await import('./scaffold.ts')
      return await run(options, output, positionals)
    }
    if (command === 'release') {
      const { run } = await import('./release.ts')
      return await run(options, output, { values })
    }
    if (command === 'conform') {
      const { run } = await import('./conform.ts')
      return await run(options, output, { values, positionals })
    }
    if (command === 'bundle') {
      const { run } = await import('./bundle.ts')
      return await run(options, output)
    }
    if (command === 'names') {
      const { run } = await import('./names.ts')
      return await run(options, output, { values })
    }
    const { run } = await import('./generate.ts')
    return await run(options, output)
  } catch (error) {
    if (isStackOverflow(error)) {
      const message =
        'The documents are nested too deeply, or their chains of references are too long.'
      const { toDiagnostics } = await import('../diagnostics.ts')
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
  output.line(text)
  return 0
}

/** Documents within all limits may still be nested too deeply for a recursive function. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack')
}

/** A full or read-only disk is no defect of the program; other errors show their stack. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error
}

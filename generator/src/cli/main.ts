import { parseArguments, type CliOptions, type CliValues, type Command } from './arguments.ts'
import { commandHelp, help } from './help.ts'
import { createOutput, type Output } from './output.ts'
import { ownVersion } from './version.ts'
import type { ExitCode } from './exit-code.ts'

/** What a command receives. */
interface Call {
  readonly options: CliOptions
  readonly output: Output
  readonly positionals: readonly string[]
  readonly values: CliValues
}

/** Modules of a command are loaded on demand, so that a run with nothing to do ends quickly. */
const commands: Readonly<Record<Command, (call: Call) => Promise<ExitCode>>> = {
  init: async ({ options, output, positionals }) =>
    (await import('./init.ts')).run(options, output, positionals),
  generate: async ({ options, output }) => (await import('./generate.ts')).run(options, output),
  lint: async ({ options, output }) => (await import('./lint.ts')).run(options, output),
  diff: async ({ options, output, positionals }) =>
    (await import('./diff.ts')).run(options, output, positionals),
  names: async ({ options, output, values }) =>
    (await import('./names.ts')).run(options, output, { values }),
  bundle: async ({ options, output }) => (await import('./bundle.ts')).run(options, output),
  explain: async ({ output, positionals }) =>
    (await import('./explain.ts')).explain(positionals[0], output),
  scaffold: async ({ options, output, positionals }) =>
    (await import('./scaffold.ts')).run(options, output, positionals),
  conform: async ({ options, output, values, positionals }) =>
    (await import('./conform.ts')).run(options, output, { values, positionals }),
  release: async ({ options, output, values }) =>
    (await import('./release.ts')).run(options, output, { values }),
}

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
    return await commands[command]({ options, output, positionals, values })
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

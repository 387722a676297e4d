import { readCommandLine } from './command-line.ts'
import { candidateLines, candidates } from './completion.ts'
import { exitCodes } from './exit-codes.ts'
import type { Progress } from './failure.ts'
import { overview, programText } from './overview.ts'
import type { Program } from './program.ts'

/**
 * Runs the command line of a program with the arguments of the process, and sets the exit code. Errors are
 * printed to standard error, as JSON with `--json`.
 */
export async function runCli(program: Program): Promise<void> {
  const args = process.argv.slice(2)
  // Until the arguments are read, `--json` may be a value.
  const progress: Progress = { name: program.name, listed: [], json: args.includes('--json') }
  const fail = async (error: unknown): Promise<void> => {
    const { failureOf } = await import('./method.ts')
    const { exitCode, text } = failureOf(error, progress)
    process.stderr.write(`${text}\n`)
    process.exitCode = exitCode
  }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of the output may end first, such as `head`.
    if (error.code === 'EPIPE') process.exit(exitCodes.ok)
    // Calls and events in progress would keep the process running.
    void fail(error).then(() => process.exit())
  })
  // The exit code says what failed, also if the message cannot be written.
  process.stderr.on('error', () => undefined)
  const print = (text: string): void => {
    if (text !== '') process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
  }
  await textOf(program, args, progress).then(print).catch(fail)
}

/** Runs a command, and returns what remains to be printed. */
async function textOf(
  program: Program,
  args: readonly string[],
  progress: Progress,
): Promise<string> {
  if (args[0] === '--complete') return candidateLines(await candidates(program, args.slice(1)))
  const line = readCommandLine(program, args)
  const { options, selected, words } = line
  if (!selected) return programText(program, options) ?? overview(program, words)
  const { runMethod } = await import('./method.ts')
  return runMethod(program, { ...line, selected }, progress)
}

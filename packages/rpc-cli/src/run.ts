import type { OpenRpcError } from '@rpcloom/rpc/internal'
import { type CommandLine, readCommandLine } from './command-line.ts'
import { exitCodes } from './exit-codes.ts'
import type { Program } from './program.ts'

/** What a failure needs to know about the command. */
interface Progress {
  listed: readonly OpenRpcError[]
  json: boolean
}

/**
 * Runs the command line of a program with the arguments of the process, and sets the exit code. Errors are
 * printed to standard error, as JSON with `--json`.
 */
export async function runCli(program: Program): Promise<void> {
  const args = process.argv.slice(2)
  process.stdout.on('error', onOutputError)
  const progress: Progress = { listed: [], json: args.includes('--json') }
  try {
    await run(program, args, progress)
  } catch (error) {
    const { failureOf } = await import('./failure.ts')
    const { exitCode, text } = failureOf(error, { ...progress, name: program.name })
    process.stderr.write(`${text}\n`)
    process.exitCode = exitCode
  }
}

/** The reader of the output may end first, such as `head`. */
function onOutputError(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit(exitCodes.ok)
}

async function run(program: Program, args: readonly string[], progress: Progress): Promise<void> {
  if (args[0] === '--complete') {
    const { candidateLines, candidates } = await import('./completion.ts')
    return print(candidateLines(await candidates(program, args.slice(1))))
  }
  const line = readCommandLine(program, args)
  const { options, selected, words } = line
  if (options.version) return print(program.version)
  if (options.completion !== undefined) {
    const { completionScript } = await import('./completion-scripts.ts')
    return print(completionScript(program, options.completion))
  }
  if (!selected) {
    const { overview } = await import('./overview.ts')
    return print(overview(program, words))
  }
  await runMethod(program, { ...line, selected }, progress)
}

type SelectedLine = CommandLine & { readonly selected: NonNullable<CommandLine['selected']> }

async function runMethod(
  program: Program,
  { selected, options: given, rest }: SelectedLine,
  progress: Progress,
): Promise<void> {
  const [{ targetMethod }, { readArguments }] = await Promise.all([
    import('./target-method.ts'),
    import('./arguments.ts'),
  ])
  const target = await targetMethod(selected)
  progress.listed = target.method.errors
  if (given.help || isHelp(rest)) {
    const { methodHelp } = await import('./help.ts')
    return print(methodHelp(program, selected, target))
  }
  const args = readArguments(target, rest, given)
  const { options, topic } = args
  const [
    { paramValues },
    { connect },
    { printerOf },
    { callOnce, isStream, stream, withListedErrors },
  ] = await Promise.all([
    import('./values.ts'),
    import('./connection.ts'),
    import('./output.ts'),
    import('./call.ts'),
  ])
  const printer = await printerOf(options)
  const values = await paramValues(target, args)
  const { transport, close } = await connect({
    program,
    options,
    document: target.document.json,
    events: target.method.subscription !== undefined,
  })
  try {
    const call = {
      target,
      topic,
      values,
      options,
      transport: withListedErrors(transport, await program.errors()),
    }
    if (isStream(call)) for await (const item of stream(call)) await printer.line(item)
    else {
      const result = await callOnce(call)
      // A notification has no result.
      if (result !== undefined) await printer.value(result)
    }
  } finally {
    close()
  }
}

function isHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  const own = end === -1 ? args : args.slice(0, end)
  return own.includes('--help') || own.includes('-h')
}

function print(text: string): void {
  if (text !== '') process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
}

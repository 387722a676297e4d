import { type Command, type CommandLine, readCommandLine } from './command-line.ts'
import { exitCodes } from './exit-codes.ts'
import type { Progress } from './failure.ts'
import type { Options } from './options.ts'
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
    const { failureOf } = await import('./failure.ts')
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
  await run(program, args, progress).catch(fail)
}

async function run(program: Program, args: readonly string[], progress: Progress): Promise<void> {
  if (args[0] === '--complete') {
    const { candidateLines, candidates } = await import('./completion.ts')
    return print(candidateLines(await candidates(program, args.slice(1))))
  }
  const line = readCommandLine(program, args)
  const { options, selected, words } = line
  if (selected) return runMethod(program, { ...line, selected }, progress)
  const text = await programText(program, options)
  if (text !== undefined) return print(text)
  print((await import('./overview.ts')).overview(program, words))
}

/** Returns the output of options that concern the program, whatever the command is. */
async function programText(program: Program, options: Options): Promise<string | undefined> {
  const { version, completion } = options
  if (version) return program.version
  if (completion === undefined) return undefined
  const { completionScript } = await import('./completion-scripts.ts')
  return completionScript(program, completion)
}

async function runMethod(
  program: Program,
  { selected, options: given, rest }: CommandLine & { readonly selected: Command },
  progress: Progress,
): Promise<void> {
  const { targetMethods } = await import('./target-method.ts')
  const { readArguments } = await import('./arguments.ts')
  const target = (await targetMethods(selected.group))(selected.command.method)
  progress.listed = target.method.errors
  const args = readArguments(target, rest, given)
  const { options, topic } = args
  progress.json = options.json === true
  const text = await programText(program, options)
  if (text !== undefined) return print(text)
  if (options.help) {
    const { methodHelp } = await import('./help.ts')
    return print(methodHelp(program, selected, target))
  }
  const [{ paramValues }, { connect }, { printerOf }, { callOnce, isStream, stream }] =
    await Promise.all([
      import('./values.ts'),
      import('./connection.ts'),
      import('./output.ts'),
      import('./call.ts'),
    ])
  const printer = await printerOf(options)
  const values = await paramValues(target, args)
  // Not before: while standard input is read, only the default action ends the process.
  process.once('SIGINT', () => process.exit(exitCodes.interrupted))
  const { transport, close } = await connect(program, target, options)
  try {
    const call = { target, topic, values, options, transport }
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

function print(text: string): void {
  if (text !== '') process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
}

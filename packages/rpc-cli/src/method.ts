import { readArguments } from './arguments.ts'
import { callOnce, stream } from './call.ts'
import type { Command, CommandLine } from './command-line.ts'
import { connect } from './connection.ts'
import { exitCodes, UsageError } from './exit-codes.ts'
import type { Progress } from './failure.ts'
import { methodHelp } from './help.ts'
import { printerOf } from './output.ts'
import { programText } from './overview.ts'
import type { Program } from './program.ts'
import { targetMethods } from './target-method.ts'
import { paramValues } from './values.ts'

// What needs a document is loaded together, in one chunk of the bundle.
export { argumentCandidates } from './argument-candidates.ts'
export { failureOf } from './failure.ts'

/** Calls a method, or subscribes to its events, and prints the results. Returns a text if an option asks for one instead. */
export async function runMethod(
  program: Program,
  { selected, options: given, rest }: CommandLine & { readonly selected: Command },
  progress: Progress,
): Promise<string> {
  const target = (await targetMethods(selected.group))(selected.command.method)
  progress.listed = target.method.errors
  const args = readArguments(target, rest, given)
  const { options, topic } = args
  progress.json = options.json === true
  const text = programText(program, options)
  if (text !== undefined) return text
  if (options.help) return methodHelp(program, selected, target)
  const isStream = options.all || target.method.subscription !== undefined
  if (options.count !== undefined && !isStream)
    throw new UsageError('--count needs --all or a subscription')
  const printer = await printerOf(options)
  const values = await paramValues(target, args)
  // Not before: while standard input is read, only the default action ends the process.
  process.once('SIGINT', () => process.exit(exitCodes.interrupted))
  const { transport, close } = await connect(program, target, options)
  try {
    const call = { target, topic, values, options, transport }
    if (isStream) for await (const item of stream(call)) await printer.line(item)
    else {
      const result = await callOnce(call)
      // A notification has no result.
      if (result !== undefined) await printer.value(result)
    }
  } finally {
    close()
  }
  return ''
}

import { didYouMean } from '../json/suggest.ts'
import type { ParsedCall } from './command.ts'
import { commands, help } from './commands.ts'

/** A parsed command line: text to print, an error message, or a command to run. */
export type CommandLine =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version' }
  | Exclude<ParsedCall, { kind: 'help' }>

/** Parses a command line. Unknown commands and options are errors. */
export async function readCommandLine(argv: readonly string[]): Promise<CommandLine> {
  const [name = '--help', ...args] = argv
  if (name === 'help' && args[0] !== undefined) return await readCommandLine([args[0], '--help'])
  if (['--help', '-h', 'help'].includes(name)) return { kind: 'help', text: help() }
  if (['--version', '-v'].includes(name)) return { kind: 'version' }
  const listed = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (listed === undefined) {
    const isOption = name.startsWith('-')
    const hint = isOption ? '' : didYouMean(name, Object.keys(commands))
    return {
      kind: 'faulty',
      message: `Unknown ${isOption ? 'option' : 'command'}: ${name}.${hint}`,
    }
  }
  const command = await listed.load()
  const parsed = command.parse(name, args)
  if (parsed.kind !== 'help') return parsed
  return { kind: 'help', text: command.help(listed.usage) }
}

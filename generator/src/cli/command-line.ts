import { didYouMean } from '../json/suggest.ts'
import type { ParsedCall } from './command.ts'
import { commands, help } from './commands.ts'

/**
 * A parsed command line: text to print, an error message with the command line that prints the help, or a command
 * to run.
 */
export type CommandLine =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version' }
  | { readonly kind: 'faulty'; readonly message: string; readonly see: string }
  | Extract<ParsedCall, { kind: 'call' }>

/** Parses a command line. Unknown commands and options are errors. */
export async function readCommandLine(argv: readonly string[]): Promise<CommandLine> {
  const [name = '--help', ...args] = argv
  if (name === 'help' && args[0] !== undefined) return await readCommandLine([args[0], '--help'])
  if (['--help', '-h', 'help'].includes(name)) return { kind: 'help', text: help() }
  if (name === '--complete') {
    const { candidates } = await import('./completion/candidates.ts')
    return { kind: 'help', text: (await candidates(args)).join('\n') }
  }
  if (['--version', '-v'].includes(name)) return { kind: 'version' }
  const listed = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (listed === undefined) {
    const isOption = name.startsWith('-')
    const hint = isOption ? '' : didYouMean(name, Object.keys(commands))
    return {
      kind: 'faulty',
      message: `Unknown ${isOption ? 'option' : 'command'}: ${name}.${hint}`,
      see: 'rpcloom --help',
    }
  }
  const command = await listed.load()
  const parsed = command.parse(name, args)
  if (parsed.kind === 'help') return { kind: 'help', text: command.help(listed.usage) }
  return parsed.kind === 'call' ? parsed : { ...parsed, see: `rpcloom help ${name}` }
}

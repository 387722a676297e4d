import { UsageError } from './exit-codes.ts'
import { similarNames } from './names.ts'
import { isOptionName, namedArgument, type Candidate, type Options, withOption } from './options.ts'
import type { MethodCommand, Program, ProgramGroup } from './program.ts'

/** A command with the words that select it. */
export interface Command {
  readonly group: ProgramGroup
  readonly command: MethodCommand
  readonly words: readonly string[]
}

/** A command line up to the arguments of the method. */
export interface CommandLine {
  /** Words that select a group, namespace or method. */
  readonly words: readonly string[]
  /** Undefined if the words select a group or namespace, or if there are none. */
  readonly selected: Command | undefined
  readonly options: Options
  /** Arguments after the words. */
  readonly rest: readonly string[]
}

/** Returns all commands of a program. */
export function commandsOf({ groups }: Program): readonly Command[] {
  return groups.flatMap((group) =>
    group.commands.map((command) => ({
      group,
      command,
      words: [...(group.command === '' ? [] : [group.command]), ...command.words.split(' ')],
    })),
  )
}

/** Returns the commands that start with some words. */
export function commandsBelow(
  commands: readonly Command[],
  words: readonly string[],
): readonly Command[] {
  return commands.filter((one) => words.every((word, index) => one.words[index] === word))
}

/** Returns the words that may follow some words, without duplicates. */
function nextWords(commands: readonly Command[], words: readonly string[]): readonly string[] {
  return [
    ...new Set(commandsBelow(commands, words).flatMap((one) => one.words[words.length] ?? [])),
  ]
}

/** Returns the words that may follow some words, with their summaries. */
export function nextCommands(program: Program, words: readonly string[]): readonly Candidate[] {
  const commands = commandsOf(program)
  return nextWords(commands, words).map((word) => {
    const path = [...words, word]
    const own = commandsBelow(commands, path).find((one) => one.words.length === path.length)
    const group = program.groups.find(({ command }) => words.length === 0 && command === word)
    return { word, text: own?.command.summary ?? group?.title ?? `Methods of ${path.join(' ')}` }
  })
}

/**
 * Reads the words of the command, and the options before and between them. If a command is also the start of
 * longer commands, the longest one that the arguments contain is selected.
 */
export function readCommandLine(program: Program, args: readonly string[]): CommandLine {
  const commands = commandsOf(program)
  const words: string[] = []
  let options: Options = {}
  let index = 0
  for (; index < args.length; index++) {
    const argument = args[index] ?? ''
    const named = namedArgument(argument)
    const selected = commandAt(commands, words)
    if (named) {
      // Options after a method may be params.
      if (selected) break
      const { name } = named
      if (!isOptionName(name)) throw unknownWord(`option --${name}`, words)
      options = withOption(options, { ...named, name }, () => args[++index])
      continue
    }
    const next = nextWords(commands, words)
    if (!next.includes(argument)) {
      if (selected) break
      throw unknownWord(`command ${JSON.stringify(argument)}`, words, similarNames(argument, next))
    }
    words.push(argument)
  }
  return { words, selected: commandAt(commands, words), options, rest: args.slice(index) }
}

function commandAt(commands: readonly Command[], words: readonly string[]): Command | undefined {
  return commandsBelow(commands, words).find((one) => one.words.length === words.length)
}

export function unknownWord(
  what: string,
  words: readonly string[],
  similar: readonly string[] = [],
): UsageError {
  const place = words.length === 0 ? '' : ` of ${words.join(' ')}`
  const hint = similar.length === 0 ? 'See --help.' : `Did you mean ${similar.join(', ')}?`
  return new UsageError(`Unknown ${what}${place}. ${hint}`)
}

import { commands } from '../commands.ts'
import type { Option, Options } from '../option.ts'

/**
 * Returns the candidates for the last word of a command line, one per line: the word, a tab and its description. The
 * words before it are complete. No candidates mean that the shell completes a path.
 */
export async function candidates(words: readonly string[]): Promise<readonly string[]> {
  const current = words.at(-1) ?? ''
  // bash splits `--format=json` at the equals sign.
  const before = words.slice(0, -1).filter((word) => word !== '=')
  const found = await candidatesAfter(before, current)
  return found
    .filter(([word]) => word.startsWith(current))
    .map(([word, text]) => (text === '' ? word : `${word}\t${text}`))
}

type Candidate = readonly [word: string, text: string]

async function candidatesAfter(
  [name, ...args]: readonly string[],
  current: string,
): Promise<readonly Candidate[]> {
  const names = Object.entries(commands).map(([word, { summary }]) => [word, summary] as const)
  if (name === undefined) return [...names, ['help', 'print the options of a command']]
  if (name === 'help') return args.length === 0 ? names : []
  const command = Object.hasOwn(commands, name) ? await commands[name]?.load() : undefined
  if (command === undefined) return []
  const open = valueOption(command.options, args.at(-1))
  if (open !== undefined) return (open.words ?? []).map((word) => [word, ''])
  if (!current.startsWith('-'))
    return args.length === 0 ? command.words.map((word) => [word, '']) : []
  return Object.entries(command.options).map(([option, { help = '' }]) => [`--${option}`, help])
}

/** Returns the option that requires a value, if a word is one: `--format`, `-c`. */
function valueOption(options: Options, word = ''): Option | undefined {
  const found = Object.entries(options).find(
    ([name, { short }]) => word === `--${name}` || (short !== undefined && word === `-${short}`),
  )
  return found?.[1].type === 'string' ? found[1] : undefined
}

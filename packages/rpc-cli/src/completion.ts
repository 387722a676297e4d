import { namedArgument, optionSpecs, isOptionName } from './options.ts'
import {
  type CommandLine,
  commandsBelow,
  commandsOf,
  nextWords,
  readCommandLine,
} from './command-line.ts'
import { paramNamed, positionalParams } from './arguments.ts'
import { UsageError } from './exit-codes.ts'
import { optionName } from './names.ts'
import { scalarText } from './output.ts'
import type { Program } from './program.ts'
import { listedValues } from './schemas.ts'
import { needsTopic, paramsOf, targetMethod, type TargetMethod } from './target-method.ts'

/** A word that may stand at the cursor, with its description. */
export interface Candidate {
  readonly word: string
  readonly text: string
}

/** Returns the candidates for the last word of a command line. The words before it are complete. */
export async function candidates(
  program: Program,
  words: readonly string[],
): Promise<readonly Candidate[]> {
  const before = words.slice(0, -1)
  const current = words.at(-1) ?? ''
  const found = await candidatesAfter(program, before, current)
  return found.filter(({ word }) => word.startsWith(current))
}

async function candidatesAfter(
  program: Program,
  before: readonly string[],
  current: string,
): Promise<readonly Candidate[]> {
  if (before.at(-1) === '--completion')
    return Object.keys(scripts).map((word) => ({ word, text: '' }))
  const line = readLine(program, before)
  // Options with files and addresses: the shell completes them.
  if (line === undefined) return []
  if (!line.selected) {
    return current.startsWith('-') ? optionCandidates([]) : wordCandidates(program, line)
  }
  const target = await targetMethod(line.selected)
  const more = wordCandidates(program, line)
  return [
    ...(line.rest.length === 0 ? more : []),
    ...argumentCandidates(target, line.rest, current),
  ]
}

/** Returns the line, or undefined if its last word needs a value or its words are unknown. */
function readLine(program: Program, words: readonly string[]): CommandLine | undefined {
  try {
    return readCommandLine(program, words)
  } catch (error) {
    if (error instanceof UsageError) return undefined
    throw error
  }
}

function wordCandidates(program: Program, { words }: CommandLine): readonly Candidate[] {
  const commands = commandsOf(program)
  return nextWords(commands, words).map((word) => {
    const below = commandsBelow(commands, [...words, word])
    const own = below.find((one) => one.words.length === words.length + 1)
    const group = program.groups.find(({ command }) => words.length === 0 && command === word)
    return { word, text: own?.command.summary ?? group?.title ?? '' }
  })
}

function argumentCandidates(
  target: TargetMethod,
  rest: readonly string[],
  current: string,
): readonly Candidate[] {
  const { method, document } = target
  const topics = method.subscription?.topics ?? []
  const [first] = rest
  const isTopicOpen = needsTopic(target) && first === undefined
  if (isTopicOpen) return topics.map(({ name }) => ({ word: name, text: 'topic' }))
  if (needsTopic(target) && !topics.some(({ name }) => name === first)) return []
  const params = paramsOf(target, needsTopic(target) ? first : undefined)
  const valuesOf = (param: (typeof params)[number] | undefined): readonly Candidate[] =>
    param === undefined
      ? []
      : listedValues({ schema: param.schema, resolve: document.resolve }).map((value) => ({
          word: scalarText(value),
          text: '',
        }))
  const asked = namedArgument(rest.at(-1) ?? '')
  if (asked && asked.value === undefined) {
    const param = paramNamed(params, asked.name)
    if (param) return valuesOf(param)
    if (isOptionName(asked.name) && optionSpecs[asked.name].value !== undefined) return []
  }
  if (current.startsWith('-')) {
    return [
      ...params.map(({ name, json }) => ({
        word: `--${optionName(name) || name}`,
        text: String(json['summary'] ?? json['description'] ?? ''),
      })),
      ...optionCandidates(params.map(({ name }) => optionName(name))),
    ]
  }
  const named = new Set<string>()
  let count = 0
  const own = needsTopic(target) ? rest.slice(1) : rest
  for (let index = 0; index < own.length; index++) {
    const argument = namedArgument(own[index] ?? '')
    if (!argument) count += 1
    else {
      named.add(paramNamed(params, argument.name)?.name ?? '')
      if (argument.value === undefined) index += 1
    }
  }
  return valuesOf(positionalParams(target, params).filter(({ name }) => !named.has(name))[count])
}

function optionCandidates(taken: readonly string[]): readonly Candidate[] {
  return Object.entries(optionSpecs).flatMap(([name, { text }]) =>
    taken.includes(name) ? [] : [{ word: `--${name}`, text }],
  )
}

/** Returns candidates as lines of a word, a tab and a description. */
export function candidateLines(found: readonly Candidate[]): string {
  return found
    .map(({ word, text }) => {
      const line = scalarText(text.split('\n')[0] ?? '').slice(0, 100)
      return line === '' ? word : `${word}\t${line}`
    })
    .join('\n')
}

/** Completion scripts by shell. Each asks the command itself for candidates. */
const scripts = {
  bash: (name: string, id: string) => `_${id}_complete() {
  local IFS=$'\\n' words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  COMPREPLY=($(${name} --complete "\${words[@]}" 2>/dev/null | cut -f1))
}
complete -o default -F _${id}_complete ${name}
`,
  zsh: (name: string, id: string) => `#compdef ${name}
_${id}_complete() {
  local -a found shown
  local line
  for line in "\${(@f)$(${name} --complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -z $line ]] && continue
    found+=("\${line%%$'\\t'*}")
    shown+=("\${line/$'\\t'/ -- }")
  done
  if (( \${#found} )); then compadd -l -d shown -a found; else _files; fi
}
compdef _${id}_complete ${name}
`,
  fish: (name: string, id: string) => `function __${id}_complete
  set -l words (commandline -opc) (commandline -ct)
  ${name} --complete $words[2..-1] 2>/dev/null
end
complete -c ${name} -a '(__${id}_complete)'
`,
} as const

/** Returns the completion script for a shell. */
export function completionScript({ name }: Program, shell: string): string {
  if (!isShell(shell)) throw new UsageError('--completion must be bash, zsh or fish')
  return scripts[shell](name, name.replaceAll(/\W/g, '_'))
}

function isShell(name: string): name is keyof typeof scripts {
  return Object.hasOwn(scripts, name)
}

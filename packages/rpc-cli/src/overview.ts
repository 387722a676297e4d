import { section } from './columns.ts'
import { nextCommands } from './command-line.ts'
import { completionScript } from './completion-scripts.ts'
import { environmentVariable } from './names.ts'
import { type Options, optionSpecs } from './options.ts'
import type { Program } from './program.ts'

/** Returns the output of options that concern the program, whatever the command is. */
export function programText(program: Program, options: Options): string | undefined {
  const { version, completion } = options
  if (version) return program.version
  return completion === undefined ? undefined : completionScript(program, completion)
}

/** Returns the help of a program, group or namespace: the commands below it. */
export function overview(program: Program, words: readonly string[]): string {
  const { name, description } = program
  const path = [name, ...words].join(' ')
  const isProgram = words.length === 0
  return [
    isProgram ? description : '',
    `Usage: ${path} COMMAND [ARGUMENTS] [OPTIONS]`,
    section(
      'Commands',
      nextCommands(program, words).map(({ word, text }) => [word, text]),
    ),
    ...(isProgram ? [optionsSection(), settingsText(name), exitText] : []),
    `Help of a command: ${path} COMMAND --help. Completion: eval "$(${name} --completion bash)"`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function optionsSection(): string {
  const rows = Object.entries(optionSpecs).map(([name, { value, text }]) => [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    text,
  ])
  return section('Options', rows)
}

const exitText =
  'Exit codes: 1 no match of --query, 2 invalid arguments, params or settings, 3 no connection, 4 time limit, 5 invalid response, 6 other errors; codes from 16: help of the method'

function settingsText(name: string): string {
  return section('Settings without options', [
    [
      environmentVariable(name, 'url'),
      'Environment; also _WS_URL, _HEADERS (a line each), _COOKIE_FILE, _TIMEOUT, _RETRIES, _CONFIG',
    ],
    [`~/.config/${name}/config.json`, 'url, wsUrl, headers, cookieFile, timeoutMs, retries'],
  ])
}

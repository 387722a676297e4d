import type { OpenRpcParam } from '@rpcloom/rpc/internal'
import { isRecord, stringify } from '@rpcloom/schema/json'
import { type Command, commandsBelow, nextWords } from './command-line.ts'
import { exitCodes } from './exit-codes.ts'
import { listedCode } from './failure.ts'
import { optionName } from './names.ts'
import { type OptionName, optionSpecs } from './options.ts'
import { alignedColumns, visible } from './output.ts'
import type { Program } from './program.ts'
import { schemaLabel } from './schemas.ts'
import { variableOf } from './settings.ts'
import { isSecret, type TargetMethod } from './target-method.ts'
import { positionalParams } from './arguments.ts'

/** Returns the help of a program, group or namespace: the commands below it. */
export function overview(
  program: Program,
  commands: readonly Command[],
  words: readonly string[],
): string {
  const { name, description, groups } = program
  const below = nextWords(commands, words).map((word) => {
    const found = commandsBelow(commands, [...words, word])
    const [first] = found
    const own = found.find((one) => one.words.length === words.length + 1)
    const group = words.length === 0 ? groups.find(({ command }) => command === word) : undefined
    const text =
      own?.command.summary ??
      group?.title ??
      `Methods of ${first?.words.slice(0, words.length + 1).join(' ') ?? word}`
    return [word, text]
  })
  const path = [name, ...words].join(' ')
  return joined([
    ...(words.length === 0 ? [description] : []),
    `Usage: ${path} COMMAND [ARGUMENTS] [OPTIONS]`,
    section('Commands', below),
    ...(words.length === 0
      ? [
          optionsSection(),
          settingsText(program),
          `Help of a command: ${name} COMMAND --help. Completion: eval "$(${name} --completion bash)"`,
        ]
      : []),
  ])
}

/** Returns the help of a method, from its document. */
export function methodHelp(program: Program, command: Command, target: TargetMethod): string {
  const { method, document } = target
  const { description } = method.json
  const topics = method.subscription?.topics ?? []
  const path = [program.name, ...command.words].join(' ')
  const params = method.subscription ? [] : method.params
  return joined([
    command.command.summary,
    ...(typeof description === 'string' ? [description] : []),
    ...deprecationText(target),
    `Method: ${method.name} (${method.effect})`,
    `Usage: ${[path, usageOf(target)].join(' ').trimEnd()} [OPTIONS]`,
    section(
      'Params',
      params.map((param) => paramRow(target, param)),
    ),
    ...topics.map((topic) =>
      section(
        `Topic ${topic.name}`,
        topic.params.length === 0
          ? [['', 'No params']]
          : topic.params.map((param) => paramRow(target, param)),
      ),
    ),
    ...(method.result
      ? [`Result: ${schemaLabel({ schema: method.result.schema, resolve: document.resolve })}`]
      : []),
    section(
      'Examples',
      method.pairings.map((one) => [exampleOf(path, target, one.params)]),
    ),
    section(
      'Errors',
      method.errors.map(({ code, reason, message }, index) => [
        `exit ${listedCode(index)}`,
        reason ?? `code ${code}`,
        message,
      ]),
    ),
    section('Other exit codes', exitRows),
    `Options of every command: ${program.name} --help`,
  ])
}

const exitRows = Object.entries({
  failed: 'The query matches nothing',
  usage: 'Invalid arguments, params or settings; nothing was sent',
  unreachable: 'The server could not be reached',
  timeout: 'No response within the time limit',
  response: 'The response is invalid',
  unlisted: 'An error that the method does not list',
} as const).map(([name, text]) => [String(exitCodes[name as keyof typeof exitCodes]), text])

function usageOf(target: TargetMethod): string {
  const { method } = target
  if (method.subscription) return method.subscription.single ? '[PARAMS]' : 'TOPIC [PARAMS]'
  return positionalParams(target, method.params)
    .map(({ name, required }) => (required ? name.toUpperCase() : `[${name.toUpperCase()}]`))
    .join(' ')
}

function paramRow(target: TargetMethod, param: OpenRpcParam): readonly string[] {
  const { name, required, schema, json } = param
  const { resolve } = target.document
  const ownSchema = isRecord(schema) ? schema : {}
  const { default: usual } = ownSchema
  const text = json['summary'] ?? json['description'] ?? ownSchema['description']
  return [
    `--${optionName(name) || name}`,
    [
      schemaLabel({ schema, resolve }),
      ...(required ? ['required'] : []),
      ...(usual === undefined ? [] : [`default: ${stringify(usual)}`]),
      ...(isSecret(target, name) ? ['secret: prompt, @FILE or -'] : []),
    ].join('; '),
    typeof text === 'string' ? (text.split(/\n\s*\n/)[0] ?? '').replaceAll(/\s+/g, ' ') : '',
  ]
}

/** Returns an example as a command that a shell can run. Values of secrets are replaced. */
function exampleOf(
  path: string,
  target: TargetMethod,
  params: Readonly<Record<string, unknown>>,
): string {
  const values = Object.entries(params).map(([name, value]) => {
    const option = `--${optionName(name) || name}`
    if (isSecret(target, name)) return `${option} @FILE`
    const text = typeof value === 'string' ? value.replace(/^[-@\\]/, '\\$&') : stringify(value)
    return `${option} ${shellText(text)}`
  })
  return [path, ...values].join(' ')
}

function shellText(text: string): string {
  return /^[\w./:=+,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function deprecationText({ method: { deprecation } }: TargetMethod): readonly string[] {
  if (!deprecation) return []
  const { since, replacedBy, reason } = deprecation
  const parts = [
    `Deprecated${since === undefined ? '' : ` since ${since}`}`,
    ...(replacedBy === undefined ? [] : [`use ${replacedBy}`]),
    ...(reason === undefined ? [] : [reason]),
  ]
  return [`${parts.join('. ')}.`]
}

function optionsSection(): string {
  const names = Object.keys(optionSpecs) as readonly OptionName[]
  return section(
    'Options',
    names.map((name) => {
      const { value, text } = optionSpecs[name]
      return [`--${name}${value === undefined ? '' : ` ${value}`}`, text]
    }),
  )
}

function settingsText(program: Program): string {
  return section('Settings without options', [
    [
      variableOf(program, 'url'),
      'Environment; also _WS_URL, _HEADERS (a line each), _COOKIE_FILE, _TIMEOUT, _RETRIES, _CONFIG',
    ],
    [
      `~/.config/${program.name}/config.json`,
      'url, wsUrl, headers, cookieFile, timeoutMs, retries',
    ],
  ])
}

function section(title: string, rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? '' : `${title}:\n${alignedColumns(rows, '  ')}`
}

function joined(parts: readonly string[]): string {
  return visible(parts.filter((part) => part !== '').join('\n\n'), '\n')
}

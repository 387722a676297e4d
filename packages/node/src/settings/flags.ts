import { parseArgs, type ParseArgsConfig } from 'node:util'
import { conflictOf } from './conflicts.ts'
import { defaults, settingsOf, type Settings } from './settings.ts'
import {
  fromFile,
  fromFlags,
  fromVariables,
  type FlagValues,
  type SettingProblem,
  type StatedOrProblem,
  type Variables,
} from './stated.ts'
import { entries, table, type SettingKey } from './table.ts'

/** Where the value of each setting comes from: a flag, a variable, or a key of a file. Defaults are missing. */
export type Origins = ReadonlyMap<SettingKey, string>

/** Commands that work on the data folder instead of running the node, with their help. */
export const dataCommands = {
  export: 'write the chain data to FILE, of a stopped node or, with --from, of a running one',
  import: 'create the chain data from FILE in an empty data folder',
  verify: 'verify all checksums and re-execute all blocks of a stopped node',
  migrate: 'upgrade the data folder of a stopped node to the layout of this version',
} as const

export interface DataArguments {
  readonly command: keyof typeof dataCommands
  /** Path of the file; empty for commands without one. */
  readonly file: string
  /** Address of the running node to export from. */
  readonly from: string | undefined
  readonly settings: Settings
}

export type Command =
  | { readonly kind: 'run'; readonly settings: Settings; readonly origins: Origins }
  | { readonly kind: 'print'; readonly settings: Settings; readonly origins: Origins }
  | { readonly kind: 'data'; readonly data: DataArguments }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly problems: readonly SettingProblem[] }

/** The flags that are no settings. */
export const commandFlags = [
  {
    name: 'config-file',
    value: 'FILE',
    help: 'JSON file with settings by their names, without --',
  },
  { name: 'from', value: 'URL', help: 'export: address of the running node' },
  { name: 'print-config', help: 'print the settings with their origins, and end' },
  { name: 'version', help: 'print the version, and end' },
  { name: 'help', help: 'print this help, and end', short: 'h' },
] as const

/**
 * Reads the settings from the command line, the environment and the configuration file. The first of them that states
 * a setting applies.
 */
export function parseCommand(args: readonly string[], variables: Variables = {}): Command {
  const flags = flagsIn(args)
  if ('problem' in flags) return { kind: 'wrong', problems: [flags.problem] }
  const { values, positionals } = flags
  if (values['help'] === true) return { kind: 'help' }
  if (values['version'] === true) return { kind: 'version' }
  const stated = [...fromFile(values, variables), ...fromVariables(variables), ...fromFlags(values)]
  const found = commandOf(stated, values['print-config'] === true ? 'print' : 'run')
  return found.kind === 'run' ? dataCommandOf(positionals, values['from'], found) : found
}

/** Returns the command that the words name; `run` without words. */
function dataCommandOf(
  [command, ...files]: readonly string[],
  from: FlagValues[string],
  run: Extract<Command, { readonly kind: 'run' }>,
): Command {
  const wrong = (message: string): Command => ({
    kind: 'wrong',
    problems: [{ code: 'invalidFlag', message }],
  })
  if (from !== undefined && command !== 'export') return wrong('--from requires the command export')
  if (command === undefined) return run
  if (!isDataCommand(command))
    return wrong(
      `Unknown command '${command}': expected ${Object.keys(dataCommands).join(', ')}, or none to run the node`,
    )
  const count = command === 'export' || command === 'import' ? 1 : 0
  if (files.length !== count)
    return wrong(count === 1 ? `${command} requires one FILE` : `${command} takes no FILE`)
  if (typeof from === 'string' && !/^https?:/.test(URL.canParse(from) ? from : ''))
    return wrong(`Invalid value '${from}' for --from: expected an http or https URL`)
  const { settings } = run
  if (settings.memory) return wrong(`${command} cannot be combined with --memory`)
  const [file = ''] = files
  return {
    kind: 'data',
    data: { command, file, from: from === undefined ? undefined : String(from), settings },
  }
}

function isDataCommand(word: string): word is keyof typeof dataCommands {
  return Object.hasOwn(dataCommands, word)
}

function flagsIn(
  args: readonly string[],
):
  | { readonly values: FlagValues; readonly positionals: readonly string[] }
  | { readonly problem: SettingProblem } {
  const options: NonNullable<ParseArgsConfig['options']> = {}
  for (const flag of commandFlags)
    options[flag.name] = {
      type: 'value' in flag ? 'string' : 'boolean',
      ...('short' in flag && { short: flag.short }),
    }
  for (const [, { name, type }] of entries)
    options[name] = { type: type.placeholder === undefined ? 'boolean' : 'string' }
  try {
    return parseArgs({
      args: [...args],
      options,
      strict: true,
      allowNegative: true,
      allowPositionals: true,
    })
  } catch (error) {
    const isUnknown =
      error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
    const message = error instanceof Error ? error.message : String(error)
    return { problem: { code: isUnknown ? 'unknownFlag' : 'invalidFlag', message } }
  }
}

function commandOf(stated: readonly StatedOrProblem[], kind: 'run' | 'print'): Command {
  const values = new Map<SettingKey, unknown>()
  const origins = new Map<SettingKey, string>()
  const problems: SettingProblem[] = []
  for (const each of stated) {
    if ('code' in each) {
      problems.push(each)
      continue
    }
    const { key, setting, origin, text } = each
    const value = text === undefined ? undefined : setting.type.parse(text)
    if (value === undefined) {
      const shown = setting.isSecret === true ? '' : ` ${each.shown}`
      const message = `Invalid value${shown} for ${origin}: expected ${setting.type.expected} (${setting.help})`
      problems.push({ code: 'invalidValue', message })
    }
    values.set(key, value)
    origins.set(key, origin)
  }
  if (problems.length > 0) return { kind: 'wrong', problems }
  const settings = { ...defaults, ...settingsOf(values) }
  const message = conflictOf(settings, (key) => origins.get(key) ?? `--${table[key].name}`)
  if (message !== undefined) return { kind: 'wrong', problems: [{ code: 'conflict', message }] }
  return { kind, settings, origins }
}

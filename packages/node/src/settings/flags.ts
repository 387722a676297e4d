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

export type Command =
  | { readonly kind: 'run'; readonly settings: Settings; readonly origins: Origins }
  | { readonly kind: 'print'; readonly settings: Settings; readonly origins: Origins }
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
  const { values } = flags
  if (values['help'] === true) return { kind: 'help' }
  if (values['version'] === true) return { kind: 'version' }
  const stated = [...fromFile(values, variables), ...fromVariables(variables), ...fromFlags(values)]
  return commandOf(stated, values['print-config'] === true ? 'print' : 'run')
}

function flagsIn(
  args: readonly string[],
): { readonly values: FlagValues } | { readonly problem: SettingProblem } {
  const options: NonNullable<ParseArgsConfig['options']> = {}
  for (const flag of commandFlags)
    options[flag.name] = {
      type: 'value' in flag ? 'string' : 'boolean',
      ...('short' in flag && { short: flag.short }),
    }
  for (const [, { name, type }] of entries)
    options[name] = { type: type.placeholder === undefined ? 'boolean' : 'string' }
  try {
    return parseArgs({ args: [...args], options, strict: true, allowNegative: true })
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

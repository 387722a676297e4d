import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseJson } from './parse-json.ts'
import { entries, type Setting, type SettingKey } from './table.ts'
import type { ValueType } from './value-types.ts'

const PREFIX = 'NATIVE_NODE_'
const FILE_VARIABLE = `${PREFIX}CONFIG_FILE`

export type SettingFault =
  | 'unknownFlag'
  | 'invalidFlag'
  | 'unknownVariable'
  | 'unknownKey'
  | 'invalidValue'
  | 'unreadableFile'
  | 'invalidFile'
  | 'conflict'

/** A mistake in the flags, the variables or the configuration file. */
export interface SettingProblem {
  readonly code: SettingFault
  readonly message: string
}

/** A value as it is stated, and where. */
interface Stated {
  readonly key: SettingKey
  readonly setting: Setting<unknown>
  /** A flag, a variable, or a key with the path of its file. */
  readonly origin: string
  /** The text to parse; undefined if the JSON value has another type. */
  readonly text: string | undefined
  /** The value in error messages. */
  readonly shown: string
}

export type StatedOrProblem = Stated | SettingProblem

/** Names of flags with their values, as `parseArgs` returns them. */
export type FlagValues = Readonly<
  Record<string, string | boolean | readonly (string | boolean)[] | undefined>
>
export type Variables = Readonly<Record<string, string | undefined>>

export function fromFlags(flags: FlagValues): readonly StatedOrProblem[] {
  return entries.flatMap(([key, setting]) => {
    const value = flags[setting.name]
    if (value === undefined) return []
    const origin = value === false ? `--no-${setting.name}` : `--${setting.name}`
    return { key, setting, origin, text: String(value), shown: `'${String(value)}'` }
  })
}

/** Returns the values of all variables with the prefix. An empty variable counts as not set. */
export function fromVariables(variables: Variables): readonly StatedOrProblem[] {
  const found = Object.entries(variables).filter(
    ([name, text]) => name.startsWith(PREFIX) && name !== FILE_VARIABLE && text !== '',
  )
  return found.map(([origin, text = '']) => {
    const [key, setting] = entries.find(([, { name }]) => variableOf(name) === origin) ?? []
    if (key === undefined || setting === undefined)
      return problem('unknownVariable', `Unknown variable ${origin}: no setting has this name`)
    return { key, setting, origin, text, shown: `'${text}'` }
  })
}

/** Returns the name of the variable of a setting. */
export function variableOf(name: string): string {
  return PREFIX + name.toUpperCase().replaceAll('-', '_')
}

/** Returns the values of the configuration file that a flag or else a variable names. */
export function fromFile(flags: FlagValues, variables: Variables): readonly StatedOrProblem[] {
  const given = flags['config-file'] ?? variables[FILE_VARIABLE] ?? ''
  if (given === '') return []
  const path = resolve(String(given))
  let json: unknown
  try {
    json = parseJson(readFileSync(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return error instanceof SyntaxError
      ? [problem('invalidFile', `The configuration file ${path} is not valid JSON: ${reason}`)]
      : [problem('unreadableFile', `Cannot read the configuration file ${path}: ${reason}`)]
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return [problem('invalidFile', `The configuration file ${path} must be a JSON object`)]
  const members = Object.entries(json).filter(([name]) => name !== '$schema')
  return members.map(([name, value]) => memberOf(path, name, value))
}

function memberOf(path: string, name: string, value: unknown): StatedOrProblem {
  const origin = `"${name}" in ${path}`
  const [key, setting] = entries.find((entry) => entry[1].name === name) ?? []
  if (key === undefined || setting === undefined)
    return problem('unknownKey', `Unknown key ${origin}: no setting has this name`)
  const text = textOf(value, setting.type)
  const located =
    text !== undefined && text !== '' && setting.type.isPath === true
      ? resolve(dirname(path), text)
      : text
  return { key, setting, origin, text: located, shown: JSON.stringify(value) }
}

/** Returns the text of a JSON value as in a flag; undefined if the value has another type. */
function textOf(value: unknown, { schema }: ValueType<unknown>): string | undefined {
  if (schema.type === 'array')
    return Array.isArray(value) && value.every(isListItem) ? value.join() : undefined
  return typeof value === (schema.type === 'integer' ? 'number' : schema.type)
    ? String(value)
    : undefined
}

/** Whether a value is an item of a list. A comma would separate two items. */
function isListItem(item: unknown): boolean {
  return typeof item === 'string' && item !== '' && !item.includes(',')
}

function problem(code: SettingFault, message: string): SettingProblem {
  return { code, message }
}

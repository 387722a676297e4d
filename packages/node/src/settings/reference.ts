import { commandFlags, dataCommands, type Origins } from './flags.ts'
import type { Settings } from './settings.ts'
import { entries, settingGroups, type Setting } from './table.ts'

/** Returns the text of `--help`. */
export function help(): string {
  const sections = [
    ...settingGroups.map((title) => ({ title, rows: settingsIn(title).map(helpRow) })),
    {
      title: 'Command',
      rows: commandFlags.map((flag) => [
        'value' in flag ? `--${flag.name} ${flag.value}` : `--${flag.name}`,
        flag.help,
      ]),
    },
  ]
  const width = Math.max(...sections.flatMap(({ rows }) => rows.map(([left = '']) => left.length)))
  return [
    'Usage: native-node [command] [options]',
    '',
    'Without a command, runs the node. Commands:',
    ...Object.entries(dataCommands).map(([name, text]) => `  ${name.padEnd(8)} ${text}`),
    '',
    'Each option except those of the command can also be set by a variable (--block-time: NATIVE_NODE_BLOCK_TIME)',
    'or by a key of the configuration file ("block-time"). Flags come first, then variables, then the file.',
    ...sections.flatMap(({ title, rows }) => [
      '',
      `${title}:`,
      ...rows.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}`),
    ]),
  ].join('\n')
}

/** Returns the table of settings in the README, in Markdown. */
export function settingsTable(): string {
  const rows = entries.map(([, setting]) => {
    const cells = [`\`${flagText(setting)}\``, defaultText(setting) ?? '', meaningOf(setting)]
    return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`
  })
  return ['| Flag | Default | Meaning |', '| --- | --- | --- |', ...rows, ''].join('\n')
}

/** Returns the JSON Schema of a configuration file. */
export function configSchema(): Readonly<Record<string, unknown>> {
  const properties = entries.map(([, { name, type, default: value, defaultText: words, help }]) => [
    name,
    {
      description: words === undefined ? help : `${help} (default: ${words})`,
      ...type.schema,
      ...(value !== undefined && words === undefined && { default: type.toJson(value) }),
    },
  ])
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration file of native-node',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...Object.fromEntries(properties) },
    additionalProperties: false,
  }
}

/** Returns the settings as JSON, each with its origin. Values that may contain credentials are hidden. */
export function printedConfig(settings: Settings, origins: Origins): string {
  const printed = entries.map(([key, { name, type, isSecret }]) => {
    const value = settings[key]
    const json = value === undefined ? null : isSecret === true ? 'hidden' : type.toJson(value)
    return [name, { value: json, origin: origins.get(key) ?? 'default' }]
  })
  return JSON.stringify(Object.fromEntries(printed), undefined, 2)
}

function settingsIn(title: Setting<unknown>['group']): readonly Setting<unknown>[] {
  return entries.flatMap(([, setting]) => (setting.group === title ? [setting] : []))
}

function helpRow(setting: Setting<unknown>): readonly string[] {
  const [meaning, text] = [meaningOf(setting), defaultText(setting)]
  return [flagText(setting), text === undefined ? meaning : `${meaning} (default: ${text})`]
}

/** Returns what the flag does, which turns off a setting that is on by default. */
function meaningOf({ help, default: value }: Setting<unknown>): string {
  return value === true ? `do not ${help}` : help
}

/** Returns the flag that changes the default. */
function flagText({ name, type, default: value }: Setting<unknown>): string {
  if (type.placeholder !== undefined) return `--${name} ${type.placeholder}`
  return value === true ? `--no-${name}` : `--${name}`
}

/** Returns the default for readers; undefined for a switch and a setting without default. */
function defaultText({
  type,
  default: value,
  defaultText: words,
}: Setting<unknown>): string | undefined {
  if (words !== undefined) return words
  if (value === undefined || type.placeholder === undefined) return undefined
  const json = type.toJson(value)
  if (!Array.isArray(json)) return String(json)
  return json.length === 0 ? undefined : json.join()
}

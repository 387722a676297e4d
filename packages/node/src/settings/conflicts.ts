import { defaults, type Settings } from './settings.ts'
import { table, type SettingKey } from './table.ts'

interface Exclusion {
  readonly one: SettingKey
  readonly other: SettingKey
  readonly because?: string
  /** A setting with which the two can be combined. */
  readonly unless?: SettingKey
}

const exclusions: readonly Exclusion[] = [
  { one: 'dev', other: 'public' },
  { one: 'dev', other: 'evmGenesis', because: 'whose chain builds no blocks' },
  // The admin API stores profiles in the data folder, even if all other data is in memory.
  {
    one: 'memory',
    other: 'dataDir',
    because: 'which would have no effect',
    unless: 'adminApiEnabled',
  },
  { one: 'cChainEvmUrl', other: 'dev' },
  { one: 'cChainEvmUrl', other: 'evmGenesis' },
  { one: 'cChainEvmUrl', other: 'importBlocks' },
]

/**
 * Returns an error message if settings exclude each other; otherwise undefined. `nameOf` returns where a setting was
 * set.
 */
export function conflictOf(
  settings: Settings,
  nameOf: (key: SettingKey) => string = flagOf,
): string | undefined {
  const isSet = (key: SettingKey): boolean => settings[key] !== defaults[key]
  if (isSet('cChainEvmWsUrl') && !isSet('cChainEvmUrl'))
    return `${nameOf('cChainEvmWsUrl')} requires ${flagOf('cChainEvmUrl')}`
  if (isSet('tlsCert') !== isSet('tlsKey'))
    return isSet('tlsCert')
      ? `${nameOf('tlsCert')} requires ${flagOf('tlsKey')}`
      : `${nameOf('tlsKey')} requires ${flagOf('tlsCert')}`
  const found = exclusions.find(
    ({ one, other, unless }) =>
      isSet(one) && isSet(other) && (unless === undefined || !isSet(unless)),
  )
  if (found === undefined) return undefined
  const because = found.because === undefined ? '' : `, ${found.because}`
  return `${nameOf(found.one)} cannot be combined with ${nameOf(found.other)}${because}`
}

function flagOf(key: SettingKey): string {
  return `--${table[key].name}`
}

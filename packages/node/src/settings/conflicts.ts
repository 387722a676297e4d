import { defaults, type Settings } from './settings.ts'
import { table, type SettingKey } from './table.ts'

interface Exclusion {
  readonly one: SettingKey
  readonly other: SettingKey
  readonly because?: string
  /** A setting with which the two can be combined. */
  readonly unless?: SettingKey
}

/** Settings that have no effect without another: without any of the listed ones. */
const requirements: readonly (readonly [SettingKey, ...SettingKey[]])[] = [
  ['cChainEvmWsUrl', 'cChainEvmUrl'],
  ['tlsCert', 'tlsKey'],
  ['tlsKey', 'tlsCert'],
  ['devPending', 'dev'],
  ['hardfork', 'dev'],
  ['forkUrl', 'dev'],
  ['forkBlock', 'forkUrl'],
  ['forkHeaders', 'forkUrl'],
  ['forkChainId', 'forkUrl'],
  ['predeploys', 'dev'],
  ...(['logRole', 'logUrl', 'logLease', 'logKeep', 'logCheckpoint'] as const).map(
    (key) => [key, 'logStore', 'logStoreFile'] as const,
  ),
]

const exclusions: readonly Exclusion[] = [
  { one: 'logStore', other: 'logStoreFile' },
  ...(['logStore', 'logStoreFile'] as const).flatMap((one) => [
    { one, other: 'dev' as const, because: 'which changes the state without the log' },
    { one, other: 'memory' as const, because: 'because each node has a copy on its disk' },
    { one, other: 'importBlocks' as const, because: 'whose blocks are not in the log' },
    { one, other: 'evmGenesis' as const, because: 'whose chain builds no blocks' },
  ]),
  { one: 'dev', other: 'public' },
  { one: 'forkUrl', other: 'importBlocks', because: 'whose blocks continue the genesis' },
  { one: 'dev', other: 'redis', because: 'because blocks that are reverted stay in filters' },
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
  for (const [key, ...needed] of requirements)
    if (isSet(key) && !needed.some(isSet))
      return `${nameOf(key)} requires ${needed.map(flagOf).join(' or ')}`
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

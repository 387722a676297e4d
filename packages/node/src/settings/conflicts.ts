import { defaults, type Settings } from './settings.ts'

/** Returns an error message if options exclude each other; otherwise undefined. */
export function conflictOf(settings: Settings): string | undefined {
  const { dev, cChainEvmUrl, cChainEvmWsUrl, evmGenesis, importBlocks } = settings
  if (dev && settings.public) return '--dev cannot be combined with --public'
  if (dev && evmGenesis !== undefined)
    return '--dev cannot be combined with --evm-genesis, whose chain builds no blocks'
  // The admin API stores profiles in the data folder, even if all other data is in memory.
  if (settings.memory && settings.dataDir !== defaults.dataDir && !settings.adminApiEnabled)
    return '--memory cannot be combined with --data-dir, which would have no effect'
  if (cChainEvmUrl === undefined)
    return cChainEvmWsUrl === undefined
      ? undefined
      : '--c-chain-evm-ws-url requires --c-chain-evm-url'
  const excluded = { dev, 'evm-genesis': evmGenesis, 'import-blocks': importBlocks }
  const given = Object.entries(excluded).find(([, value]) => value !== undefined && value !== false)
  return given && `--c-chain-evm-url cannot be combined with --${given[0]}`
}

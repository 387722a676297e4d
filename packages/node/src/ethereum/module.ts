import type { ChainModule } from '../chain/module.ts'
import { parseGenesis } from '../c-chain/chain/genesis.ts'
import { cChain, openEvm } from '../c-chain/module.ts'
import { openCChain, type ChainSource } from '../c-chain/open.ts'
import { fileOf } from '../settings/setting-file.ts'
import { parseJson } from '../settings/parse-json.ts'
import { SettingError } from '../settings/setting-error.ts'
import { ethereumRules } from './rules.ts'

/** Returns an Ethereum chain that runs instead of the C-Chain, for API tests. Its blocks are imported. */
export function ethereum(genesisFile: string): ChainModule {
  return {
    describe: cChain.describe,
    groups: ['cChain', 'cChainNative'],
    async open(services) {
      const source = sourceOf(fileOf('evmGenesis', genesisFile))
      const blockTime = (): number => Infinity
      return openEvm(services, await openCChain(services.store, { ...services, blockTime }, source))
    },
  }
}

function sourceOf(text: string): ChainSource {
  try {
    return ethereumSource(text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new SettingError(`The file of --evm-genesis is not a genesis: ${reason}`, { cause })
  }
}

/** Returns the rules and the genesis of an Ethereum chain with a genesis file in the format of geth. */
export function ethereumSource(text: string): ChainSource {
  // Safe cast: the rules check what they read.
  const data = parseJson(text) as Parameters<typeof ethereumRules>[0]
  // Workers run compiled code, also if this file is not compiled.
  const file = new URL('../../dist/ethereum/worker.js', import.meta.url)
  return {
    genesis: parseGenesis(text),
    rules: ethereumRules(data),
    atomic: undefined,
    program: { file, data },
  }
}

import { readFile } from 'node:fs/promises'
import type { ChainModule } from '../chain/module.ts'
import { parseGenesis } from '../c-chain/chain/genesis.ts'
import { cChain, openEvm } from '../c-chain/module.ts'
import { openCChain, type ChainSource } from '../c-chain/open.ts'
import { ethereumRules } from './rules.ts'

/** Returns an Ethereum chain that runs instead of the C-Chain, for API tests. Its blocks are imported. */
export function ethereum(genesisFile: string): ChainModule {
  return {
    describe: cChain.describe,
    groups: ['cChain', 'cChainNative'],
    async open(services) {
      const text = await readFile(genesisFile, 'utf8')
      const source = ethereumSource(text)
      const blockTime = (): number => Infinity
      return openEvm(services, await openCChain(services.store, { ...services, blockTime }, source))
    },
  }
}

/** Returns the rules and the genesis of an Ethereum chain with a genesis file in the format of geth. */
export function ethereumSource(text: string): ChainSource {
  const data = JSON.parse(text)
  // Workers run compiled code, also if this file is not compiled.
  const file = new URL('../../dist/ethereum/worker.js', import.meta.url)
  return {
    genesis: parseGenesis(text),
    rules: ethereumRules(data),
    atomic: undefined,
    program: { file, data },
  }
}

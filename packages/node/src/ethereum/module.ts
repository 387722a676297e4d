import { readFile } from 'node:fs/promises'
import type { ChainModule } from '../chain/module.ts'
import { parseGenesis } from '../c-chain/chain/genesis.ts'
import { cChain, openEvm } from '../c-chain/module.ts'
import { openCChain } from '../c-chain/open.ts'
import { ethereumRules } from './rules.ts'

/** Returns an Ethereum chain that runs instead of the C-Chain, for API tests. Its blocks are imported. */
export function ethereum(genesisFile: string): ChainModule {
  return {
    describe: cChain.describe,
    groups: ['cChain', 'cChainNative'],
    async open(services) {
      const text = await readFile(genesisFile, 'utf8')
      const source = {
        genesis: parseGenesis(text),
        rules: ethereumRules(JSON.parse(text)),
        atomic: undefined,
      }
      const blockTime = (): number => Infinity
      return openEvm(services, await openCChain(services.store, { ...services, blockTime }, source))
    },
  }
}

import { cChain } from './c-chain/module.ts'
import type { ChainModule } from './chain/module.ts'
import { ethereum } from './ethereum/module.ts'
import { pChain } from './p-chain/module.ts'
import type { Settings } from './settings/settings.ts'
import { xChain } from './x-chain/module.ts'

export const chainModules: readonly ChainModule[] = [xChain, cChain, pChain]

/** Returns the chains that a node with these settings runs. */
export function chainsOf({ evmGenesis }: Pick<Settings, 'evmGenesis'>): readonly ChainModule[] {
  return evmGenesis === undefined ? chainModules : [xChain, ethereum(evmGenesis), pChain]
}

import { cChain } from './c-chain/module.ts'
import type { ChainModule } from './chain/module.ts'
import { pChain } from './p-chain/module.ts'
import { xChain } from './x-chain/module.ts'

export const chainModules: readonly ChainModule[] = [xChain, cChain, pChain]

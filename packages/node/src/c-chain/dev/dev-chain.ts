import type { ChainDevTools } from '../../chain/dev-tools.ts'
import type { Store } from '../../store/store.ts'
import type { CChain } from '../chain/c-chain.ts'
import { cChainOf, openWith, type CChainServices } from '../open.ts'
import { DevVm } from './dev-vm.ts'
import { Impersonation } from './impersonation.ts'
import { Mining } from './mining.ts'
import { pendingViews } from './pending.ts'
import { prepareDevState } from './test-accounts.ts'

/** The C-Chain of development mode, with what its development methods control. */
export interface DevChain {
  readonly chain: CChain<DevVm>
  readonly store: Store
  readonly dev: ChainDevTools
  readonly mining: Mining
  readonly impersonation: Impersonation
  /** Returns a view of the chain whose last block is the one that would be built now. */
  readonly pending: () => Promise<CChain>
}

export async function openDevChain(
  store: Store,
  services: CChainServices,
  dev: ChainDevTools,
): Promise<DevChain> {
  const mining = new Mining(dev, services.settings.blockTime)
  // Moving the clock must not drop transactions.
  const poolLimits = { futureLifetime: Infinity }
  const { blockTime } = mining
  const chain = await openWith(
    store,
    { ...services, blockTime, poolLimits },
    { ...cChainOf(services.network, services.settings), create: (options) => new DevVm(options) },
  )
  if (chain.vm.tip.header.number === 0n) {
    await prepareDevState(chain, store)
    chain.producer.start()
    // The genesis is of 1970, and tools take the time from the last block.
    await chain.producer.produce({ force: true })
  }
  const pending = pendingViews(chain, store)
  return { chain, store, dev, mining, pending, impersonation: new Impersonation() }
}

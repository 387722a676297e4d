import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createdOutputs } from './chain/fund.ts'
import { verifyChains } from './chain/replay.ts'
import { chainsOf } from './chains.ts'
import type { Network } from './network/network.ts'
import type { Settings } from './settings/settings.ts'
import { openLevelStore } from './store/level-store.ts'
import { memoryStore } from './store/memory-store.ts'
import type { Store } from './store/store.ts'
import { closeStores, type Stores } from './store/stores.ts'

/**
 * Returns a function that re-executes all blocks of the chain data and compares the results. The function
 * closes the stores if the results differ.
 */
export function verified(
  settings: Settings,
  network: Network,
): (stores: Stores) => Promise<Stores> {
  return async (stores) => {
    const { chain: store } = stores
    const scratch = await scratchStore(settings, network)
    try {
      await scratch.store.write(await createdOutputs(store))
      const begun = chainsOf(settings).map(async ({ replay }) =>
        replay?.(store, scratch.store, { network, settings }),
      )
      const replays = (await Promise.all(begun)).flatMap((replay) => replay ?? [])
      await verifyChains(store, scratch.store, replays)
      return stores
    } catch (error) {
      await closeStores(stores)
      throw error
    } finally {
      await scratch.remove()
    }
  }
}

/**
 * Returns a temporary store for a verification. The temporary store is on disk if the node's data
 * is on disk.
 */
async function scratchStore(
  { memory, dataDir }: Settings,
  { id }: Network,
): Promise<{ readonly store: Store; readonly remove: () => Promise<void> }> {
  if (memory) return { store: memoryStore(), remove: async () => {} }
  const folder = join(dataDir, 'verify')
  await rm(folder, { recursive: true, force: true })
  const store = await openLevelStore(folder, { networkID: id, genesis: '' }, { sync: false })
  return {
    store,
    async remove() {
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

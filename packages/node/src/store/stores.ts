import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { LevelOptions } from './level-database.ts'
import { openLevelStore } from './level-store.ts'
import type { Content, Ownership } from './ownership.ts'
import { splitStore } from './split.ts'
import type { ReplicatedStore } from './log/replicated-store.ts'
import type { Store } from './store.ts'

/** The stores of a node, by their content. */
export type Stores<S extends Store = Store> = Readonly<Record<Content, S>>

/**
 * Folders of the stores in the data folder. Chain data stays in the folder of the earlier layout, so that an earlier
 * version of the node refuses it, instead of starting another chain in a new folder.
 */
export const folders: Readonly<Record<Content, string>> = { chain: 'db', node: 'node' }

/** Whether a data folder has a database of the chains. An empty folder, such as a mount point, is none. */
export function hasChainData(dataDir: string): boolean {
  return existsSync(join(dataDir, folders.chain, 'CURRENT'))
}

/** Opens or creates the stores in a data folder. Throws a {@link StoreError} if one of them cannot be used. */
export async function openStores(
  dataDir: string,
  owner: Ownership,
  options: LevelOptions = {},
): Promise<Stores> {
  const stores = await openBoth((content) =>
    openLevelStore(join(dataDir, folders[content]), { ...owner, content }, options),
  )
  try {
    await splitStore({ ...stores, nodeFolder: join(dataDir, folders.node) })
    return stores
  } catch (error) {
    await closeStores(stores)
    throw error
  }
}

/** Opens the store of the chain data, then that of the node. If the second fails, closes the first. */
export async function openBoth<S extends Store>(
  open: (content: Content) => Promise<S>,
): Promise<Stores<S>> {
  const chain = await open('chain')
  try {
    return { chain, node: await open('node') }
  } catch (error) {
    await chain.close()
    throw error
  }
}

/** Closes both stores, even if closing one fails, and throws the first error. */
export async function closeStores({ chain, node }: Stores): Promise<void> {
  const closed = await Promise.allSettled([chain.close(), node.close()])
  for (const result of closed) if (result.status === 'rejected') throw result.reason
}

/** Whether a store follows a log that many processes share. */
export function isReplicated(store: Store): store is ReplicatedStore {
  return 'onApplied' in store
}

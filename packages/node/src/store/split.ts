import { dirname } from 'node:path'
import type { LevelStore } from './level-store.ts'
import { layoutUpgrade } from './ownership.ts'
import { StoreError } from './store-error.ts'
import { put, remove, scan, type Entry, type Reader, type Store } from './store.ts'
import { syncFolder } from './sync-folder.ts'

/** Key prefixes of the node's own data among the chain data of the earlier layout, and in the store of the node. */
const moved: readonly (readonly [before: string, after: string])[] = [
  ['identity/', 'identity/'],
  ['keystore/', 'keystore/'],
  ['c/a/', 'account/'],
]
/** Key of the last value that the health check wrote, which is not kept. */
const PROBE = Buffer.from('\u0000health')

/** The stores of a node, and the folder of the store of the node. */
export interface SplitStores {
  readonly chain: Pick<LevelStore, keyof Reader | 'write' | 'compact'>
  readonly node: Store
  readonly nodeFolder: string
}

/**
 * Moves the keys of a node out of the chain data of a folder of the earlier layout, which had one store. Each step is
 * durable before the next, and can be repeated: the layout is recorded last, so a start after an interruption
 * begins again. Compaction removes the bytes of the keys from the files of the chain data.
 */
export async function splitStore({ chain, node, nodeFolder }: SplitStores): Promise<void> {
  const upgrade = await layoutUpgrade(chain)
  if (upgrade === undefined) return
  const found: (Entry & { readonly to: Uint8Array })[] = []
  for (const [before, after] of moved)
    for await (const entry of scan(chain, Buffer.from(before)))
      found.push({ ...entry, to: withPrefix(entry.key, before, after) })
  await checkConflicts(node, found, nodeFolder)
  await node.write(found.map(({ to, value }) => put(to, value)))
  // The store has synchronized its own folder, but not the entry of its folder.
  syncFolder(dirname(nodeFolder))
  await chain.write([...found.map(({ key }) => key), PROBE].map(remove))
  for (const prefix of [...moved.map(([before]) => Buffer.from(before)), PROBE])
    await chain.compact(prefix)
  await chain.write([upgrade])
}

function withPrefix(key: Uint8Array, before: string, after: string): Uint8Array {
  return Buffer.concat([Buffer.from(after), key.subarray(before.length)])
}

/** Throws if the store of the node has other values, because the folders are those of different nodes then. */
async function checkConflicts(
  node: Store,
  found: readonly { readonly to: Uint8Array; readonly value: Uint8Array }[],
  nodeFolder: string,
): Promise<void> {
  const stored = await node.getMany(found.map(({ to }) => to))
  const differs = found.some(({ value }, at) => {
    const other = stored[at]
    return other !== undefined && Buffer.compare(other, value) !== 0
  })
  if (!differs) return
  const message = `The data folder ${nodeFolder} has the keys of another node than the chain data of this data folder, which an earlier version wrote with the keys of its node. Move one of them to another --data-dir.`
  throw new StoreError('foreign', message)
}

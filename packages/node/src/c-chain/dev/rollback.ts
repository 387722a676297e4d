import type { Change, Store } from '../../store/store.ts'
import type { EvmBlock } from '../chain/block.ts'
import { hexOf } from '../hex.ts'
import { alteredRoots, blocks, blooms, hashes, last, places, receipts } from '../tables.ts'
import type { DevChain } from './dev-chain.ts'
import { errors } from './errors.ts'

/**
 * Removes the last blocks of the C-Chain, while nothing reads or changes the chains. Throws an API error if there are
 * fewer blocks, or if a block moved assets to or from other chains.
 */
export async function rollback({ chain, store, dev }: DevChain, depth: bigint): Promise<void> {
  await dev.whileReplacing(async () => {
    const { vm } = chain
    const { number } = vm.tip.header
    const target = number - depth
    if (target < vm.oldestState)
      throw refused(`${depth} of ${number} blocks, of which ${vm.oldestState} have no state`)
    if (depth === 0n) return
    const removed: EvmBlock[] = []
    for (let height = number; height > target; height--) removed.push(await blockAt(chain, height))
    const moving = removed.find(({ extData }) => extData.length > 0)
    if (moving !== undefined)
      throw refused(`block ${moving.header.number} moves assets to or from other chains`)
    await vm.beforeRevert(target)
    await write(store, removed, last.put((await blockAt(chain, target)).hash))
    await chain.producer.reset()
  })
}

async function write(store: Store, removed: readonly EvmBlock[], tip: Change): Promise<void> {
  const changes = removed.flatMap(({ hash, header: { number }, txs }) => [
    blocks.remove(hash),
    receipts.remove(hash),
    ...[hashes, blooms, alteredRoots].map((table) => table.remove(number)),
    ...txs.map((tx) => places.remove(hexOf(tx.hash()))),
  ])
  await store.write([...changes, tip])
}

async function blockAt({ vm }: DevChain['chain'], height: bigint): Promise<EvmBlock> {
  const block = await vm.archive.byHeight(height)
  if (block === undefined) throw refused(`block ${height} is missing`)
  return block
}

function refused(why: string): Error {
  return errors.rollbackRefused(undefined, `cannot roll back ${why}`)
}

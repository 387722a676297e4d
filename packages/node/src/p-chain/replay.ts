import { damagedChain, readable } from '../chain/damaged.ts'
import { replayOf, type Replay } from '../chain/replay.ts'
import { chainPrefix } from '../chain/table.ts'
import type { ID } from '../codec/field.ts'
import { ZERO_ID } from '../codec/ids.ts'
import type { PlatformBlock } from '../codec/p-chain.ts'
import { platformGenesis } from '../network/genesis/p-chain.ts'
import type { Network } from '../network/network.ts'
import type { Reader, Store } from '../store/store.ts'
import { parseBlock } from './blocks.ts'
import { txsOf } from './check.ts'
import { paramsOf } from './open.ts'
import { blocks, heights, startTime } from './state/records.ts'
import { PlatformState } from './state/state.ts'
import type { Tx } from './tx.ts'
import { platformVm } from './vm.ts'

/**
 * Replays the stored P-Chain. Reward decisions are copied from the stored blocks, because they depended on past
 * uptimes.
 */
export async function replayPChain(
  store: Reader,
  scratch: Store,
  network: Network,
): Promise<Replay | undefined> {
  const name = 'P-Chain'
  const last = await readable(name, () => new PlatformState(store).tip())
  if (last === undefined) return undefined
  const start = await startTime.get(store)
  const config = start === undefined ? network.genesis : { ...network.genesis, startTime: start }
  const blockAt = async (height: bigint): Promise<{ id: ID; block: PlatformBlock }> => {
    const id = await heights.get(store, height)
    const bytes = id && (await blocks.get(store, id))
    if (id === undefined || bytes === undefined)
      throw damagedChain(name, `block ${height} is missing`)
    return { id, block: parseBlock(bytes) }
  }
  let isRewarded = false
  return replayOf<PlatformBlock, Tx>({
    name,
    vm: platformVm(
      paramsOf(network),
      async () => platformGenesis(config),
      async () => isRewarded,
    ),
    scratch,
    last,
    async recorded(height) {
      const { id, block } = await blockAt(height)
      return { id, time: 'time' in block ? block.time : 0n, txs: txsOf(block) }
    },
    async prepare(height) {
      if ((await blockAt(height)).block.kind !== 'banffProposalBlock') return
      isRewarded = (await blockAt(height + 1n)).block.kind === 'banffCommitBlock'
    },
    entries: [
      {
        prefix: chainPrefix(ZERO_ID),
        except: ['waiting/', 'start/', 'uptime/'].map((name) => chainPrefix(ZERO_ID, name)),
      },
    ],
  })
}

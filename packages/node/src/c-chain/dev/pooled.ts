import type { ID } from '../../codec/field.ts'
import { inOrder } from '../../scheduling/in-order.ts'
import type { Store } from '../../store/store.ts'
import { withinTime } from '../api/evm/limited.ts'
import type { CChain } from '../chain/c-chain.ts'
import type { EvmHeader } from '../chain/header.ts'
import { nextHeader } from '../chain/next-header.ts'
import type { DevVm, DraftState } from './dev-vm.ts'

interface Kept {
  /** What all transactions depend on that ran on the state. */
  readonly key: string
  readonly draft: DraftState
  /** The transactions that ran on the state. */
  readonly taken: Set<ID>
}

/**
 * Returns a function that returns a view of the chain whose last state is that after all transactions of the pool, for
 * estimates. The state is kept: each transaction runs on it once, at the time at which it is first seen, so that a
 * transaction takes the same time however many are pending. `moved` returns by how much the clock was moved.
 */
export function pooledViews(
  chain: CChain<DevVm>,
  store: Store,
  moved: () => number,
): () => Promise<CChain> {
  const { vm, pool } = chain
  const inTurn = inOrder()
  let last: Kept | undefined
  const keptFor = async (key: string, ids: ReadonlySet<ID>): Promise<Kept> =>
    last?.key === key && [...last.taken].every((id) => ids.has(id))
      ? last
      : { key, draft: await vm.draftState(store), taken: new Set() }
  const view = async (): Promise<CChain> => {
    const header = nextHeader(chain)
    const { behind, interval } = vm.settings
    const key = keyOf(header, [vm.engine.rootOf(vm.tip.header), behind, interval, moved()])
    const txs = [...pool.all()]
    const kept = await keptFor(key, new Set(txs.map(({ id }) => id)))
    // A failure may leave transactions half done.
    last = undefined
    const fresh = txs.filter(({ id }) => !kept.taken.has(id))
    const preview = await vm.preview(kept.draft, header, fresh)
    for (const { id } of preview.taken) kept.taken.add(id)
    last = kept
    return { ...chain, vm: preview.vm }
  }
  return () => withinTime(chain, 'requestTimedOut', inTurn(view))
}

/** Returns a key of a header without its time, which passes, and of other values. */
function keyOf(header: EvmHeader, values: readonly unknown[]): string {
  const { parentHash, miner, gasLimit, difficulty, baseFeePerGas } = header
  return [parentHash, miner, gasLimit, difficulty, baseFeePerGas, ...values].join(' ')
}

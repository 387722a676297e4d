import type { Store } from '../../store/store.ts'
import type { CChain } from '../chain/c-chain.ts'
import { withinTime } from '../api/evm/limited.ts'
import { headerHash } from '../chain/header.ts'
import { nextHeader } from '../chain/next-header.ts'
import type { DevVm } from './dev-vm.ts'

/**
 * Returns a function that returns a view of the chain whose last block is the one that would be built now, with the
 * transactions of the pool. The view is kept until that block would differ.
 */
export function pendingViews(chain: CChain<DevVm>, store: Store): () => Promise<CChain> {
  const limited = (view: Promise<CChain>): Promise<CChain> =>
    withinTime(chain, 'requestTimedOut', view)
  let known: { readonly key: string; readonly view: Promise<CChain> } | undefined
  return () => {
    const { vm, pool } = chain
    const header = nextHeader(chain)
    const txs = [...pool.all()]
    const ids = txs.map(({ id }) => Buffer.from(id).toString('hex'))
    const root = vm.engine.rootOf(vm.tip.header)
    const key = [headerHash(header, vm.rules.layout), root, ...ids].join(' ')
    if (known?.key === key) return limited(known.view)
    const view = (async () => {
      const preview = await vm.preview(await vm.draftState(store), header, txs)
      return { ...chain, vm: preview.vm }
    })()
    known = { key, view }
    // Do not keep a failure, which may be temporary.
    view.catch(() => {
      if (known?.view === view) known = undefined
    })
    return limited(view)
  }
}

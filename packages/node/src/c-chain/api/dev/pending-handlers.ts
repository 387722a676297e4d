import type { CChainHandlers } from '@native-node/server/c-chain'
import type { CChain } from '../../chain/c-chain.ts'
import { blockHandlers } from '../evm/blocks.ts'
import { callHandlers } from '../evm/calls.ts'
import { traceHandlers } from '../evm/debug-traces.ts'
import type { RpcParts } from '../evm/parts.ts'
import { stateHandlers } from '../evm/state.ts'

const ethNames = [
  'getBlockByNumber',
  'getHeaderByNumber',
  'getBlockReceipts',
  'getBlockTransactionCountByNumber',
  'getBalance',
  'getCode',
  'getStorageAt',
  'getStorageValues',
  'call',
  'callDetailed',
  'estimateGas',
  'createAccessList',
] as const

/** Methods that use the pending block if the request has no block, as in other development chains. */
const estimates: ReadonlySet<string> = new Set(['estimateGas', 'createAccessList'])

type IsPending = (name: string, block: unknown) => boolean

/**
 * Returns handlers for which the block `pending` is the block that would be built now, with the transactions of the
 * pool. `pending` returns a view of the chain in which it is the last block.
 */
export function withPending(
  handlers: CChainHandlers,
  parts: RpcParts,
  pending: () => Promise<CChain>,
): CChainHandlers {
  const view = async (): Promise<RpcParts> => ({ ...parts, chain: await pending() })
  const isPending: IsPending = (name, block) => {
    if (block !== undefined) return block === 'pending' || isPendingNumber(block)
    // Without transactions in the pool, the last state is the same and takes less time.
    return estimates.has(name) && parts.chain.pool.senders().size > 0
  }
  const eth = async (): Promise<Pick<CChainHandlers['eth'], (typeof ethNames)[number]>> => {
    const own = await view()
    return { ...blockHandlers(own), ...stateHandlers(own), ...callHandlers(own) }
  }
  const debug = async (): Promise<Pick<CChainHandlers['debug'], 'traceCall'>> =>
    traceHandlers(await view())
  return {
    ...handlers,
    eth: { ...handlers.eth, ...redirected(ethNames, handlers.eth, eth, isPending) },
    debug: { ...handlers.debug, ...redirected(['traceCall'], handlers.debug, debug, isPending) },
  }
}

function isPendingNumber(block: unknown): boolean {
  return typeof block === 'object' && block !== null && 'blockNumber' in block
    ? block.blockNumber === 'pending'
    : false
}

type Handler = (params: object, ctx: unknown) => unknown

function redirected<H extends object, K extends keyof H & string>(
  names: readonly K[],
  usual: Pick<H, K>,
  view: () => Promise<Pick<H, K>>,
  isPending: IsPending,
): Pick<H, K> {
  const entries = names.map((name) => {
    const handler = async (params: { readonly block?: unknown }, ctx: unknown) => {
      // Safe casts: the params and the context are those of the method.
      if (!isPending(name, params.block)) return (usual[name] as Handler)(params, ctx)
      const handlers = await view()
      return (handlers[name] as Handler)({ ...params, block: 'latest' }, ctx)
    }
    return [name, handler] as const
  })
  // Safe cast: each handler has the params and the result of its method.
  return Object.fromEntries(entries) as unknown as Pick<H, K>
}

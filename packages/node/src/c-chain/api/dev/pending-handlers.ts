import type { CChainHandlers } from '@native-node/server/c-chain'
import type { CChain } from '../../chain/c-chain.ts'
import type { DevChain } from '../../dev/dev-chain.ts'
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

/** Methods that use the state after the pool for the block `pending`, and if the request has no block. */
const estimates: ReadonlySet<string> = new Set(['estimateGas', 'createAccessList'])

/** Returns the chain whose last block a method reads instead of `pending`; undefined if it reads another block. */
type ViewFor = (name: string, block: unknown) => Promise<CChain> | undefined

/**
 * Returns handlers for which the block `pending` is the block that would be built now, with the transactions of the
 * pool. `pending` returns a view of the chain in which it is the last block.
 */
export function withPending(
  handlers: CChainHandlers,
  parts: RpcParts,
  { pending, estimating }: Pick<DevChain, 'pending' | 'estimating'>,
): CChainHandlers {
  const viewFor: ViewFor = (name, block) => {
    const isPending = block === 'pending' || isPendingNumber(block)
    const pooled = estimates.has(name) && (block === undefined || isPending)
    return (pooled ? estimating() : undefined) ?? (isPending ? pending() : undefined)
  }
  const eth = (chain: CChain): Pick<CChainHandlers['eth'], (typeof ethNames)[number]> => {
    const own = { ...parts, chain }
    return { ...blockHandlers(own), ...stateHandlers(own), ...callHandlers(own) }
  }
  const debug = (chain: CChain): Pick<CChainHandlers['debug'], 'traceCall'> =>
    traceHandlers({ ...parts, chain })
  return {
    ...handlers,
    eth: { ...handlers.eth, ...redirected(ethNames, handlers.eth, eth, viewFor) },
    debug: { ...handlers.debug, ...redirected(['traceCall'], handlers.debug, debug, viewFor) },
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
  on: (chain: CChain) => Pick<H, K>,
  viewFor: ViewFor,
): Pick<H, K> {
  const entries = names.map((name) => {
    const handler = async (params: { readonly block?: unknown }, ctx: unknown) => {
      // Safe casts: the params and the context are those of the method.
      const view = await viewFor(name, params.block)
      if (view === undefined) return (usual[name] as Handler)(params, ctx)
      return (on(view)[name] as Handler)({ ...params, block: 'latest' }, ctx)
    }
    return [name, handler] as const
  })
  // Safe cast: each handler has the params and the result of its method.
  return Object.fromEntries(entries) as unknown as Pick<H, K>
}

import type {
  CChainDevErigonHandlers,
  CChainDevOtsHandlers,
  OtterscanOperationInput,
  OtterscanTraceInput,
} from '@native-node/server/c-chain-dev'
import { createAddressFromString } from '@ethereumjs/util'
import type { EvmBlock } from '../../chain/block.ts'
import type { CChain } from '../../chain/c-chain.ts'
import { hexOf } from '../../hex.ts'
import type { Frame } from '../../trace/calls.ts'
import { blockWith, blockAt, lower, requireBlockAt, stateBlock } from '../evm/block-reference.ts'
import { blockHandlers } from '../evm/blocks.ts'
import { traceHandlers } from '../evm/debug-traces.ts'
import { blockJson } from '../evm/format.ts'
import { limitedCaller } from '../evm/limited.ts'
import { firstBlockWithCode, pageOf, searchHandlers } from './otterscan-search.ts'
import type { CDevParts } from './parts.ts'

/** Version of the API that Otterscan requires. */
const LEVEL = 8

type Context = Parameters<CChainDevOtsHandlers['traceTransaction']>[1]
type Details = Awaited<ReturnType<CChainDevOtsHandlers['getBlockDetails']>>

/** Handlers of the methods that the block explorer Otterscan calls. */
export function otterscanHandlers({ chain, signing }: CDevParts): CChainDevOtsHandlers {
  const { traceTransaction } = traceHandlers(signing)
  const traced = async (hash: string, ctx: Context): Promise<Frame> => {
    const config = { tracer: 'callTracer' as const }
    // Safe cast: the tracer returns a frame.
    return (await traceTransaction({ hash: lower(hash), config }, ctx)) as unknown as Frame
  }
  return {
    ...searchHandlers(chain),
    getApiLevel: () => LEVEL,
    async hasCode({ address, block }) {
      const { state } = await chain.vm.engine.state((await stateBlock(chain, block)).header)
      return (await state.getCode(createAddressFromString(address))).length > 0
    },
    async getTransactionError({ hash }, ctx) {
      const { error, output } = await traced(hash, ctx)
      return error === undefined ? '0x' : (output ?? '0x')
    },
    traceTransaction: async ({ hash }, ctx) => callsIn(await traced(hash, ctx)),
    async getInternalOperations({ hash }, ctx) {
      const { error, calls = [] } = await traced(hash, ctx)
      return error === undefined ? calls.flatMap(operationsIn) : []
    },
    getBlockDetails: async ({ block }) => detailsOf(chain, await blockAt(chain, block)),
    getBlockDetailsByHash: async ({ hash }) => detailsOf(chain, await blockWith(chain, hash)),
    async getBlockTransactions({ block: reference, page, pageSize }) {
      const block = await requireBlockAt(chain, reference)
      const receipts = (await chain.vm.archive.receipts(block.hash)) ?? []
      const [end, start] = [
        block.txs.length - page * pageSize,
        block.txs.length - (page + 1) * pageSize,
      ]
      const own = pageOf({ block, receipts }, (at) => at >= start && at < end)
      const header = blockJson(block, chain.vm.rules.layout, false)
      const fullblock = { ...header, transactions: own.txs, transactionCount: block.txs.length }
      return { fullblock, receipts: own.receipts }
    },
    async getContractCreator({ address }, ctx) {
      const caller = limitedCaller(chain, ctx)
      const found = await firstBlockWithCode(chain, address, caller)
      for (const tx of found?.block.txs ?? []) {
        await caller.pause()
        const hash = hexOf(tx.hash())
        const creator = creatorIn(await traced(hash, ctx), lower(address))
        if (creator !== undefined) return { hash, creator }
      }
      return null
    },
  }
}

export function erigonHandlers({ signing }: CDevParts): CChainDevErigonHandlers {
  const { getHeaderByNumber } = blockHandlers(signing)
  return { getHeaderByNumber }
}

async function detailsOf({ vm }: CChain, block: EvmBlock | undefined): Promise<Details> {
  if (block === undefined) return null
  const receipts = (await vm.archive.receipts(block.hash)) ?? []
  const fees = receipts.map(({ gasUsed, effectiveGasPrice }) => gasUsed * effectiveGasPrice)
  const json = blockJson(block, vm.rules.layout, false)
  return {
    // Safe cast: the block has hashes of transactions.
    block: { ...json, transactionCount: block.txs.length } as NonNullable<Details>['block'],
    issuance: { blockReward: 0n, uncleReward: 0n, issuance: 0n },
    totalFees: fees.reduce((sum, fee) => sum + fee, 0n),
  }
}

function callsIn(frame: Frame, depth = 0): readonly OtterscanTraceInput[] {
  const { type, from, to, value, input, output, calls = [] } = frame
  const own = {
    type,
    depth,
    from,
    to: to ?? null,
    value: type === 'DELEGATECALL' ? null : (value ?? null),
    input,
    output: output ?? '0x',
  }
  return [own, ...calls.flatMap((call) => callsIn(call, depth + 1))]
}

/** Types of operations. Only a call with a value is a transfer. */
const operations: Readonly<Record<string, number | undefined>> = {
  CALL: 0,
  SELFDESTRUCT: 1,
  CREATE: 2,
  CREATE2: 3,
}

function operationsIn(frame: Frame): readonly OtterscanOperationInput[] {
  const { from, to, value = '0x0', calls = [], error } = frame
  // A failed call undoes what was done in it.
  if (error !== undefined) return []
  const type = operations[frame.type]
  const isOne = type !== undefined && to !== undefined && (type !== 0 || BigInt(value) > 0n)
  return [...(isOne ? [{ type, from, to, value }] : []), ...calls.flatMap(operationsIn)]
}

function creatorIn(frame: Frame, address: string): string | undefined {
  if (frame.error !== undefined) return undefined
  if (frame.type.startsWith('CREATE') && frame.to === address) return frame.from
  for (const call of frame.calls ?? []) {
    const creator = creatorIn(call, address)
    if (creator !== undefined) return creator
  }
  return undefined
}

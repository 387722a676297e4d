import type { CChainDevAnvilHandlers } from '@native-node/server/c-chain-dev'
import { parseEvm } from '../../chain/tx.ts'
import { errors, invalidParam } from '../../dev/errors.ts'
import { movedFork } from '../../dev/fork/fork.ts'
import { rollback } from '../../dev/rollback.ts'
import { bytesOf } from '../../hex.ts'
import { inOrder } from '../../../scheduling/in-order.ts'
import { reporting } from '../evm/errors.ts'
import { signingHandlers } from '../evm/signing.ts'
import { submit } from '../evm/submit.ts'
import type { CDevParts } from './parts.ts'

type Methods = 'rollback' | 'reorg' | 'setRpcUrl'
type Pairs = Parameters<CChainDevAnvilHandlers['reorg']>[0]['transactions']
type Context = Parameters<CChainDevAnvilHandlers['reorg']>[1]
type ReorgTx = NonNullable<Pairs>[number][number]

/** Maximum number of blocks to replace. */
const MOST_BLOCKS = 10_000n

export function rollbackHandlers(parts: CDevParts): Pick<CChainDevAnvilHandlers, Methods> {
  const { chain, mining, signing, forking } = parts
  const { sendTransaction } = signingHandlers(signing)
  const inTurn = inOrder()
  /** Returns what sends a transaction. Throws an API error if it is invalid. */
  const senderOf = async (tx: ReorgTx, ctx: Context): Promise<() => Promise<unknown>> => {
    if (typeof tx === 'object') return async () => sendTransaction({ transaction: tx }, ctx)
    if (typeof tx !== 'string') throw invalidParam('a pair must be a transaction and an index')
    const signed = await reporting((async () => parseEvm(bytesOf(tx), chain.vm.rules))())
    return () => reporting(submit(chain, signing.limits, signed))
  }

  async function replace(
    blocks: number,
    sendersAt: ReadonlyMap<number, readonly (() => Promise<unknown>)[]>,
    signal: AbortSignal,
  ): Promise<void> {
    // A transaction must not get a block of its own.
    const wasAutomatic = mining.isAutomatic
    mining.isAutomatic = false
    try {
      await rollback(parts, BigInt(blocks))
      for (let at = 0; at < blocks && !signal.aborted; at++) {
        for (const send of sendersAt.get(at) ?? []) await send()
        await mining.mine(chain.producer, { blocks: 1 }, signal)
      }
    } finally {
      mining.isAutomatic = wasAutomatic
    }
    // Transactions that came during the reorganization wait for a block.
    if (wasAutomatic) await chain.producer.produce()
  }

  return {
    async rollback({ depth }) {
      await inTurn(() => rollback(parts, depthOf(depth ?? 1n)))
      return true
    },
    async reorg({ depth, transactions }, ctx) {
      const blocks = Number(depthOf(depth))
      const sendersAt = new Map<number, (() => Promise<unknown>)[]>()
      for (const pair of transactions ?? []) {
        const { tx, index } = pairOf(pair, blocks)
        const senders = sendersAt.get(index) ?? []
        sendersAt.set(index, [...senders, await senderOf(tx, ctx)])
      }
      await inTurn(() => replace(blocks, sendersAt, ctx.signal))
      return true
    },
    async setRpcUrl({ url }) {
      const { current } = forking
      if (current === undefined) throw errors.forkRefused(undefined, 'this chain is not a fork')
      forking.replace(await movedFork(current, url))
      return null
    },
  }
}

function pairOf(
  [tx, index]: readonly ReorgTx[],
  blocks: number,
): { readonly tx: ReorgTx; readonly index: number } {
  if (tx === undefined || !Number.isInteger(index) || Number(index) >= blocks)
    throw invalidParam(`the index of the block of a transaction must be less than ${blocks}`)
  return { tx, index: Number(index) }
}

function depthOf(value: bigint | string): bigint {
  const depth = BigInt(value)
  if (depth > MOST_BLOCKS) throw invalidParam(`depth must be at most ${MOST_BLOCKS}`)
  return depth
}

import type { CChainDevAnvilHandlers } from '@native-node/server/c-chain-dev'
import { parseEvm } from '../../chain/tx.ts'
import { errors, invalidParam } from '../../dev/errors.ts'
import { rollback } from '../../dev/rollback.ts'
import { bytesOf } from '../../hex.ts'
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
  const { chain, mining, signing } = parts
  const { sendTransaction } = signingHandlers(signing)
  const send = async (tx: ReorgTx, ctx: Context): Promise<unknown> => {
    if (typeof tx === 'object') return sendTransaction({ transaction: tx }, ctx)
    if (typeof tx !== 'string') throw invalidParam('a pair must be a transaction and an index')
    const issue = async (): Promise<unknown> =>
      submit(chain, signing.limits, parseEvm(bytesOf(tx), chain.vm.rules))
    return reporting(issue())
  }
  return {
    async rollback({ depth }) {
      await rollback(parts, depthOf(depth ?? 1n))
      return true
    },
    async reorg({ depth, transactions }, ctx) {
      const blocks = Number(depthOf(depth))
      const pairs = (transactions ?? []).map((pair) => pairOf(pair, blocks))
      await rollback(parts, BigInt(blocks))
      // A transaction must not get a block of its own.
      const wasAutomatic = mining.isAutomatic
      mining.isAutomatic = false
      try {
        for (let at = 0; at < blocks && !ctx.signal.aborted; at++) {
          for (const { tx, index } of pairs) if (index === at) await send(tx, ctx)
          await mining.mine(chain.producer, { blocks: 1, between: 0 }, ctx.signal)
        }
      } finally {
        mining.isAutomatic = wasAutomatic
      }
      return true
    },
    setRpcUrl() {
      throw errors.forkingUnsupported()
    },
  }
}

function pairOf(
  [tx, index]: readonly ReorgTx[],
  blocks: number,
): { readonly tx: ReorgTx; readonly index: number } {
  if (tx === undefined || typeof index !== 'number' || index >= blocks)
    throw invalidParam(`the index of the block of a transaction must be less than ${blocks}`)
  return { tx, index }
}

function depthOf(value: bigint | string): bigint {
  const depth = BigInt(value)
  if (depth > MOST_BLOCKS) throw invalidParam(`depth must be at most ${MOST_BLOCKS}`)
  return depth
}

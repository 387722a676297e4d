import type {
  CChainDevOtsHandlers,
  OtterscanTransactionsInput,
} from '@native-node/server/c-chain-dev'
import { createAddressFromString } from '@ethereumjs/util'
import type { Executed } from '../../chain/archive.ts'
import type { EvmReceipt } from '../../chain/receipt.ts'
import { senderOf } from '../../engine/executor.ts'
import { hexOf, type Hex } from '../../hex.ts'
import type { CChain } from '../../chain/c-chain.ts'
import { lower } from '../evm/block-reference.ts'
import { receiptsJson, transactionJson } from '../evm/format.ts'
import { limitedCaller, type LimitedCaller } from '../evm/limited.ts'

type Methods =
  'searchTransactionsBefore' | 'searchTransactionsAfter' | 'getTransactionBySenderAndNonce'

export function searchHandlers(chain: CChain): Pick<CChainDevOtsHandlers, Methods> {
  return {
    async searchTransactionsBefore({ address, block, pageSize }, ctx) {
      const caller = limitedCaller(chain, ctx)
      const { number } = chain.vm.tip.header
      const before = BigInt(block)
      const isNewest = before === 0n || before > number
      const from = isNewest ? number : before - 1n
      const found = await search(chain, { address, from, step: -1n, pageSize }, caller)
      return { ...joined(found.blocks), firstPage: isNewest, lastPage: found.isEnd }
    },
    async searchTransactionsAfter({ address, block, pageSize }, ctx) {
      const caller = limitedCaller(chain, ctx)
      const after = BigInt(block)
      const from = after === 0n ? 0n : after + 1n
      const found = await search(chain, { address, from, step: 1n, pageSize }, caller)
      const blocks = found.blocks.toReversed()
      return { ...joined(blocks), firstPage: found.isEnd, lastPage: after === 0n }
    },
    async getTransactionBySenderAndNonce({ address, nonce: given }, ctx) {
      const caller = limitedCaller(chain, ctx)
      const [from, nonce] = [lower(address), BigInt(given)]
      if (nonce >= (await chain.vm.account(from)).nonce) return null
      for await (const { block } of blocksFrom(chain, chain.vm.tip.header.number, -1n, caller)) {
        const tx = block.txs.find((own) => own.nonce === nonce && senderOf(own) === from)
        if (tx !== undefined) return hexOf(tx.hash())
      }
      return null
    },
  }
}

interface Search {
  readonly address: string
  /** The first height, and 1 or -1 for the direction. */
  readonly from: bigint
  readonly step: bigint
  readonly pageSize: number
}

type Page = Pick<OtterscanTransactionsInput, 'txs' | 'receipts'>

/** Finds the transactions of an address, by block. Stops after the block with which there are enough. */
async function search(
  chain: CChain,
  { address, from, step, pageSize }: Search,
  caller: LimitedCaller,
): Promise<{ readonly blocks: readonly Page[]; readonly isEnd: boolean }> {
  const wanted = lower(address)
  const blocks: Page[] = []
  let count = 0
  for await (const executed of blocksFrom(chain, from, step, caller)) {
    const page = pageOf(executed, (at) => involves(executed, at, wanted))
    count += page.txs.length
    if (page.txs.length > 0) blocks.push(page)
    if (count < pageSize) continue
    const { number } = executed.block.header
    return { blocks, isEnd: step < 0n ? number === 0n : number === chain.vm.tip.header.number }
  }
  return { blocks, isEnd: true }
}

/** Returns the selected transactions of a block, newest first, with their receipts. */
export function pageOf(executed: Executed, isWanted: (index: number) => boolean): Page {
  const { block } = executed
  const timestamp = Number(block.header.timestamp)
  const receipts = receiptsJson(executed)
  const indexes = [...block.txs.keys()].filter(isWanted).toReversed()
  return {
    txs: indexes.flatMap((index) => {
      const tx = block.txs[index]
      return tx === undefined ? [] : [transactionJson(tx, { block, index })]
    }),
    receipts: indexes.flatMap((index) => {
      const receipt = receipts[index]
      return receipt === undefined ? [] : [{ ...receipt, timestamp }]
    }),
  }
}

function joined(pages: readonly Page[]): Page {
  return {
    txs: pages.flatMap(({ txs }) => txs),
    receipts: pages.flatMap(({ receipts }) => receipts),
  }
}

function involves({ block, receipts }: Executed, index: number, address: Hex): boolean {
  const [tx, receipt] = [block.txs[index], receipts[index]]
  return (
    tx !== undefined &&
    receipt !== undefined &&
    (senderOf(tx) === address ||
      tx.to?.toString() === address ||
      receipt.contractAddress === address ||
      hasLogOf(receipt, address))
  )
}

function hasLogOf({ logs }: EvmReceipt, address: Hex): boolean {
  return logs.some((log) => log.address === address)
}

/** Yields the blocks from a height in a direction. Throws an API error once the caller has left. */
async function* blocksFrom(
  { vm: { archive, tip } }: CChain,
  from: bigint,
  step: bigint,
  caller: LimitedCaller,
): AsyncGenerator<Executed, void> {
  const last = tip.header.number
  for (let height = from; height >= 0n && height <= last; height += step) {
    await caller.pause()
    const block = await archive.byHeight(height)
    if (block === undefined) return
    yield { block, receipts: (await archive.receipts(block.hash)) ?? [] }
  }
}

/** Returns the first block after which an address has code; undefined if it has none now. */
export async function firstBlockWithCode(
  { vm }: CChain,
  address: string,
  caller: LimitedCaller,
): Promise<Executed | undefined> {
  const hasCode = async (height: bigint): Promise<boolean> => {
    await caller.pause()
    const block = await vm.archive.byHeight(height)
    if (block === undefined) return false
    const { state } = await vm.engine.state(block.header)
    return (await state.getCode(createAddressFromString(address))).length > 0
  }
  let [low, high] = [vm.oldestState, vm.tip.header.number]
  if (!(await hasCode(high))) return undefined
  while (low < high) {
    const middle = (low + high) / 2n
    if (await hasCode(middle)) high = middle
    else low = middle + 1n
  }
  const block = await vm.archive.byHeight(low)
  return block && { block, receipts: (await vm.archive.receipts(block.hash)) ?? [] }
}

import type { CChainEthHandlers } from '@native-node/server/c-chain'
import type { EvmBlock } from '../../chain/block.ts'
import { headerHash } from '../../chain/header.ts'
import { encodeHeader } from '../../chain/header.ts'
import { blockAt, blockWith, findBlock } from './block-reference.ts'
import { blockJson, headerJson, receiptsJson, sizedHeaderJson } from './format.ts'
import type { RpcParts } from './parts.ts'

type Methods =
  | 'getBlockByNumber'
  | 'getBlockByHash'
  | 'getHeaderByNumber'
  | 'getHeaderByHash'
  | 'getBlockReceipts'
  | 'getBlockTransactionCountByNumber'
  | 'getBlockTransactionCountByHash'
  | 'getUncleByBlockNumberAndIndex'
  | 'getUncleByBlockHashAndIndex'
  | 'getUncleCountByBlockNumber'
  | 'getUncleCountByBlockHash'
  | 'getBadBlocks'
  | 'blockNumber'

export function blockHandlers({ chain }: RpcParts): Pick<CChainEthHandlers, Methods> {
  const byNumber = async (reference: Parameters<typeof blockAt>[1]) => {
    return { block: await blockAt(chain, reference), layout: chain.vm.rules.layout }
  }
  const byHash = async (hash: string) => {
    return { block: await blockWith(chain, hash), layout: chain.vm.rules.layout }
  }
  return {
    async blockNumber() {
      return chain.vm.tip.header.number
    },
    async getBlockByNumber({ block: reference, fullTransactions }) {
      const { block, layout } = await byNumber(reference)
      return block === undefined ? null : blockJson(block, layout, fullTransactions)
    },
    async getBlockByHash({ hash, fullTransactions }) {
      const { block, layout } = await byHash(hash)
      return block === undefined ? null : blockJson(block, layout, fullTransactions)
    },
    async getHeaderByNumber({ block: reference }) {
      const { block, layout } = await byNumber(reference)
      return block === undefined ? null : sizedHeaderJson(block, layout)
    },
    async getHeaderByHash({ hash }) {
      const { block, layout } = await byHash(hash)
      return block === undefined ? null : sizedHeaderJson(block, layout)
    },
    async getBlockReceipts({ block: reference }) {
      const block = await findBlock(chain, reference)
      if (block === undefined) return null
      const receipts = (await chain.vm.archive.receipts(block.hash)) ?? []
      return receiptsJson({ block, receipts })
    },
    async getBlockTransactionCountByNumber({ block: reference }) {
      return (await byNumber(reference)).block?.txs.length ?? null
    },
    async getBlockTransactionCountByHash({ hash }) {
      return (await byHash(hash)).block?.txs.length ?? null
    },
    async getUncleByBlockNumberAndIndex({ block: reference, index }) {
      return uncleJson((await byNumber(reference)).block, index)
    },
    async getUncleByBlockHashAndIndex({ hash, index }) {
      return uncleJson((await byHash(hash)).block, index)
    },
    async getUncleCountByBlockNumber({ block: reference }) {
      return (await byNumber(reference)).block?.uncles.length ?? null
    },
    async getUncleCountByBlockHash({ hash }) {
      return (await byHash(hash)).block?.uncles.length ?? null
    },
    getBadBlocks: () => [],
  }
}

function uncleJson(
  block: EvmBlock | undefined,
  index: bigint,
): Awaited<ReturnType<CChainEthHandlers['getUncleByBlockHashAndIndex']>> {
  const uncle = block?.uncles[Number(index)]
  if (uncle === undefined) return null
  // Only blocks of imported Ethereum chains have uncles.
  const layout = 'ethereum'
  const size = encodeHeader(uncle, layout).length
  return { ...headerJson(uncle, headerHash(uncle, layout)), size, uncles: [] }
}

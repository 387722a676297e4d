import type { CChainDebugHandlers, BlockReference } from '@native-node/server/c-chain'
import { consensusReceipt } from '../../chain/receipt.ts'
import { encodeHeader } from '../../chain/header.ts'
import type { CChain } from '../../chain/c-chain.ts'
import type { EvmBlock } from '../../chain/block.ts'
import { hexOf } from '../../hex.ts'
import { findBlock, lower } from './block-reference.ts'
import { errors } from './errors.ts'
import type { RpcParts } from './parts.ts'
import { rawTransaction } from './transactions.ts'

type Methods =
  'getRawBlock' | 'getRawHeader' | 'getRawReceipts' | 'getRawTransaction' | 'getBadBlocks'

/** Methods that return encoded blocks, receipts and transactions. */
export function rawHandlers({ chain }: RpcParts): Pick<CChainDebugHandlers, Methods> {
  return {
    async getRawBlock({ block: reference }) {
      const block = await given(chain, reference)
      const bytes = await chain.vm.archive.bytesOfBlock(block.hash)
      if (bytes === undefined) throw errors.blockNotFound()
      return hexOf(bytes)
    },
    async getRawHeader({ block: reference }) {
      const block = await given(chain, reference)
      return hexOf(encodeHeader(block.header, chain.vm.rules.layout))
    },
    async getRawReceipts({ block: reference }) {
      const block = await given(chain, reference)
      const receipts = (await chain.vm.archive.receipts(block.hash)) ?? []
      return receipts.map((receipt) => hexOf(consensusReceipt(receipt)))
    },
    async getRawTransaction({ hash }) {
      return (await rawTransaction(chain, lower(hash))) ?? null
    },
    getBadBlocks: () => [],
  }
}

async function given(chain: CChain, reference: BlockReference): Promise<EvmBlock> {
  const block = await findBlock(chain, reference)
  if (block === undefined) throw errors.blockNotFound(undefined, 'block not found')
  return block
}

import type { TypedTransaction } from '@ethereumjs/tx'
import type { CChainEthHandlers } from '@native-node/server/c-chain'
import { idOf } from '../../../codec/ids.ts'
import type { FoundTx } from '../../chain/archive.ts'
import { bytesOf, hexOf, type Hex } from '../../hex.ts'
import type { CChain } from '../../chain/c-chain.ts'
import type { EvmBlock } from '../../chain/block.ts'
import { parseEvm } from '../../chain/tx.ts'
import { blockAt, blockWith, lower } from './block-reference.ts'
import { receiptAt, transactionJson } from './format.ts'
import type { RpcParts } from './parts.ts'
import { submit } from './submit.ts'
import { reporting } from './errors.ts'

type Methods =
  | 'getTransactionByHash'
  | 'getTransactionByBlockHashAndIndex'
  | 'getTransactionByBlockNumberAndIndex'
  | 'getRawTransactionByHash'
  | 'getRawTransactionByBlockHashAndIndex'
  | 'getRawTransactionByBlockNumberAndIndex'
  | 'getTransactionReceipt'
  | 'sendRawTransaction'

export function transactionHandlers(parts: RpcParts): Pick<CChainEthHandlers, Methods> {
  const { chain } = parts
  return {
    async getTransactionByHash({ hash }) {
      const found = await findTx(chain, lower(hash))
      return found === undefined ? null : transactionJson(found.tx, found.accepted)
    },
    async getTransactionByBlockHashAndIndex({ hash, index }) {
      return inBlock(await blockWith(chain, hash), index)
    },
    async getTransactionByBlockNumberAndIndex({ block, index }) {
      return inBlock(await blockAt(chain, block), index)
    },
    async getRawTransactionByHash({ hash }) {
      return (await rawTransaction(chain, lower(hash))) ?? null
    },
    async getRawTransactionByBlockHashAndIndex({ hash, index }) {
      return rawInBlock(await blockWith(chain, hash), index)
    },
    async getRawTransactionByBlockNumberAndIndex({ block, index }) {
      return rawInBlock(await blockAt(chain, block), index)
    },
    async getTransactionReceipt({ hash }) {
      return (await acceptedReceipt(chain, lower(hash))) ?? null
    },
    async sendRawTransaction({ transaction }) {
      return reporting(
        (async () => submit(chain, parts.limits, parseEvm(bytesOf(transaction), chain.vm.rules)))(),
      )
    },
  }
}

/**
 * Returns the receipt of an accepted transaction. Returns undefined if the transaction is pending
 * or does not exist.
 */
export async function acceptedReceipt(
  { vm: { archive } }: CChain,
  hash: Hex,
): Promise<ReturnType<typeof receiptAt> | undefined> {
  const found = await archive.transaction(hash)
  if (found === undefined) return undefined
  const receipts = (await archive.receipts(found.block.hash)) ?? []
  return receiptAt({ block: found.block, receipts }, found.index)
}

export async function rawTransaction(chain: CChain, hash: Hex): Promise<Hex | undefined> {
  const found = await findTx(chain, hash)
  return found && hexOf(found.tx.serialize())
}

/** Returns an EVM transaction, and its place if it is accepted; undefined if it is neither accepted nor pending. */
async function findTx(
  { vm, producer }: CChain,
  hash: Hex,
): Promise<{ readonly tx: TypedTransaction; readonly accepted?: FoundTx } | undefined> {
  const found = await producer.status(idOf(bytesOf(hash)), () => vm.archive.transaction(hash))
  if (found.kind === 'accepted') return { tx: found.accepted.tx, accepted: found.accepted }
  return found.kind === 'pending' && found.tx.kind === 'evm' ? { tx: found.tx.tx } : undefined
}

function inBlock(
  block: EvmBlock | undefined,
  index: bigint,
): Awaited<ReturnType<CChainEthHandlers['getTransactionByHash']>> {
  const tx = block?.txs[Number(index)]
  return block && tx ? transactionJson(tx, { block, index: Number(index) }) : null
}

function rawInBlock(block: EvmBlock | undefined, index: bigint): Hex | null {
  const tx = block?.txs[Number(index)]
  return tx === undefined ? null : hexOf(tx.serialize())
}

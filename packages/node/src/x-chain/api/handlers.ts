import { rpcErrors } from '@native-node/server'
import type {
  BlockInput,
  Encoding,
  GetBlockResultInput,
  GetUTXOsParams,
  UtxoPageInput,
  XChainHandlers,
} from '@native-node/server/x-chain'
import { decode, type ID, type ShortID } from '../../codec/field.ts'
import { idText, parseID, ZERO_ID } from '../../codec/ids.ts'
import type { Utxo } from '../../codec/structures.ts'
import { checkedHex } from '../../codec/text.ts'
import { StandardBlock } from '../../codec/x-chain.ts'
import { parseOwnAddress, assetName, resolveAsset, resolveChain, type XChain } from '../chain.ts'
import { issueTx } from './issue.ts'
import { blockJson, txJson } from './json.ts'
import { History } from '../history.ts'
import type { AcceptedBlock, XState } from '../state.ts'
import { storedTx } from '../tx.ts'
import { capped, LISTED_UTXOS } from '../../chain/balance.ts'
import { idParam } from '../../chain/params.ts'
import { longRead, type Caller } from '../../chain/long-read.ts'
import { listingOf, utxoPage } from '../../chain/utxo-pages.ts'

const errors = rpcErrors.xChain
const HISTORY_PAGE = 1024

/** Handlers of the X-Chain API. Every query reads one snapshot of the accepted state. */
export function xChainHandlers(chain: XChain): Omit<XChainHandlers, 'import'> {
  return {
    ...blockHandlers(chain),
    ...txHandlers(chain),
    ...balanceHandlers(chain),
    async getAssetDescription({ assetID: name }) {
      const assetID = resolveAsset(chain, name)
      if (assetID === undefined) throw errors.unknownAsset(undefined, `asset '${name}' not found`)
      const asset = await chain.read((state) => state.asset(assetID))
      if (asset === undefined) throw errors.assetNotFound()
      if (asset === 'notAnAsset') throw errors.notAnAsset()
      const { name: title, symbol, denomination } = asset
      return { assetID: idText(assetID), name: title, symbol, denomination }
    },
    async getUTXOs(params) {
      return listedUtxos(chain, params)
    },
    async getTxFee() {
      const { txFee, createAssetTxFee } = chain.vm.rules
      return { txFee, createAssetTxFee }
    },
  }
}

function blockHandlers(
  chain: XChain,
): Pick<XChainHandlers, 'getBlock' | 'getBlockByHeight' | 'getHeight'> {
  return {
    async getBlock({ blockID, encoding }) {
      const id = idParam(blockID, '/blockID')
      const bytes = await chain.read((state) => state.blockBytes(id))
      if (bytes === undefined)
        throw errors.blockNotFound(undefined, `couldn't get block with id ${blockID}: not found`)
      return blockResult(chain, { id, bytes }, encoding)
    },
    async getBlockByHeight({ height, encoding }) {
      const found = await chain.read((state) => state.blockAt(height))
      if (found === undefined)
        throw errors.blockNotFound(undefined, `couldn't get block at height ${height}: not found`)
      return blockResult(chain, found, encoding)
    },
    async getHeight() {
      return { height: chain.producer.tip().height }
    },
  }
}

function blockResult(
  { space }: XChain,
  { id, bytes }: AcceptedBlock,
  encoding: Encoding | undefined,
): GetBlockResultInput {
  if (encoding !== 'json') return { block: checkedHex(bytes), encoding: 'hex' }
  const block: BlockInput = blockJson(id, decode(StandardBlock, bytes, Infinity), space)
  return { block, encoding }
}

function txHandlers({
  vm,
  producer,
  read,
  space,
}: XChain): Pick<XChainHandlers, 'getTx' | 'getTxStatus' | 'issueTx'> {
  return {
    async getTx({ txID, encoding }) {
      const bytes = await read((state) => state.txBytes(txIDParam(txID)))
      if (bytes === undefined) throw errors.transactionNotFound()
      if (encoding !== 'json') return { tx: checkedHex(bytes), encoding: 'hex' }
      return { tx: txJson(storedTx(bytes), space), encoding }
    },
    async getTxStatus({ txID }) {
      const id = txIDParam(txID)
      const { kind } = await producer.status(id, () => read((state) => state.txBytes(id)))
      return { status: statuses[kind] }
    },
    async issueTx({ tx }) {
      return issueTx(tx, errors, (bytes) => producer.issue(vm.parse(bytes)))
    },
  }
}

const statuses = {
  accepted: 'Accepted',
  pending: 'Processing',
  dropped: 'Rejected',
  unknown: 'Unknown',
} as const

/** Selects the outputs that are included in the balances of an address. */
interface Search {
  readonly address: ShortID
  /**
   * True to include all outputs that the address owns; false to include only outputs that the
   * address can spend alone now.
   */
  readonly includePartial: boolean
  readonly now: bigint
  readonly caller: Caller
}

/** Calls `count` for each selected output. */
async function forEachCounted(
  { utxos }: XState,
  { address, includePartial, now, caller }: Search,
  count: (utxo: Utxo, amount: bigint) => void,
): Promise<void> {
  for await (const page of longRead(utxos.pagesOf(address), caller))
    for (const utxo of page) {
      const { output } = utxo
      if (output.kind !== 'secpTransferOutput') continue
      const alone = output.addresses.length === 1 && output.locktime <= now
      if (alone || includePartial) count(utxo, output.amount)
    }
}

function balanceHandlers(
  chain: XChain,
): Pick<XChainHandlers, 'getBalance' | 'getAllBalances' | 'getAddressTxs'> {
  return {
    async getBalance({ address: text, assetID: name, includePartial = false }, caller) {
      const address = addressParam(chain, text)
      const search = { address, includePartial, now: chain.now(), caller }
      const wanted = assetParam(chain, name)
      let balance = 0n
      const utxoIDs: { txID: string; outputIndex: number }[] = []
      await chain.read((state) =>
        forEachCounted(state, search, ({ assetID, txID, outputIndex }, amount) => {
          if (assetID !== wanted) return
          balance += amount
          if (utxoIDs.length < LISTED_UTXOS) utxoIDs.push({ txID: idText(txID), outputIndex })
        }),
      )
      return { balance: capped(balance), utxoIDs }
    },
    async getAllBalances({ address: text, includePartial = false }, caller) {
      const address = addressParam(chain, text)
      const search = { address, includePartial, now: chain.now(), caller }
      const sums = new Map<ID, bigint>()
      await chain.read((state) =>
        forEachCounted(state, search, ({ assetID }, amount) =>
          sums.set(assetID, (sums.get(assetID) ?? 0n) + amount),
        ),
      )
      return {
        balances: [...sums].map(([assetID, sum]) => ({
          asset: assetName(chain, assetID),
          balance: capped(sum),
        })),
      }
    },
    async getAddressTxs({ address: text, assetID: name, cursor = 0n, pageSize = 0n }) {
      const address = addressParam(chain, text)
      const assetID = assetParam(chain, name)
      const limit = Math.min(Number(pageSize) || HISTORY_PAGE, HISTORY_PAGE)
      const txIDs = await chain.read((state) =>
        new History(state).page({ address, assetID }, cursor, limit),
      )
      return { txIDs, cursor: cursor + BigInt(txIDs.length) }
    },
  }
}

/**
 * Returns a page of outputs of this chain, or of outputs that another chain exported to this chain.
 */
async function listedUtxos(chain: XChain, params: GetUTXOsParams): Promise<UtxoPageInput> {
  const { vm, space } = chain
  const addresses = params.addresses.map((text) => addressParam(chain, text))
  const listing = listingOf(space, addresses, params)
  if (listing === undefined) throw errors.invalidStartIndex()
  const { sourceChain = '' } = params
  const source = sourceChain === '' ? undefined : sourceParam(chain, sourceChain)
  return chain.read((state) => {
    const isOwn = source === undefined || source === vm.rules.blockchainID
    return utxoPage(space, isOwn ? state.utxos : state.from(source), listing)
  })
}

function sourceParam(chain: XChain, name: string): ID {
  const source = resolveChain(chain, name) ?? parseID(name)
  if (source === undefined) throw errors.invalidSourceChain()
  return source
}

function addressParam(chain: XChain, text: string): ShortID {
  const address = parseOwnAddress(chain, text)
  if (address === undefined)
    throw errors.invalidAddress(undefined, `couldn't parse address '${text}'`)
  return address
}

function assetParam(chain: XChain, name: string): ID {
  const asset = resolveAsset(chain, name)
  if (asset === undefined) throw errors.unknownAsset(undefined, `asset '${name}' not found`)
  return asset
}

function txIDParam(text: string): ID {
  const id = idParam(text, '/txID')
  if (id === ZERO_ID) throw errors.nilTransactionId()
  return id
}

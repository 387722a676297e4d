import { rpcErrors } from '@native-node/server'
import type {
  BlockInput,
  Encoding,
  GetBlockResultInput,
  GetUTXOsParams,
  UtxoPageInput,
  XChainHandlers,
} from '@native-node/server/x-chain'
import { addressText } from '../codec/address.ts'
import { decode, type ID, type ShortID } from '../codec/field.ts'
import { idText, parseID, ZERO_ID } from '../codec/ids.ts'
import type { Utxo } from '../codec/structures.ts'
import { checkedHex } from '../codec/text.ts'
import { StandardBlock } from '../codec/x-chain.ts'
import { addressNamed, assetName, assetNamed, chainNamed, type XChain } from './chain.ts'
import { issued } from './issue.ts'
import { blockJson, txJson } from './json.ts'
import { parseTx } from './tx.ts'
import { pageOf, type PageIndex } from './utxo-pages.ts'

const errors = rpcErrors.xChain
const HISTORY_PAGE = 1024
const MAX_AMOUNT = 2n ** 64n - 1n

/** What a method of the X-Chain needs: a chain that may still be opening. */
export type OpenedXChain = () => Promise<XChain>

/** Answers the X-Chain API from the ledger. */
export function xChainHandlers(
  opened: OpenedXChain,
  clock: () => Date,
): Omit<XChainHandlers, 'import'> {
  return {
    ...blockHandlers(opened),
    ...txHandlers(opened),
    ...balanceHandlers(opened, clock),
    async getAssetDescription({ assetID: name }) {
      const chain = await opened()
      const assetID = assetNamed(chain, name)
      if (assetID === undefined) throw errors.unknownAsset(undefined, `asset '${name}' not found`)
      const asset = await chain.ledger.state.asset(assetID)
      if (asset === undefined) throw errors.assetNotFound()
      if (asset === 'notAnAsset') throw errors.notAnAsset()
      const { name: title, symbol, denomination } = asset
      return { assetID: idText(assetID), name: title, symbol, denomination }
    },
    async getUTXOs(params) {
      return utxoPage(await opened(), params)
    },
    async getTxFee() {
      const { txFee, createAssetTxFee } = (await opened()).ledger.rules
      return { txFee, createAssetTxFee }
    },
  }
}

function blockHandlers(
  opened: OpenedXChain,
): Pick<XChainHandlers, 'getBlock' | 'getBlockByHeight' | 'getHeight'> {
  return {
    async getBlock({ blockID, encoding }) {
      const chain = await opened()
      const id = idGiven(blockID, '/blockID')
      return blockOf(chain, id, encoding, `couldn't get block with id ${blockID}: not found`)
    },
    async getBlockByHeight({ height, encoding }) {
      const chain = await opened()
      const id = await chain.ledger.state.blockIDAt(height)
      return blockOf(chain, id, encoding, `couldn't get block at height ${height}: not found`)
    },
    async getHeight() {
      return { height: (await opened()).ledger.tip.height }
    },
  }
}

async function blockOf(
  { ledger, space }: XChain,
  id: ID | undefined,
  encoding: Encoding | undefined,
  missing: string,
): Promise<GetBlockResultInput> {
  const bytes = id === undefined ? undefined : await ledger.state.blockBytes(id)
  if (id === undefined || bytes === undefined) throw errors.blockNotFound(undefined, missing)
  if (encoding !== 'json') return { block: checkedHex(bytes), encoding: 'hex' }
  const block: BlockInput = blockJson(id, decode(StandardBlock, bytes, Infinity), space)
  return { block, encoding }
}

function txHandlers(
  opened: OpenedXChain,
): Pick<XChainHandlers, 'getTx' | 'getTxStatus' | 'issueTx'> {
  return {
    async getTx({ txID, encoding }) {
      const { ledger, space } = await opened()
      const bytes = await ledger.state.txBytes(txIDGiven(txID))
      if (bytes === undefined) throw errors.transactionNotFound()
      if (encoding !== 'json') return { tx: checkedHex(bytes), encoding: 'hex' }
      return { tx: txJson(parseTx(bytes), space), encoding }
    },
    async getTxStatus({ txID }) {
      const { ledger } = await opened()
      return { status: await ledger.status(txIDGiven(txID)) }
    },
    async issueTx({ tx }) {
      const { ledger } = await opened()
      return issued(tx, errors, (bytes) => ledger.issue(bytes))
    },
  }
}

function balanceHandlers(
  opened: OpenedXChain,
  clock: () => Date,
): Pick<XChainHandlers, 'getBalance' | 'getAllBalances' | 'getAddressTxs'> {
  /** Outputs that count: with `includePartial` all that name the address, else those it can spend alone and now. */
  async function* counted(
    { ledger }: XChain,
    address: ShortID,
    includePartial: boolean,
  ): AsyncGenerator<Utxo & { readonly amount: bigint }, void> {
    const now = BigInt(Math.floor(clock().getTime() / 1000))
    for await (const utxo of ledger.state.utxos.ofOwner(address)) {
      const { output } = utxo
      if (output.kind !== 'secpTransferOutput') continue
      const alone = output.addresses.length === 1 && output.locktime <= now
      if (alone || includePartial) yield { ...utxo, amount: output.amount }
    }
  }
  return {
    async getBalance({ address: text, assetID: name, includePartial = false }) {
      const chain = await opened()
      const address = addressGiven(chain, text)
      const wanted = assetGiven(chain, name)
      let balance = 0n
      const utxoIDs: { txID: string; outputIndex: number }[] = []
      for await (const utxo of counted(chain, address, includePartial)) {
        if (utxo.assetID !== wanted) continue
        balance += utxo.amount
        utxoIDs.push({ txID: idText(utxo.txID), outputIndex: utxo.outputIndex })
      }
      return { balance: capped(balance), utxoIDs }
    },
    async getAllBalances({ address: text, includePartial = false }) {
      const chain = await opened()
      const address = addressGiven(chain, text)
      const sums = new Map<ID, bigint>()
      for await (const { assetID, amount } of counted(chain, address, includePartial))
        sums.set(assetID, (sums.get(assetID) ?? 0n) + amount)
      return {
        balances: [...sums].map(([assetID, sum]) => ({
          asset: assetName(chain, assetID),
          balance: capped(sum),
        })),
      }
    },
    async getAddressTxs({ address: text, assetID: name, cursor = 0n, pageSize = 0n }) {
      const chain = await opened()
      const address = addressGiven(chain, text)
      const assetID = assetGiven(chain, name)
      const limit = Number(pageSize) || HISTORY_PAGE
      const txIDs = await chain.ledger.history.page({ address, assetID }, cursor, limit)
      return { txIDs, cursor: cursor + BigInt(txIDs.length) }
    },
  }
}

/** A page of outputs of this chain, or of those that another chain exported to it. */
async function utxoPage(chain: XChain, params: GetUTXOsParams): Promise<UtxoPageInput> {
  const { ledger, space } = chain
  const addresses = params.addresses.map((text) => addressGiven(chain, text))
  const start = params.startIndex && startGiven(chain, params.startIndex)
  const source =
    params.sourceChain === undefined ? undefined : sourceGiven(chain, params.sourceChain)
  const set =
    source === undefined || source === ledger.rules.blockchainID
      ? ledger.state.utxos
      : ledger.state.from(source)
  const { limit } = params
  const { utxos, end } = await pageOf(set, {
    addresses,
    ...(start && { start }),
    ...(limit !== undefined && { limit }),
  })
  return {
    numFetched: utxos.length,
    utxos: utxos.map(checkedHex),
    endIndex: { address: addressText(space, end.address), utxo: idText(end.utxo) },
    encoding: 'hex',
  }
}

function startGiven(
  chain: XChain,
  { address, utxo }: { readonly address: string; readonly utxo: string },
): PageIndex {
  const start = { address: addressNamed(chain, address), utxo: parseID(utxo) }
  if (start.address === undefined || start.utxo === undefined) throw errors.invalidStartIndex()
  return { address: start.address, utxo: start.utxo }
}

function sourceGiven(chain: XChain, name: string): ID {
  const source = chainNamed(chain, name) ?? parseID(name)
  if (source === undefined) throw errors.invalidSourceChain()
  return source
}

function addressGiven(chain: XChain, text: string): ShortID {
  const address = addressNamed(chain, text)
  if (address === undefined)
    throw errors.invalidAddress(undefined, `couldn't parse address '${text}'`)
  return address
}

function assetGiven(chain: XChain, name: string): ID {
  const asset = assetNamed(chain, name)
  if (asset === undefined) throw errors.unknownAsset(undefined, `asset '${name}' not found`)
  return asset
}

/** An ID whose letters fit, but whose checksum or length does not, is no ID either. */
function idGiven(text: string, pointer: string): ID {
  const id = parseID(text)
  if (id !== undefined) return id
  const message = 'must be 32 bytes in cb58'
  throw errors.invalidParams(
    { issues: [{ pointer, message }] },
    `Invalid params: ${pointer} ${message}`,
  )
}

function txIDGiven(text: string): ID {
  const id = idGiven(text, '/txID')
  if (id === ZERO_ID) throw errors.nilTransactionId()
  return id
}

function capped(sum: bigint): bigint {
  return sum > MAX_AMOUNT ? MAX_AMOUNT : sum
}

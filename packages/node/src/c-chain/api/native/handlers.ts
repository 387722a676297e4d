import { rpcErrors } from '@native-node/server'
import type {
  CChainNativeErrors,
  CChainNativeHandlers,
  GetUTXOsParams,
  UtxoPageInput,
} from '@native-node/server/c-chain-native'
import { idParam } from '../../../chain/params.ts'
import { txFromHex } from '../../../chain/tx-from-hex.ts'
import type { ChainRegistry } from '../../../chain/registry.ts'
import type { TxStatus } from '../../../chain/tx-status.ts'
import { listingOf, utxoPage } from '../../../chain/utxo-pages.ts'
import { parseAddress, type AddressSpace } from '../../../codec/address.ts'
import type { ID, ShortID } from '../../../codec/field.ts'
import { idText, shortIDOf, ZERO_ID } from '../../../codec/ids.ts'
import { checkedHex } from '../../../codec/text.ts'
import type { Users } from '../../../keystore/users.ts'
import { reading, type Store } from '../../../store/store.ts'
import type { AtomicNetwork } from '../../atomic/form.ts'
import { atomicOutputs } from '../../atomic/outputs.ts'
import type { CTx } from '../../chain/tx.ts'
import { atomicTxs, type AcceptedAtomic } from '../../tables.ts'
import type { CChain } from '../../chain/c-chain.ts'
import { toApiError } from '../../../chain/api-error.ts'

export const errors: CChainNativeErrors = rpcErrors.cChainNative

export interface NativeParts {
  readonly chain: CChain
  readonly store: Store
  readonly network: AtomicNetwork
  readonly space: AddressSpace
  readonly registry: ChainRegistry
  readonly users: Users
  /** Names that a request can use for the native asset. */
  readonly nativeAliases: readonly string[]
}

type Methods = 'issueTx' | 'getAtomicTx' | 'getAtomicTxStatus' | 'getUTXOs'

/** Handlers of the native API that do not use keys. */
export function nativeHandlers(parts: NativeParts): Pick<CChainNativeHandlers, Methods> {
  const { chain, store } = parts
  const statusOf = (id: ID): Promise<TxStatus<CTx, AcceptedAtomic>> =>
    chain.producer.status(id, () => atomicTxs.get(store, id))
  return {
    async issueTx({ tx }) {
      return { txID: idText(await issueAtomic(chain, txFromHex(tx, errors))) }
    },
    async getAtomicTx({ txID }) {
      const id = txIDGiven(txID)
      const found = await statusOf(id)
      if (found.kind === 'accepted') {
        const { bytes, height } = found.accepted
        return { tx: checkedHex(bytes), encoding: 'hex', blockHeight: height }
      }
      if (found.kind !== 'pending' || found.tx.kind !== 'atomic')
        throw errors.transactionNotFound(undefined, `could not find tx ${txID}`)
      return { tx: checkedHex(found.tx.bytes), encoding: 'hex' }
    },
    async getAtomicTxStatus({ txID }) {
      const found = await statusOf(txIDGiven(txID))
      return found.kind === 'accepted'
        ? { status: 'Accepted', blockHeight: found.accepted.height }
        : { status: statuses[found.kind] }
    },
    getUTXOs: (params) => listedUtxos(parts, params),
  }
}

const statuses = { pending: 'Processing', dropped: 'Dropped', unknown: 'Unknown' } as const

export async function issueAtomic({ producer, vm }: CChain, bytes: Uint8Array): Promise<ID> {
  try {
    const tx = vm.parse(bytes)
    if (tx.kind !== 'atomic') throw errors.unparsableTransaction()
    return await producer.issue(tx)
  } catch (error) {
    throw toApiError(error, errors)
  }
}

function txIDGiven(text: string): ID {
  const id = idParam(text, '/txID')
  if (id === ZERO_ID) throw errors.nilTransactionId()
  return id
}

async function listedUtxos(parts: NativeParts, params: GetUTXOsParams): Promise<UtxoPageInput> {
  const { network, space, store } = parts
  const texts = typeof params.addresses === 'string' ? [params.addresses] : params.addresses
  if (texts.length === 0) throw errors.noAddresses()
  if (texts.length > 1024) throw errors.tooManyAddresses()
  const addresses = texts.map((text) => addressGiven(parts, text))
  const source = sourceGiven(parts, params.sourceChain)
  const listing = listingOf(space, addresses, params)
  if (listing === undefined) throw errors.invalidStartIndex()
  const route = { source, destination: network.blockchainID }
  return reading(store, (state) => utxoPage(space, atomicOutputs(state, route), listing))
}

/** Parses the address of an output owner: an address of this chain, or a short ID. */
export function addressGiven({ space }: NativeParts, text: string): ShortID {
  const address = parseAddress(space, text)
  if (address === undefined) {
    throw errors.invalidAddress(undefined, `couldn't parse address '${text}'`)
  }
  return address
}

export function sourceGiven({ registry, network }: NativeParts, text: string): ID {
  const id = registry.find(text)?.id
  if (id === undefined || !network.peers.has(id)) {
    throw errors.invalidSourceChain(undefined, `problem parsing source chainID '${text}'`)
  }
  return id
}

export function evmAddressGiven(text: string): ShortID {
  return shortIDOf(Buffer.from(text.slice(2), 'hex'))
}

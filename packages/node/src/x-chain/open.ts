import { parseID, ZERO_ID } from '../codec/ids.ts'
import type { ID } from '../codec/field.ts'
import { assetIDOf, xChainGenesis } from '../genesis/x-chain.ts'
import { findChain, type Chain } from '../info/chains.ts'
import type { Network } from '../info/networks.ts'
import type { Store } from '../store/store.ts'
import type { XChain } from './chain.ts'
import { Ledger, type LedgerOptions } from './ledger.ts'

/** How the X-Chain is run, beside what its network says. */
export interface XChainOptions extends Pick<
  LedgerOptions,
  'clock' | 'blockTime' | 'indexed' | 'onFailure'
> {
  readonly network: Network
  readonly chains: readonly Chain[]
  /** Further names of the native asset. */
  readonly nativeAliases: readonly string[]
}

/** Opens the X-Chain of a network in a store. */
export async function openXChain(store: Store, options: XChainOptions): Promise<XChain> {
  const { network, chains, nativeAliases, clock, blockTime, indexed, onFailure } = options
  const genesis = xChainGenesis(network.genesis)
  const blockchainID = idOf(network.chains.X)
  const nativeAssetID = idOf(network.nativeAssetID)
  const ledger = await Ledger.open(store, {
    rules: {
      networkID: network.id,
      blockchainID,
      nativeAssetID,
      txFee: network.fees.txFee,
      createAssetTxFee: network.fees.createAssetTxFee,
    },
    genesis,
    genesisTime: BigInt(Date.parse(network.upgrades.cortinaTime) / 1000),
    peers: new Set([idOf(network.chains.P), idOf(network.chains.C)]),
    clock,
    blockTime,
    indexed,
    onFailure,
  })
  return {
    ledger,
    space: {
      hrp: network.hrp,
      alias: 'X',
      isChain: (name) => findChain(chains, name)?.id === network.chains.X,
    },
    chains,
    assets: new Map([
      ['NATIVE', nativeAssetID],
      ...nativeAliases.map((alias) => [alias, nativeAssetID] as const),
      ...genesis.assets.map((asset) => [asset.alias, assetIDOf(asset)] as const),
    ]),
  }
}

/** The network's own IDs are IDs. */
function idOf(text: string): ID {
  return parseID(text) ?? ZERO_ID
}

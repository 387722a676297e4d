import { BlockProducer } from '../chain/producer.ts'
import { Mempool } from '../chain/mempool.ts'
import type { ChainServices } from '../chain/module.ts'
import type { ChainRegistry } from '../chain/registry.ts'
import { utxoIDOf } from '../chain/utxo-id.ts'
import { parseAddress, type AddressSpace } from '../codec/address.ts'
import { concat } from '../codec/bytes.ts'
import type { ID, ShortID } from '../codec/field.ts'
import { idText, parseID } from '../codec/ids.ts'
import type { StandardBlock } from '../codec/x-chain.ts'
import { assetIDOf, xChainGenesis } from '../network/genesis/x-chain.ts'
import { reading, type Store } from '../store/store.ts'
import { chainPrefix, type ChainState } from './state.ts'
import { spentBy, type Tx } from './tx.ts'
import { XVm } from './vm.ts'

/** A running chain of assets, and the names by which callers speak of what is on it. */
export interface XChain {
  readonly vm: XVm
  readonly producer: BlockProducer<StandardBlock, Tx>
  /** Runs reads on one snapshot of the accepted state. */
  readonly read: <T>(read: (state: ChainState) => Promise<T>) => Promise<T>
  /** Unix seconds. */
  readonly now: () => bigint
  readonly space: AddressSpace
  readonly registry: ChainRegistry
  /** Assets by alias; of several aliases of one asset the first is the one that results use. */
  readonly assets: ReadonlyMap<string, ID>
}

/** What the X-Chain needs of the node around it. */
export type XChainServices = Pick<
  ChainServices,
  'network' | 'overlay' | 'registry' | 'clock' | 'onFailure'
> & {
  readonly settings: Pick<ChainServices['settings'], 'blockTime' | 'indexTransactions'>
}

/** Opens the X-Chain of a network in a store. */
export async function openXChain(store: Store, services: XChainServices): Promise<XChain> {
  const { network, registry, clock, settings, onFailure } = services
  const vm = vmOf(services)
  const producer = await BlockProducer.open({
    vm,
    store,
    prefix: concat(chainPrefix(network.chains.X), Buffer.from('waiting/')),
    pool: new Mempool({ conflicts: consumedBy }),
    clock,
    blockTime: settings.blockTime,
    onFailure,
  })
  return {
    vm,
    producer,
    read: (read) => reading(store, (snapshot) => read(vm.state(snapshot))),
    now: () => BigInt(Math.floor(clock.now() / 1000)),
    space: {
      hrp: network.hrp,
      alias: 'X',
      isChain: (name) => registry.find(name)?.id === network.chains.X,
    },
    registry,
    assets: assetsOf(services),
  }
}

/** The rules of the X-Chain of a network. */
export function vmOf({
  network,
  settings,
}: Pick<XChainServices, 'network'> & {
  readonly settings: Pick<ChainServices['settings'], 'indexTransactions'>
}): XVm {
  return new XVm({
    rules: {
      networkID: network.id,
      blockchainID: network.chains.X,
      nativeAssetID: network.nativeAssetID,
      txFee: network.fees.txFee,
      createAssetTxFee: network.fees.createAssetTxFee,
    },
    genesis: xChainGenesis(network.genesis),
    genesisTime: BigInt(Date.parse(network.upgrades.cortinaTime) / 1000),
    peers: new Set([network.chains.P, network.chains.C]),
    indexed: settings.indexTransactions,
  })
}

/** With an overlay, results use the vendor's name of the native asset. */
function assetsOf({ network, overlay }: XChainServices): ReadonlyMap<string, ID> {
  const vendorAliases = Object.values(overlay?.assets ?? {})
  return new Map([
    ...[...vendorAliases, 'NATIVE'].map((alias) => [alias, network.nativeAssetID] as const),
    ...xChainGenesis(network.genesis).assets.map(
      (asset) => [asset.alias, assetIDOf(asset)] as const,
    ),
  ])
}

/** Outputs that a transaction consumes, on this chain and of those exported to it: no two may consume the same. */
function consumedBy({ unsigned }: Tx): readonly ID[] {
  const imported = unsigned.kind === 'importTx' ? unsigned.importedInputs : []
  return [...spentBy(unsigned), ...imported].map(utxoIDOf)
}

/** The asset that an alias or ID names; undefined where the text is neither. */
export function assetNamed({ assets }: XChain, name: string): ID | undefined {
  return assets.get(name) ?? parseID(name)
}

/** How an asset is called in results: by its first alias, else by its ID. */
export function assetName({ assets }: XChain, assetID: ID): string {
  for (const [alias, id] of assets) if (id === assetID) return alias
  return idText(assetID)
}

/** The chain that an alias or ID names, this one included. */
export function chainNamed({ registry }: XChain, name: string): ID | undefined {
  return registry.find(name)?.id
}

/** An address of this chain; undefined where the text is none. */
export function addressNamed({ space }: XChain, text: string): ShortID | undefined {
  return parseAddress(space, text)
}

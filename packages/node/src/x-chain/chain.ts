import { secondsOf } from '../chain/clock.ts'
import { BlockProducer } from '../chain/producer.ts'
import { Mempool } from '../chain/mempool.ts'
import type { ChainServices } from '../chain/module.ts'
import type { ChainRegistry } from '../chain/registry.ts'
import { chainPrefix } from '../chain/table.ts'
import { utxoIDOf } from '../chain/utxo-id.ts'
import { parseAddress, type AddressSpace } from '../codec/address.ts'
import type { ID, ShortID } from '../codec/field.ts'
import { idText, parseID } from '../codec/ids.ts'
import type { StandardBlock } from '../codec/x-chain.ts'
import { assetIDOf, xChainGenesis } from '../network/genesis/x-chain.ts'
import { reading, type Store } from '../store/store.ts'
import type { XState } from './state.ts'
import { spentBy, type Tx } from './tx.ts'
import { XVm } from './vm.ts'

export interface XChain {
  readonly vm: XVm
  readonly producer: BlockProducer<StandardBlock, Tx>
  /** Runs a query on a snapshot of the accepted state. */
  readonly read: <T>(read: (state: XState) => Promise<T>) => Promise<T>
  /** Unix seconds. */
  readonly now: () => bigint
  readonly space: AddressSpace
  readonly registry: ChainRegistry
  /** Assets by alias. Results use the first alias of an asset. */
  readonly assets: ReadonlyMap<string, ID>
}

export type XChainServices = Pick<
  ChainServices,
  'network' | 'overlay' | 'registry' | 'clock' | 'onFailure' | 'onAccepted'
> & {
  readonly settings: Pick<ChainServices['settings'], 'blockTime' | 'indexTransactions'>
}

export async function openXChain(store: Store, services: XChainServices): Promise<XChain> {
  const { network, registry, clock, settings, onFailure } = services
  const vm = vmOf(services)
  const producer = await BlockProducer.open({
    vm,
    store,
    prefix: chainPrefix(network.chains.X, 'waiting/'),
    pool: new Mempool({ conflicts: consumedBy }),
    clock,
    blockTime: settings.blockTime,
    onFailure,
    onAccepted: services.onAccepted,
  })
  return {
    vm,
    producer,
    read: (read) => reading(store, (snapshot) => read(vm.state(snapshot))),
    now: () => secondsOf(clock),
    space: registry.space(network.hrp, 'X'),
    registry,
    assets: assetsOf(services),
  }
}

export function vmOf({
  network,
  settings,
}: Pick<XChainServices, 'network'> & {
  readonly settings: Pick<ChainServices['settings'], 'indexTransactions'>
}): XVm {
  return new XVm({
    rules: {
      networkID: network.id,
      hrp: network.hrp,
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

/**
 * Returns the assets by alias. With an overlay, the vendor's alias of the native asset comes first,
 * so that results use this alias.
 */
function assetsOf({ network, overlay }: XChainServices): ReadonlyMap<string, ID> {
  const vendorAliases = Object.values(overlay?.assets ?? {})
  return new Map([
    ...[...vendorAliases, 'NATIVE'].map((alias) => [alias, network.nativeAssetID] as const),
    ...xChainGenesis(network.genesis).assets.map(
      (asset) => [asset.alias, assetIDOf(asset)] as const,
    ),
  ])
}

/**
 * Returns the IDs of all outputs that a transaction consumes, including imported outputs. These IDs
 * are the conflict keys of the transaction.
 */
function consumedBy({ unsigned }: Tx): readonly ID[] {
  const imported = unsigned.kind === 'importTx' ? unsigned.importedInputs : []
  return [...spentBy(unsigned), ...imported].map(utxoIDOf)
}

export function resolveAsset({ assets }: XChain, name: string): ID | undefined {
  return assets.get(name) ?? parseID(name)
}

/** Returns the name of an asset in results: its first alias or, without an alias, its ID. */
export function assetName({ assets }: XChain, assetID: ID): string {
  for (const [alias, id] of assets) if (id === assetID) return alias
  return idText(assetID)
}

export function resolveChain({ registry }: XChain, name: string): ID | undefined {
  return registry.find(name)?.id
}

export function parseOwnAddress({ space }: XChain, text: string): ShortID | undefined {
  return parseAddress(space, text)
}

import { Mempool } from '../chain/mempool.ts'
import type { ChainServices } from '../chain/module.ts'
import { secondsOf } from '../chain/clock.ts'
import { BlockProducer } from '../chain/producer.ts'
import { chainPrefix } from '../chain/table.ts'
import { nodeIDOf, ZERO_ID } from '../codec/ids.ts'
import type { PlatformBlock } from '../codec/p-chain.ts'
import type { GenesisConfig } from '../network/genesis/config.ts'
import { movedStart, platformGenesis } from '../network/genesis/p-chain.ts'
import type { Network } from '../network/network.ts'
import { connectedNodes } from '../network/peers.ts'
import { reading, type Store } from '../store/store.ts'
import type { PChain } from './chain.ts'
import { localParams, type PlatformParams } from './params.ts'
import { startTime } from './state/records.ts'
import { PlatformState } from './state/state.ts'
import type { Tx } from './tx.ts'
import { conflictsOf, platformVm } from './vm.ts'

export type PChainServices = Pick<
  ChainServices,
  'network' | 'registry' | 'clock' | 'onFailure' | 'onAccepted' | 'identity' | 'peers'
> & {
  readonly settings: Pick<ChainServices['settings'], 'blockTime' | 'genesis'>
}

export interface OpenPChain extends PChain {
  readonly producer: BlockProducer<PlatformBlock, Tx>
}

export function paramsOf({ id, hrp, nativeAssetID, chains }: Network): PlatformParams {
  return { networkID: id, hrp, nativeAssetID, peers: new Set([chains.X, chains.C]), ...localParams }
}

/**
 * Returns the genesis. On a local network, the start time of the genesis is moved so that the
 * validators are active when the chain begins.
 */
async function genesisOf(
  store: Store,
  { network, clock, settings }: PChainServices,
): Promise<GenesisConfig> {
  if (settings.genesis !== undefined) return network.genesis
  const known = await startTime.get(store)
  if (known !== undefined) return { ...network.genesis, startTime: known }
  const moved = movedStart(network.genesis, new Date(clock.now()))
  await store.write([startTime.put(moved.startTime)])
  return moved
}

export async function openPChain(store: Store, services: PChainServices): Promise<OpenPChain> {
  const { network, registry, clock, settings, onFailure, peers } = services
  const params = paramsOf(network)
  const { nodeID } = await services.identity
  const vm = platformVm(params, async (opened) =>
    platformGenesis(await genesisOf(opened, services)),
  )
  const producer = await BlockProducer.open({
    vm,
    store,
    prefix: chainPrefix(ZERO_ID, 'waiting/'),
    pool: new Mempool({ conflicts: conflictsOf }),
    clock,
    blockTime: settings.blockTime,
    onFailure,
    onAccepted: services.onAccepted,
  })
  return {
    params,
    producer,
    space: registry.space(network.hrp, 'P'),
    read: (query) => reading(store, (snapshot) => query(new PlatformState(snapshot))),
    issue: async (bytes) => producer.issue(vm.parse(bytes)),
    status: producer.status,
    resolveChain: (name) => registry.find(name)?.id,
    runs: (id) => registry.running(id) !== undefined,
    nodeID: nodeIDOf(nodeID),
    isConnected: (other) => connectedNodes(nodeID, peers).has(other),
    now: () => secondsOf(clock),
  }
}

import { BlockProducer } from '../chain/producer.ts'
import type { ChainServices } from '../chain/module.ts'
import type { ID } from '../codec/field.ts'
import type { Store } from '../store/store.ts'
import type { Network } from '../network/network.ts'
import type { AtomicNetwork } from './atomic/form.ts'
import { atomicRules } from './atomic/rules.ts'
import type { Executed } from './chain/archive.ts'
import type { CChain } from './chain/c-chain.ts'
import { parseGenesis } from './chain/genesis.ts'
import { EvmPool } from './chain/pool.ts'
import { nativeRules } from './chain/rules.ts'
import type { CTx } from './chain/tx.ts'
import { CVm } from './chain/vm.ts'
import { pooledPrefix } from './keys.ts'

/** What the C-Chain needs of the node around it. */
export type CChainServices = Pick<ChainServices, 'network' | 'clock' | 'onFailure'> & {
  readonly settings: Pick<ChainServices['settings'], 'blockTime'>
}

/** A running C-Chain. */
export interface OpenedCChain extends CChain {
  readonly producer: BlockProducer<Executed, CTx>
}

/** Opens the C-Chain of a network in a store. */
export async function openCChain(store: Store, services: CChainServices): Promise<OpenedCChain> {
  const { network, clock, settings, onFailure } = services
  const atomic = atomicRules(atomicNetwork(network))
  const genesis = parseGenesis(network.genesis.cChainGenesis)
  const vm = new CVm({ rules: nativeRules(genesis.chainId), genesis, atomic })
  const pool = new EvmPool(atomic.conflicts)
  const producer = await BlockProducer.open({
    vm,
    store,
    prefix: pooledPrefix,
    pool,
    clock,
    blockTime: settings.blockTime,
    onFailure,
  })
  const issuer = {
    issue: (bytes: Uint8Array) => producer.issue(bytes),
    enqueue: (bytes: Uint8Array) => producer.enqueue(bytes),
    rejection: (id: ID) => producer.rejection(id),
  }
  return { vm, pool, producer, issuer, clock }
}

/** What atomic transactions have to name on a network. */
export function atomicNetwork({ id, chains, nativeAssetID }: Network): AtomicNetwork {
  return {
    networkID: id,
    blockchainID: chains.C,
    nativeAssetID,
    peers: new Set([chains.X, chains.P]),
  }
}

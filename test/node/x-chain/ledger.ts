import { memoryStore, type Clock, type Store } from '@native-node/node'
import { testClock } from '@native-node/node/testing'
import { Refusal } from '../../../packages/node/src/chain/refusal.ts'
import { ChainRegistry } from '../../../packages/node/src/chain/registry.ts'
import { chainModules } from '../../../packages/node/src/chains.ts'
import type { ID } from '../../../packages/node/src/codec/field.ts'
import type { Utxo } from '../../../packages/node/src/codec/structures.ts'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'
import { networkOf } from '../../../packages/node/src/network/network.ts'
import { openXChain, type XChain } from '../../../packages/node/src/x-chain/chain.ts'
import { amount, funded, NATIVE } from './wallet.ts'

export interface Opened {
  readonly store?: Store
  readonly clock?: Clock
  readonly blockTime?: number
  readonly indexed?: boolean
}

/** Opens the X-Chain of the local network without a node. */
export async function openLedger(options: Opened = {}): Promise<XChain> {
  const network = networkOf(localGenesis)
  const chain = await openXChain(options.store ?? memoryStore(), {
    network,
    overlay: undefined,
    registry: new ChainRegistry(chainModules.map(({ describe }) => describe(network))),
    clock: options.clock ?? testClock(new Date('2026-11-21T12:00:00Z')),
    settings: {
      blockTime: options.blockTime ?? 0,
      indexTransactions: options.indexed ?? false,
    },
    onFailure: () => {},
  })
  chain.producer.start()
  return chain
}

/** Issues signed bytes, as `xvm.issueTx` does. */
export async function issueBytes({ vm, producer }: XChain, bytes: Uint8Array): Promise<ID> {
  return producer.issue(vm.parse(bytes))
}

/** The initial output of the prefunded key. */
export const firstUtxo: Utxo = {
  txID: NATIVE,
  outputIndex: 1,
  assetID: NATIVE,
  output: amount([funded], 300_000_000_000_000_000n).output,
}

/** Returns the rule for which a transaction is rejected; undefined if it is accepted. */
export async function refusalOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.rule
    throw error
  }
}

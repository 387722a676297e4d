import { memoryStore, type Store } from '@native-node/node'
import { chainsOf } from '../../../packages/node/src/info/chains.ts'
import { localGenesis } from '../../../packages/node/src/genesis/local.ts'
import { networkOf } from '../../../packages/node/src/info/networks.ts'
import type { XChain } from '../../../packages/node/src/x-chain/chain.ts'
import { openXChain } from '../../../packages/node/src/x-chain/open.ts'
import { RefusedTx } from '../../../packages/node/src/x-chain/refusals.ts'
import type { Utxo } from '../../../packages/node/src/codec/structures.ts'
import { amount, funded, NATIVE } from './wallet.ts'

export interface Opened {
  readonly store?: Store
  readonly clock?: () => Date
  readonly blockTime?: number
  readonly indexed?: boolean
}

/** The X-Chain of the local network without a node around it. */
export async function openLedger(options: Opened = {}): Promise<XChain> {
  const network = networkOf(localGenesis)
  return openXChain(options.store ?? memoryStore(), {
    network,
    chains: chainsOf(network),
    nativeAliases: [],
    clock: options.clock ?? (() => new Date('2026-11-21T12:00:00Z')),
    blockTime: options.blockTime ?? 0,
    indexed: options.indexed ?? false,
    onFailure: () => {},
  })
}

/** What the funded key holds at first. */
export const firstUtxo: Utxo = {
  txID: NATIVE,
  outputIndex: 1,
  assetID: NATIVE,
  output: amount([funded], 300_000_000_000_000_000n).output,
}

/** The rule that a transaction is refused for; undefined where it is taken. */
export async function refusalOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof RefusedTx) return error.refusal
    throw error
  }
}

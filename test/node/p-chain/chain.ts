import { memoryStore, type Store } from '@native-node/node'
import type { Tip } from '../../../packages/node/src/chain/vm.ts'
import { Refusal } from '../../../packages/node/src/chain/refusal.ts'
import type { ID } from '../../../packages/node/src/codec/field.ts'
import type { PlatformBlock } from '../../../packages/node/src/codec/p-chain.ts'
import type { GenesisConfig } from '../../../packages/node/src/network/genesis/config.ts'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'
import { platformGenesis } from '../../../packages/node/src/network/genesis/p-chain.ts'
import { localParams, type PlatformParams } from '../../../packages/node/src/p-chain/params.ts'
import { PlatformState } from '../../../packages/node/src/p-chain/state/state.ts'
import type { Tx } from '../../../packages/node/src/p-chain/tx.ts'
import { platformVm } from '../../../packages/node/src/p-chain/vm.ts'
import { C, NATIVE, X } from '../x-chain/wallet.ts'

export const params: PlatformParams = {
  networkID: 12_345,
  hrp: 'local',
  nativeAssetID: NATIVE,
  peers: new Set([X, C]),
  ...localParams,
}

/** Start of the local network, in Unix seconds. */
export const START: bigint = localGenesis.startTime
export const DAY = 86_400n

export interface Opened {
  readonly store?: Store
  readonly genesis?: GenesisConfig
  readonly params?: PlatformParams
}

/** The P-Chain of the local network without a node: each transaction is accepted in its own block. */
export class TestChain {
  readonly store: Store
  readonly vm: ReturnType<typeof platformVm>
  readonly state: PlatformState
  /** Unix seconds. */
  now: bigint
  tip: Tip
  readonly blocks: PlatformBlock[] = []

  private constructor(store: Store, vm: ReturnType<typeof platformVm>, tip: Tip) {
    this.store = store
    this.vm = vm
    this.tip = tip
    this.now = tip.time
    this.state = new PlatformState(store)
  }

  static async open(options: Opened = {}): Promise<TestChain> {
    const store = options.store ?? memoryStore()
    const genesis = platformGenesis(options.genesis ?? localGenesis)
    const vm = platformVm(options.params ?? params, async () => genesis)
    return new TestChain(store, vm, await vm.open(store))
  }

  async accept(bytes: Uint8Array): Promise<ID> {
    const tx = this.vm.parse(bytes)
    const problem = await this.vm.verify(tx, this.store, this.now)
    if (problem !== undefined) throw problem
    await this.wake()
    const refused = await this.build([tx])
    if (refused !== undefined) throw refused
    return tx.id
  }

  /** Returns the rule that a transaction breaks; undefined if it was accepted. */
  async refusal(bytes: Uint8Array): Promise<string | undefined> {
    try {
      await this.accept(bytes)
      return undefined
    } catch (error) {
      if (error instanceof Refusal) return error.rule
      throw error
    }
  }

  async refused(bytes: Uint8Array): Promise<Refusal> {
    const error: unknown = await this.accept(bytes).catch((thrown: unknown) => thrown)
    if (error instanceof Refusal) return error
    throw new Error('not refused', { cause: error })
  }

  /** Builds and accepts the next blocks; returns the first rejection, if any. */
  async build(txs: readonly Tx[] = []): Promise<Error | undefined> {
    const { tip: parent, now, store } = this
    const time = now > parent.time ? now : parent.time
    const built = await this.vm.build({ parent, time, txs, state: store })
    for (const { changes, tip, block } of built?.blocks ?? []) {
      await store.write(changes)
      this.tip = tip
      this.blocks.push(block)
    }
    return built?.refused[0]?.error
  }

  /** Accepts the blocks that are due by time. */
  async wake(): Promise<void> {
    for (;;) {
      const at = await this.vm.wakeAt?.(this.tip, this.store)
      if (at === undefined || at > this.now) return
      await this.build()
    }
  }

  async advance(seconds: bigint): Promise<void> {
    this.now += seconds
    await this.wake()
  }
}

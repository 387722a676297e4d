import type { Built, Tip } from '../../chain/vm.ts'
import { Overlay } from '../../store/overlay.ts'
import type { Change, Reader, Store } from '../../store/store.ts'
import { Archive, type Executed } from '../chain/archive.ts'
import type { EvmHeader } from '../chain/header.ts'
import type { FormRules } from '../chain/rules.ts'
import { sealBlock } from '../chain/seal.ts'
import type { CTx, EvmTx } from '../chain/tx.ts'
import { checkForm } from '../chain/validity.ts'
import { CVm, tipOf, type CBuildInput, type HeaderChanges } from '../chain/vm.ts'
import { EvmEngine } from '../engine/engine.ts'
import type { Machine } from '../engine/machine.ts'
import { bytesOf, hexOf, type Hex } from '../hex.ts'
import { alteredRoots } from '../tables.ts'
import { readBlockSettings, settingsChange, type BlockSettings } from './block-settings.ts'
import { PendingVm } from './pending-vm.ts'

/** Values of the next block that development methods set. */
type NextBlock = Pick<HeaderChanges, 'timestamp' | 'baseFee' | 'difficulty'>

/**
 * The C-Chain of development mode: blocks whose headers and states development methods set, impersonated senders, and
 * blocks that are reverted.
 */
export class DevVm extends CVm {
  #settings: BlockSettings = {}
  /** Values of the next block only. */
  #next: NextBlock = {}
  readonly #revertListeners = new Set<(block: Executed) => void>()
  /**
   * Blocks that were cached before a reset. After the store is opened again, those that are no
   * longer accepted are reported as reverted.
   */
  #before: readonly Executed[] = []

  get settings(): BlockSettings {
    return this.#settings
  }

  override get form(): FormRules {
    const { gasLimit, minimumFee } = super.form
    return {
      gasLimit: this.#settings.gasLimit ?? gasLimit,
      minimumFee: this.#settings.minimumFee ?? minimumFee,
    }
  }

  override get miner(): Hex {
    return this.#settings.miner ?? super.miner
  }

  override async open(store: Store): Promise<Tip> {
    const tip = await super.open(store)
    this.#settings = await readBlockSettings(store)
    const before = this.#before
    this.#before = []
    for (const executed of before) {
      const { header, hash } = executed.block
      if ((await this.archive.hashAt(header.number)) === hash) continue
      for (const listener of this.#revertListeners) listener(executed)
    }
    return tip
  }

  override reset(): void {
    this.#next = {}
    this.#before = this.archive.recent()
    super.reset()
  }

  override onReverted(listener: (block: Executed) => void): () => void {
    this.#revertListeners.add(listener)
    return () => this.#revertListeners.delete(listener)
  }

  override checkForm(tx: EvmTx): void {
    checkForm(tx, this.form)
  }

  override draft(time: bigint, changes?: HeaderChanges): EvmHeader {
    const { interval, gasLimit } = this.#settings
    const timestamp = interval === undefined ? time : this.tip.header.timestamp + interval
    return super.draft(timestamp, { gasLimit, ...this.#next, ...changes })
  }

  override async build(input: CBuildInput): Promise<Built<Executed, CTx> | undefined> {
    const built = await super.build(input)
    if (built !== undefined && built.blocks.length > 0) this.#next = {}
    return built
  }

  /** Sets values of the next block. */
  setNext(values: NextBlock): void {
    this.#next = { ...this.#next, ...values }
  }

  /** Changes the settings of all later blocks. */
  async configure(store: Store, settings: BlockSettings): Promise<void> {
    this.#settings = { ...this.#settings, ...settings }
    await store.write([settingsChange(this.#settings)])
  }

  /**
   * Builds the block with a header, without accepting it. Returns a VM in which it is the last block. Its trie nodes are
   * not in the store, and therefore neither in the caches of this VM.
   */
  async preview(store: Store, header: EvmHeader, txs: Iterable<CTx>): Promise<PendingVm> {
    const { rules, tip, oldestState } = this
    const engineOn = (reader: Reader): EvmEngine =>
      new EvmEngine(reader, rules, async (height) => {
        const hash = await this.archive.hashAt(height)
        return hash && bytesOf(hash)
      })
    const machine = await engineOn(store).open(this.engine.rootOf(tip.header), header)
    const input = { parent: tipOf(tip), time: header.timestamp, txs, state: store }
    const { executed, changes } = await sealBlock(
      await this.run(machine, header, input),
      this.options,
    )
    const written = new Overlay(store)
    written.apply(changes)
    return new PendingVm(this.options, {
      tip: executed.block,
      archive: new Archive(written, rules),
      engine: engineOn(written),
      oldestState,
    })
  }

  /**
   * Changes the state after the last block. `work` changes the state and returns further store changes to write in the
   * same batch. The caller must pause block production.
   */
  async alter(store: Store, work: (machine: Machine) => Promise<readonly Change[]>): Promise<void> {
    const { header } = this.tip
    const { builder } = this
    const machine = await builder.after(header)
    try {
      await machine.state.checkpoint()
      const further = await work(machine)
      await machine.state.commit()
      const root = hexOf(await machine.state.getStateRoot())
      const altered = alteredRoots.put(root, header.number)
      await store.write([...machine.db.written(), altered, ...further])
      builder.settle()
      builder.committed(root)
      this.engine.alter(header.number, root)
    } catch (error) {
      // Discard the machine, because it contains changes that are not in the store.
      builder.drop()
      throw error
    }
  }
}

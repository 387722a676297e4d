import type { AcceptedBlock, BuildInput, Built, ResetReason, Tip } from '../../chain/vm.ts'
import { Overlay } from '../../store/overlay.ts'
import type { Change, Store } from '../../store/store.ts'
import { Archive, type Executed } from '../chain/archive.ts'
import { feeRule } from '../chain/base-fee.ts'
import type { BlockRun } from '../chain/block-run.ts'
import type { AtomicRules } from '../chain/atomic-rules.ts'
import type { FirstBlock } from '../chain/genesis.ts'
import type { EvmHeader } from '../chain/header.ts'
import type { FormRules } from '../chain/rules.ts'
import { sealBlock } from '../chain/seal.ts'
import type { CTx, EvmTx } from '../chain/tx.ts'
import { checkForm } from '../chain/validity.ts'
import { CVm, tipOf, type CBuildInput, type CVmOptions, type HeaderChanges } from '../chain/vm.ts'
import { EvmEngine } from '../engine/engine.ts'
import type { Machine } from '../engine/machine.ts'
import { larger, smaller } from '../bigint.ts'
import { bytesOf, hexOf, type Hex } from '../hex.ts'
import { alteredRoots } from '../tables.ts'
import { readBlockSettings, settingsChange, type BlockSettings } from './block-settings.ts'
import { SettingError } from '../../settings/setting-error.ts'
import { errors } from './errors.ts'
import { firstBlockOf } from './fork/first-block.ts'
import { readStart, startChange, Forking, type Start } from './fork/forking.ts'
import { PendingVm } from './pending-vm.ts'

/** Milliseconds for which the block of a fork may run: each of its reads can take seconds. */
const FORKED_BLOCK = 30_000

/** Gas limit of a block. Hardhat sends transactions with the gas limit of its own blocks to networks on this machine. */
const GAS_LIMIT = 30_000_000n
/** Seconds after which the gas of a block does not count for the base fee. */
const FEE_WINDOW = 10n

/** Values of the next block that development methods set. */
type NextBlock = Pick<HeaderChanges, 'timestamp' | 'baseFee' | 'difficulty'>

/** A state that blocks change that are not accepted. */
export interface DraftState {
  readonly state: Overlay
  readonly engine: EvmEngine
  readonly machine: Machine
}

/** A block that is not accepted. */
export interface Preview {
  /** The chain whose last block it is. */
  readonly vm: PendingVm
  readonly taken: readonly CTx[]
}

/**
 * The C-Chain of development mode: blocks whose headers and states development methods set, impersonated senders, and
 * blocks that are reverted.
 */
export class DevVm extends CVm {
  #settings: BlockSettings = {}
  /** Values of the next block only. */
  #next: NextBlock = {}
  /** The values of the last block that was built, which may have failed. */
  #used: NextBlock = {}
  readonly #revertListeners = new Set<(block: Executed) => void>()
  /** Blocks, newest first, of which those are reported as reverted that the store does not have when it is opened again. */
  #removable: readonly Executed[] = []
  readonly #forking: Forking
  /** The lowest height that the chain was reverted to: the blocks above it may differ from those of a snapshot. */
  #lowest: bigint | undefined

  constructor(options: CVmOptions, forking: Forking = new Forking(undefined)) {
    super(options)
    this.#forking = forking
  }

  get settings(): BlockSettings {
    return this.#settings
  }

  override get form(): FormRules {
    const { minimumFee } = super.form
    const baseFee = this.#next.baseFee ?? this.tip.header.baseFeePerGas ?? minimumFee
    const usual = baseFee < minimumFee ? 0n : minimumFee
    return {
      gasLimit: this.#gasLimit,
      minimumFee: this.#settings.minimumFee ?? usual,
    }
  }

  override get miner(): Hex {
    return this.#settings.miner ?? super.miner
  }

  get #gasLimit(): bigint {
    return this.#settings.gasLimit ?? this.#forking.current?.gasLimit ?? GAS_LIMIT
  }

  get #hardfork(): string {
    return this.rules.commonAt({ number: 0n, timestamp: 0n }).hardfork()
  }

  override get firstHeight(): bigint {
    return this.#forking.current?.number ?? super.firstHeight
  }

  override get oldestState(): bigint {
    return larger(super.oldestState, this.firstHeight)
  }

  /** A fork has no atomic transactions, because the other chains of its network are not forked. */
  protected override get atomic(): AtomicRules | undefined {
    return this.#forking.current === undefined ? super.atomic : undefined
  }

  protected override async firstBlock(store: Store): Promise<FirstBlock> {
    const { current: fork } = this.#forking
    const first = fork ? firstBlockOf(fork, this.rules) : await super.firstBlock(store)
    // No snapshot is older than a new chain.
    this.#lowest = undefined
    const start = startChange({ hardfork: this.#hardfork, chainId: this.rules.chainId, fork })
    return { ...first, changes: [...first.changes, start] }
  }

  override async open(store: Store): Promise<Tip> {
    const start = await readStart(store)
    this.#checkStart(start ?? {})
    this.#forking.follow(start)
    const tip = await super.open(store)
    this.#settings = await readBlockSettings(store)
    const removable = this.#removable
    this.#removable = []
    for (const executed of removable) {
      const { header, hash } = executed.block
      if ((await this.archive.hashAt(header.number)) === hash) continue
      for (const listener of this.#revertListeners) listener(executed)
    }
    return tip
  }

  /** Checks that the stored chain has the rules of this process. Throws a {@link SettingError}. */
  #checkStart({ hardfork = this.#hardfork, chainId = this.rules.chainId }: Start): void {
    const wanted =
      hardfork !== this.#hardfork
        ? `--hardfork ${hardfork}`
        : chainId !== this.rules.chainId
          ? `the chain ID ${chainId}`
          : undefined
    if (wanted === undefined) return
    const text = `The stored chain was started with ${wanted}. Start it with the same, or choose another --data-dir.`
    throw new SettingError(text)
  }

  override reset(why: ResetReason): void {
    if (why === 'reverted') this.#next = {}
    super.reset(why)
  }

  /**
   * Keeps the blocks with logs that a revert to a height may remove, unless nothing listens. Others need not be reported,
   * and those that stay are left out later.
   */
  async beforeRevert(height: bigint): Promise<void> {
    const { archive, tip, firstHeight } = this
    const found: Executed[] = []
    const from = (this.#lowest = smaller(this.#lowest ?? height, height))
    const heights = archive.blooms(larger(from, firstHeight) + 1n, tip.header.number)
    for await (const section of this.#revertListeners.size > 0 ? heights : []) {
      for (const [at] of section) {
        const block = await archive.byHeight(BigInt(at))
        const receipts = block && (await archive.receipts(block.hash))
        if (block && receipts) found.push({ block, receipts })
      }
    }
    this.#removable = found.toReversed()
  }

  override onReverted(listener: (block: Executed) => void): () => void {
    this.#revertListeners.add(listener)
    return () => this.#revertListeners.delete(listener)
  }

  override checkForm(tx: EvmTx): void {
    checkForm(tx, this.form)
  }

  override draft(time: bigint, changes?: HeaderChanges): EvmHeader {
    const { interval } = this.#settings
    const last = this.tip.header.timestamp
    // Hardhat and Anvil never give two blocks the same time by themselves.
    const usual = interval === undefined ? larger(time, last + 1n) : last + interval
    const values = { gasLimit: this.#gasLimit, ...this.#next, ...changes }
    const timestamp = values.timestamp ?? usual
    return super.draft(timestamp, {
      ...values,
      baseFee: values.baseFee ?? this.#baseFee(timestamp),
    })
  }

  /** Returns the base fee of the next block in wei, unless it was set. */
  #baseFee(timestamp: bigint): bigint {
    const { header } = this.tip
    const { fixedBaseFee } = this.options
    if (fixedBaseFee !== undefined) return fixedBaseFee
    if (header.number === 0n) return this.#forking.current?.baseFee ?? feeRule.minimum
    // Blocks that are built quickly are a second apart. Their gas would raise the fee without end.
    return this.rules.feeAfter(header, larger(timestamp, header.timestamp + FEE_WINDOW))
  }

  override async build(input: CBuildInput): Promise<Built<Executed, CTx> | undefined> {
    this.#used = this.#next
    return super.build(input)
  }

  override accepted(blocks: readonly AcceptedBlock<Executed>[]): void {
    // Keep what was set for the next block while this one was built.
    const used = new Map(Object.entries(this.#used))
    const later = Object.entries(this.#next).filter(([name, value]) => used.get(name) !== value)
    this.#next = Object.fromEntries(later)
    super.accepted(blocks)
  }

  protected override async run(
    machine: Machine,
    header: EvmHeader,
    input: BuildInput<CTx>,
  ): Promise<BlockRun> {
    if (this.#forking.current === undefined) return super.run(machine, header, input)
    const text = `the block reads the forked chain for more than ${FORKED_BLOCK / 1000} s`
    const timer = setTimeout(() => machine.db.end(errors.forkFailed(undefined, text)), FORKED_BLOCK)
    return super.run(machine, header, input).finally(() => clearTimeout(timer))
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
   * Opens a copy of the state after the last block, for {@link preview}. Its new trie nodes are not in the store, and
   * therefore neither in the caches of this VM.
   */
  async draftState(store: Store): Promise<DraftState> {
    const { header } = this.tip
    const state = new Overlay(store)
    const engine = new EvmEngine(state, this.rules, async (height) => {
      const hash = await this.archive.hashAt(height)
      return hash && bytesOf(hash)
    })
    return { state, engine, machine: await engine.open(this.engine.rootOf(header), header) }
  }

  /**
   * Builds the block with a header, without accepting it. Changes the state to the one after it, on which further blocks can
   * be built. Returns a VM in which the block is the last one.
   */
  async preview(
    { state, engine, machine }: DraftState,
    header: EvmHeader,
    txs: Iterable<CTx>,
  ): Promise<Preview> {
    const { rules, atomic, oldestState } = this
    const input = { parent: tipOf(this.tip), time: header.timestamp, txs, state }
    const run = await this.run(machine, header, input)
    const { executed, changes } = await sealBlock(run, { rules, atomic })
    state.apply(changes)
    machine.db.settle()
    const archive = new Archive(state, rules)
    const own = { tip: executed.block, archive, engine, oldestState }
    return { vm: new PendingVm(this.options, own), taken: run.taken }
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

import { createAddressFromString } from '@ethereumjs/util'
import { checkBlocks, type StoredBlock } from '../../chain/check-blocks.ts'
import { damagedChain } from '../../chain/damaged.ts'
import type { Built, BuildInput, BuiltBlock, Tip, Vm } from '../../chain/vm.ts'
import type { ID } from '../../codec/field.ts'
import { idOf } from '../../codec/ids.ts'
import { put, type Change, type Reader, type Store } from '../../store/store.ts'
import { EvmEngine } from '../engine/engine.ts'
import type { Machine } from '../engine/machine.ts'
import { bytesOf, hexOf, type Hex } from '../hex.ts'
import { alteredKey, atomicKey, transactionKey } from '../keys.ts'
import { Archive, blockChanges, type Executed } from './archive.ts'
import type { AtomicRules } from './atomic-rules.ts'
import { nextFee } from './base-fee.ts'
import { BlockMachine } from './block-machine.ts'
import { accountState, BlockRun } from './block-run.ts'
import type { EvmBlock } from './block.ts'
import { checkState, storedBlock } from './check.ts'
import {
  alteredRoots,
  settingsChange,
  readBlockSettings,
  type BlockSettings,
  type NextBlock,
} from './block-settings.ts'
import { draftHeader } from './draft.ts'
import { genesisBlock, type EvmGenesis } from './genesis.ts'
import type { EvmHeader } from './header.ts'
import { sealBlock } from './seal.ts'
import { BLACK_HOLE, GAS_LIMIT, type ChainRules, type FormRules } from './rules.ts'
import { impersonatedSender } from './impersonated.ts'
import { parseTx, type CTx, type EvmTx } from './tx.ts'
import { Pruner, PRUNED_WINDOW, prunedBelow } from './pruner.ts'
import { checkAccount, checkForm, type AccountState } from './validity.ts'
import { atomicRefusal, refusal } from '../refusals.ts'

export interface CVmOptions {
  readonly rules: ChainRules
  readonly genesis: EvmGenesis
  readonly atomic: AtomicRules | undefined
  /** Constant base fee for load tests. */
  readonly fixedBaseFee?: bigint | undefined
  /** Accepts transactions with a fake signature that encodes the sender. */
  readonly impersonation?: boolean
  /**
   * Minimum number of trie nodes written before old states are removed; undefined keeps all states.
   */
  readonly pruneAfter?: number | undefined
}

export class CVm implements Vm<Executed, CTx> {
  readonly name = 'C-Chain'
  readonly rules: ChainRules
  readonly next: NextBlock = {}
  settings: BlockSettings = {}
  readonly #options: CVmOptions
  readonly #listeners = new Set<(block: Executed) => void>()
  readonly #undoneListeners = new Set<(block: Executed) => void>()
  /**
   * Blocks that were cached before a reset. After the store is opened again, those that are no
   * longer accepted are reported as reverted.
   */
  #before: readonly Executed[] = []
  #archive: Archive | undefined
  #engine: EvmEngine | undefined
  #builder: BlockMachine | undefined
  #tip: EvmBlock | undefined
  #pruner: Pruner | undefined
  #prunedBelow = 0n
  /**
   * Time (Unix seconds) of the next attempt to include the transactions that were too cheap for the
   * last block.
   */
  #retryAt: bigint | undefined

  constructor(options: CVmOptions) {
    this.#options = options
    this.rules = options.rules
  }

  get archive(): Archive {
    return opened(this.#archive)
  }

  get engine(): EvmEngine {
    return opened(this.#engine)
  }

  get tip(): EvmBlock {
    return opened(this.#tip)
  }

  get oldestState(): bigint {
    const { number } = this.tip.header
    const isLong = this.#pruner !== undefined && number > PRUNED_WINDOW
    const oldest = isLong ? number - PRUNED_WINDOW : 0n
    return oldest > this.#prunedBelow ? oldest : this.#prunedBelow
  }

  get form(): FormRules {
    const { gasLimit, minimumFee } = this.rules.form
    return {
      gasLimit: this.settings.gasLimit ?? gasLimit ?? this.tip.header.gasLimit,
      minimumFee: this.settings.minimumFee ?? minimumFee,
    }
  }

  get miner(): Hex {
    return this.settings.miner ?? BLACK_HOLE
  }

  /**
   * Calls `listener` with each block once it is durable. Returns a function that removes the
   * listener.
   */
  onAccepted(listener: (block: Executed) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Calls `listener` with each block that development methods revert, newest first, at most the
   * last 256. Returns a function that removes the listener.
   */
  onUndone(listener: (block: Executed) => void): () => void {
    this.#undoneListeners.add(listener)
    return () => this.#undoneListeners.delete(listener)
  }

  readonly open = async (store: Store): Promise<Tip> => {
    const archive = (this.#archive ??= new Archive(store, this.rules))
    this.#engine ??= new EvmEngine(store, this.rules, async (height) => {
      const hash = await archive.hashAt(height)
      return hash && bytesOf(hash)
    })
    this.#builder ??= new BlockMachine(this.#engine)
    const hash = (await archive.tip()) ?? (await this.#writeGenesis(store))
    const block = await archive.byHash(hash)
    if (block === undefined) throw damagedChain(this.name, 'the last block is missing')
    const tip = tipOf(block)
    // Check the stored data only at the start of the process: data written by this process needs no
    // check.
    if (this.#tip === undefined) await this.#check(store, block)
    this.#tip = block
    this.settings = await readBlockSettings(store)
    this.#prunedBelow = await prunedBelow(store)
    const { pruneAfter } = this.#options
    if (pruneAfter !== undefined) this.#pruner ??= new Pruner(store, pruneAfter)
    for (const [height, root] of await alteredRoots(store)) this.engine.alter(height, root)
    await this.#reportUndone(archive)
    return tip
  }

  async #reportUndone(archive: Archive): Promise<void> {
    const before = this.#before
    this.#before = []
    for (const executed of before) {
      const { header, hash } = executed.block
      if ((await archive.hashAt(header.number)) === hash) continue
      for (const listener of this.#undoneListeners) listener(executed)
    }
  }

  async #check(store: Store, tip: EvmBlock): Promise<void> {
    const blockAt = (height: bigint): Promise<StoredBlock | undefined> =>
      storedBlock(store, this.rules, height)
    await checkBlocks({ name: this.name, blockAt }, tipOf(tip))
    await checkState(store, tip)
  }

  async configure(store: Store, settings: BlockSettings): Promise<void> {
    this.settings = { ...this.settings, ...settings }
    await store.write([settingsChange(this.settings)])
  }

  /**
   * Changes the state after the last block, for development methods. `work` changes the state and
   * returns further store changes to write in the same batch. The caller must pause block
   * production.
   */
  async alter(store: Store, work: (machine: Machine) => Promise<readonly Change[]>): Promise<void> {
    const { header } = this.tip
    const builder = opened(this.#builder)
    const machine = await builder.after(header)
    try {
      await machine.state.checkpoint()
      const further = await work(machine)
      await machine.state.commit()
      const root = hexOf(await machine.state.getStateRoot())
      const altered = put(alteredKey(header.number), bytesOf(root))
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

  readonly parse = (bytes: Uint8Array): CTx => {
    const tx = parseTx(bytes, this.rules)
    if (tx.kind === 'evm') this.#checkEvm(tx)
    else this.#atomic().checkForm(tx)
    return tx
  }

  readonly verify = async (tx: CTx, state: Reader, time: bigint): Promise<void> => {
    if (tx.kind === 'evm') return checkAccount(tx, await this.account(tx.from))
    const { baseFee } = nextFee(this.tip.header, time)
    return this.#atomic().check(tx, {
      state,
      time,
      baseFee,
      account: (address) => this.account(address),
    })
  }

  readonly isAccepted = async (id: ID, state: Reader): Promise<boolean> => {
    const keys = [transactionKey(`0x${id}`), atomicKey(id)]
    return (await state.getMany(keys)).some((value) => value !== undefined)
  }

  readonly build = async (input: BuildInput<CTx>): Promise<Built<Executed, CTx> | undefined> => {
    // Imported chains do not produce blocks.
    if (this.rules.layout === 'ethereum') return undefined
    if (this.#pruner?.isDue === true) await this.#prune(this.#pruner)
    const header = this.draft(this.tip.header, input.time)
    const builder = opened(this.#builder)
    const machine = await builder.after(this.tip.header)
    await machine.state.checkpoint()
    const run = new BlockRun({ machine, header, input, atomic: this.#options.atomic })
    await run.all()
    this.#retryAt = run.isTooCheap ? input.time + 1n : undefined
    if (run.isEmpty && this.next.isForced !== true) {
      await machine.state.revert()
      const { refused } = run
      return refused.length === 0 ? undefined : { blocks: [], taken: [], refused }
    }
    const { executed, bytes, changes } = await sealBlock(run, this.#options)
    builder.committed(executed.block.header.stateRoot)
    const built = { tip: tipOf(executed.block), block: executed, bytes, changes }
    this.#forgetNext()
    return { blocks: [built], taken: run.taken, refused: run.refused }
  }

  readonly wakeAt = async (): Promise<bigint | undefined> => this.#retryAt

  readonly accepted = (blocks: readonly BuiltBlock<Executed>[]): void => {
    // Settle even if old states are not pruned: nodes that are not settled are written again with
    // each block.
    const nodes = this.#builder?.settle() ?? 0
    this.#pruner?.count(nodes)
    for (const { block } of blocks) {
      this.archive.remember(block)
      this.#tip = block.block
      for (const listener of this.#listeners) listener(block)
    }
  }

  readonly reset = (): void => {
    this.#builder?.drop()
    this.#forgetNext()
    this.#before = this.#archive?.recent() ?? []
    this.#archive?.clear()
    this.#engine?.clear()
  }

  draft(parent: EvmHeader, time: bigint): EvmHeader {
    const { interval } = this.settings
    const timestamp =
      this.next.timestamp ?? (interval === undefined ? time : parent.timestamp + interval)
    return draftHeader(parent, {
      parentHash: this.tip.hash,
      timestamp,
      miner: this.miner,
      gasLimit: this.settings.gasLimit ?? GAS_LIMIT,
      baseFee: this.next.baseFee ?? this.#options.fixedBaseFee,
    })
  }

  async account(address: Hex): Promise<AccountState> {
    const { state } = await this.engine.state(this.tip.header)
    const account = await state.getAccount(createAddressFromString(address))
    return accountState(account)
  }

  async #prune(pruner: Pruner): Promise<void> {
    const rootAt = async (height: bigint): Promise<Hex | undefined> => {
      const block = await this.archive.byHeight(height)
      return block && this.engine.rootOf(block.header)
    }
    const head = this.tip.header.number
    this.#prunedBelow = await pruner.run({ head, rootAt })
    this.#builder?.drop()
    this.engine.forget()
  }

  #checkEvm(tx: EvmTx): void {
    if (this.#options.impersonation !== true && impersonatedSender(tx.tx) !== undefined) {
      throw refusal('invalidSender', 'invalid sender')
    }
    checkForm(tx, this.form)
  }

  #forgetNext(): void {
    for (const name of Object.keys(this.next)) delete this.next[name as keyof NextBlock]
  }

  async #writeGenesis(store: Store): Promise<Hex> {
    const { block, bytes, changes } = await genesisBlock(this.#options.genesis, store, this.rules)
    await store.write([...changes, ...blockChanges({ block, receipts: [] }, bytes)])
    return block.hash
  }

  #atomic(): AtomicRules {
    const { atomic } = this.#options
    if (atomic === undefined) {
      throw atomicRefusal('unavailable')
    }
    return atomic
  }
}

export function tipOf({ hash, header }: EvmBlock): Tip {
  return { id: idOf(bytesOf(hash)), height: header.number, time: header.timestamp }
}

function opened<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The C-Chain is not open yet')
  return value
}

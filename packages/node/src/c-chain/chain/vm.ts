import { checkBlocks, type StoredBlock } from '../../chain/check-blocks.ts'
import { damagedChain } from '../../chain/damaged.ts'
import type {
  AcceptedBlock,
  Built,
  BuildInput,
  FollowedBlock,
  FollowInput,
  ResetReason,
  Tip,
  Vm,
} from '../../chain/vm.ts'
import type { ID } from '../../codec/field.ts'
import { idOf } from '../../codec/ids.ts'
import { hasPrefix, scan, type Change, type Reader, type Store } from '../../store/store.ts'
import { EvmEngine } from '../engine/engine.ts'
import type { Machine } from '../engine/machine.ts'
import { bytesOf, hexOf, type Hex } from '../hex.ts'
import { alteredRoots, atomicTxs, heightIn, nodePrefix, oldestKept, places } from '../tables.ts'
import { Archive, blockChanges, type Executed } from './archive.ts'
import type { AtomicRules } from './atomic-rules.ts'
import { BlockMachine } from './block-machine.ts'
import { accountIn, BlockRun, type ExecuteTx } from './block-run.ts'
import type { EvmBlock } from './block.ts'
import { checkState, storedBlock } from './check.ts'
import { genesisBlock, type EvmGenesis, type FirstBlock } from './genesis.ts'
import type { EvmHeader } from './header.ts'
import { sealBlock } from './seal.ts'
import { BLACK_HOLE, type EvmRules, type FormRules } from './rules.ts'
import { impersonatedSender } from './impersonated.ts'
import { parseTx, type CTx, type EvmTx } from './tx.ts'
import { Pruner, PRUNED_WINDOW } from './pruner.ts'
import { checkAccount, checkForm, type AccountState } from './validity.ts'
import { atomicRefusal, refusal } from '../refusals.ts'

/** Seconds after which the base fee no longer falls. */
const LONGEST_FALL = 2n ** 32n

export interface CVmOptions {
  readonly rules: EvmRules
  readonly genesis: EvmGenesis
  readonly atomic: AtomicRules | undefined
  /** Constant base fee for load tests. */
  readonly fixedBaseFee?: bigint | undefined
  /**
   * Minimum number of trie nodes written before old states are removed; undefined keeps all states.
   */
  readonly pruneAfter?: number | undefined
  /** Executes the transactions of new blocks; by default, in the main thread. */
  readonly execute?: ExecuteTx | undefined
  /** Whether receipts have what contracts print. */
  readonly prints?: boolean
}

/** Values of the header of a new block that replace those of the rules. */
export interface HeaderChanges {
  /** Unix seconds. */
  readonly timestamp?: bigint | undefined
  /** In wei. */
  readonly baseFee?: bigint | undefined
  readonly gasLimit?: bigint | undefined
  /** Value of the opcode PREVRANDAO, too. */
  readonly difficulty?: bigint | undefined
}

export interface CBuildInput extends BuildInput<CTx>, HeaderChanges {}

export class CVm implements Vm<Executed, CTx> {
  readonly name = 'C-Chain'
  readonly rules: EvmRules
  protected readonly options: CVmOptions
  readonly #listeners = new Set<(block: Executed) => void>()
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
    this.options = options
    this.rules = options.rules
  }

  get archive(): Archive {
    return opened(this.#archive)
  }

  get engine(): EvmEngine {
    return opened(this.#engine)
  }

  protected get builder(): BlockMachine {
    return opened(this.#builder)
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

  /** Height of the first block. */
  get firstHeight(): bigint {
    return 0n
  }

  get form(): FormRules {
    const { gasLimit, minimumFee } = this.rules.form
    return { gasLimit: gasLimit ?? this.tip.header.gasLimit, minimumFee }
  }

  get miner(): Hex {
    return BLACK_HOLE
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
   * Calls `listener` with each block with logs that is reverted, newest first. Returns a function that removes the listener.
   * Accepted blocks are final, except in development mode.
   */
  onReverted(_listener: (block: Executed) => void): () => void {
    return () => {}
  }

  async open(store: Store): Promise<Tip> {
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
    this.#prunedBelow = (await oldestKept.get(store)) ?? 0n
    const { pruneAfter } = this.options
    if (pruneAfter !== undefined) this.#pruner ??= new Pruner(store, pruneAfter)
    this.engine.replaceAltered(await readAlteredRoots(store))
    return tip
  }

  async #check(store: Store, tip: EvmBlock): Promise<void> {
    const blockAt = (height: bigint): Promise<StoredBlock | undefined> =>
      storedBlock(store, this.rules, height)
    await checkBlocks({ name: this.name, first: this.firstHeight, blockAt }, tipOf(tip))
    await checkState(store, tip)
  }

  parse(bytes: Uint8Array): CTx {
    const tx = parseTx(bytes, this.rules)
    if (tx.kind === 'evm') this.checkForm(tx)
    else this.#atomic().checkForm(tx)
    return tx
  }

  async verify(tx: CTx, state: Reader, time: bigint): Promise<void> {
    if (tx.kind === 'evm') return checkAccount(tx, await this.account(tx.from))
    const { baseFeePerGas: baseFee = 0n } = this.draft(time)
    return this.#atomic().check(tx, {
      state,
      time,
      baseFee,
      account: (address) => this.account(address),
    })
  }

  async isAccepted(id: ID, state: Reader): Promise<boolean> {
    const keys = [places.key(id), atomicTxs.key(id)]
    return (await state.getMany(keys)).some((value) => value !== undefined)
  }

  async build(input: CBuildInput): Promise<Built<Executed, CTx> | undefined> {
    if (this.#pruner?.isDue === true) await this.#prune(this.#pruner)
    const header = this.draft(input.time, input)
    const { builder } = this
    const run = await this.run(await builder.after(this.tip.header), header, input)
    this.#retryAt = this.#canFallTo(run.unpaid, input) ? input.time + 1n : undefined
    if (run.isEmpty && input.force !== true) {
      await run.machine.state.revert()
      const { refused } = run
      return refused.length === 0 ? undefined : { blocks: [], taken: [], refused }
    }
    const { executed, bytes, changes } = await sealBlock(run, {
      rules: this.rules,
      atomic: this.atomic,
    })
    builder.committed(executed.block.header.stateRoot)
    const built = { tip: tipOf(executed.block), block: executed, bytes, changes }
    return { blocks: [built], taken: run.taken, refused: run.refused }
  }

  /** Whether the base fee falls to a fee cap (wei) if enough time passes without a block. */
  #canFallTo(cap: bigint | undefined, input: CBuildInput): boolean {
    if (cap === undefined) return false
    const { baseFeePerGas = 0n } = this.draft(input.time + LONGEST_FALL, input)
    return baseFeePerGas <= cap
  }

  /** Runs the transactions of a new block on a machine, after a checkpoint of its state. */
  protected async run(
    machine: Machine,
    header: EvmHeader,
    input: BuildInput<CTx>,
  ): Promise<BlockRun> {
    const { atomic } = this
    const { execute, prints } = this.options
    await machine.state.checkpoint()
    const run = new BlockRun({ machine, header, input, atomic, execute, prints })
    await run.all()
    return run
  }

  async wakeAt(): Promise<bigint | undefined> {
    return this.#retryAt
  }

  async follow({ tip, state, changes }: FollowInput): Promise<readonly FollowedBlock<Executed>[]> {
    if (changes.some(removesState)) {
      this.#prunedBelow = (await oldestKept.get(state)) ?? 0n
      this.engine.forget()
    }
    const archive = new Archive(state, this.rules)
    const head = await archive.tip()
    const last = head && (await archive.byHash(head))
    const found: FollowedBlock<Executed>[] = []
    for (let height = tip.height + 1n; height <= (last?.header.number ?? 0n); height++) {
      const block = await archive.byHeight(height)
      const receipts = block && (await archive.receipts(block.hash))
      if (block === undefined || receipts === undefined)
        throw damagedChain(this.name, `block ${height} is missing`)
      found.push({ tip: tipOf(block), block: { block, receipts }, transactions: block.txs.length })
    }
    return found
  }

  accepted(blocks: readonly AcceptedBlock<Executed>[]): void {
    // Settle even if old states are not pruned: nodes that are not settled are written again with
    // each block.
    const nodes = this.#builder?.settle() ?? 0
    this.#pruner?.count(nodes)
    for (const { block } of blocks) {
      this.archive.remember(withoutPrinted(block))
      this.#tip = block.block
      for (const listener of this.#listeners) listener(block)
    }
  }

  reset(_why: ResetReason): void {
    this.#builder?.drop()
    this.#archive?.clear()
    // Keeps the state roots that development methods set, until the chain is opened again.
    this.#engine?.forget()
  }

  /** Returns the header of a block that is built at `time` (Unix seconds), before any transaction is run. */
  draft(time: bigint, changes: HeaderChanges = {}): EvmHeader {
    return this.rules.draft(this.tip, {
      timestamp: changes.timestamp ?? time,
      miner: this.miner,
      gasLimit: changes.gasLimit,
      difficulty: changes.difficulty,
      baseFee: changes.baseFee ?? this.options.fixedBaseFee,
    })
  }

  async account(address: Hex): Promise<AccountState> {
    const { state } = await this.engine.state(this.tip.header)
    return accountIn(state, address)
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

  /** Checks the rules for an EVM transaction that do not depend on the chain state. Throws a `Refusal`. */
  checkForm(tx: EvmTx): void {
    if (impersonatedSender(tx.tx) !== undefined) throw refusal('invalidSender', 'invalid sender')
    checkForm(tx, this.form)
  }

  async #writeGenesis(store: Store): Promise<Hex> {
    const { block, bytes, changes } = await this.firstBlock(store)
    await store.write([...changes, ...blockChanges({ block, receipts: [] }, bytes)])
    return block.hash
  }

  /** Returns the block that the chain begins with, and the changes that store its state. */
  protected firstBlock(store: Store): Promise<FirstBlock> {
    return genesisBlock(this.options.genesis, store, this.rules)
  }

  protected get atomic(): AtomicRules | undefined {
    return this.options.atomic
  }

  #atomic(): AtomicRules {
    const { atomic } = this
    if (atomic === undefined) {
      throw atomicRefusal('unavailable')
    }
    return atomic
  }
}

/** Returns a block without what its contracts printed, which only listeners get. */
function withoutPrinted({ block, receipts }: Executed): Executed {
  if (receipts.every(({ printed }) => printed === undefined)) return { block, receipts }
  return { block, receipts: receipts.map((receipt) => ({ ...receipt, printed: undefined })) }
}

/** Reads the state roots that development methods set, by height. */
export async function readAlteredRoots(store: Reader): Promise<ReadonlyMap<bigint, Hex>> {
  const roots = new Map<bigint, Hex>()
  for await (const { key, value } of scan(store, alteredRoots.prefix))
    roots.set(heightIn(key), hexOf(value))
  return roots
}

/** Whether a change removes a trie node, or records that states were removed. */
function removesState({ kind, key }: Change): boolean {
  return kind === 'delete'
    ? hasPrefix(key, nodePrefix)
    : Buffer.compare(key, oldestKept.prefix) === 0
}

export function tipOf({ hash, header }: EvmBlock): Tip {
  return { id: idOf(bytesOf(hash)), height: header.number, time: header.timestamp }
}

function opened<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The C-Chain is not open yet')
  return value
}

import type { Account } from '@ethereumjs/util'
import { createAccount, createAddressFromString } from '@ethereumjs/util'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { RLP } from '@ethereumjs/rlp'
import { RefusedTx } from '../../chain/refused-tx.ts'
import type { Built, BuildInput, BuiltBlock, Refused, Tip, Vm } from '../../chain/vm.ts'
import type { ID } from '../../codec/field.ts'
import { idOf } from '../../codec/ids.ts'
import type { Change, Reader, Store } from '../../store/store.ts'
import { EvmEngine } from '../engine/engine.ts'
import { environmentOf, execute } from '../engine/executor.ts'
import { moveMachine, type Machine } from '../engine/machine.ts'
import { bytesOf, hexOf, type Hex } from '../hex.ts'
import { atomicKey, transactionKey } from '../keys.ts'
import { Archive, blockChanges, type Executed } from './archive.ts'
import type { AtomicRules } from './atomic-rules.ts'
import { nextFee } from './base-fee.ts'
import { assembleBlock, type EvmBlock } from './block.ts'
import { EMPTY_UNCLES, genesisHeader, genesisState, ZERO_WORD, type EvmGenesis } from './genesis.ts'
import type { EvmHeader } from './header.ts'
import { bloomOf, consensusReceipt, type EvmReceipt } from './receipt.ts'
import { listRoot } from './roots.ts'
import { BLACK_HOLE, GAS_LIMIT, type ChainRules } from './rules.ts'
import { parseTx, type AtomicCTx, type CTx, type EvmTx } from './tx.ts'
import { brokenRule, checkForm, isAffordable, type AccountState } from './validity.ts'

const LEAST_GAS = 21_000n

/** What a C-Chain is made of. */
export interface CVmOptions {
  readonly rules: ChainRules
  readonly genesis: EvmGenesis
  readonly atomic: AtomicRules | undefined
  /** Base fee of every block, in place of the rule; for load tests. */
  readonly fixedBaseFee?: bigint | undefined
}

/** What the next block is given in place of what it would have: for the development namespace. */
export interface NextBlock {
  timestamp?: bigint
  baseFee?: bigint
  /** Builds it even without transactions. */
  isForced?: boolean
  miner?: Hex
  gasLimit?: bigint
}

/** The rules of the C-Chain, over the EVM engine. */
export class CVm implements Vm<Executed, CTx> {
  readonly rules: ChainRules
  readonly next: NextBlock = {}
  readonly #options: CVmOptions
  readonly #listeners = new Set<(block: Executed) => void>()
  #archive: Archive | undefined
  #engine: EvmEngine | undefined
  #builder: { readonly machine: Machine; root: Hex } | undefined
  #tip: EvmBlock | undefined
  /** When a block could take what was too cheap for the last one. */
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

  /** The last accepted block. */
  get tip(): EvmBlock {
    return opened(this.#tip)
  }

  /** Calls back with each block once it is durable; returns a function that stops it. */
  onAccepted(listener: (block: Executed) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly open = async (store: Store): Promise<Tip> => {
    const archive = (this.#archive ??= new Archive(store, this.rules))
    this.#engine ??= new EvmEngine(store, this.rules, async (height) => {
      const hash = await archive.hashAt(height)
      return hash && bytesOf(hash)
    })
    const hash = (await archive.tip()) ?? (await this.#writeGenesis(store))
    const block = await archive.byHash(hash)
    if (block === undefined) throw new Error(`Block ${hash} of the C-Chain is not in the store`)
    this.#tip = block
    return tipOf(block)
  }

  readonly parse = (bytes: Uint8Array): CTx => {
    const tx = parseTx(bytes, this.rules)
    if (tx.kind === 'evm') checkForm(tx, this.rules.form)
    else this.#atomic().checkForm(tx)
    return tx
  }

  readonly verify = async (tx: CTx, state: Reader, time: bigint): Promise<Error | undefined> => {
    if (tx.kind === 'evm') return brokenRule(tx, await this.account(tx.from))
    const { baseFee } = nextFee(this.tip.header, time)
    return this.#atomic().brokenRule(tx, {
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
    // Imported chains get their blocks from elsewhere.
    if (this.rules.layout === 'ethereum') return undefined
    const header = this.draft(this.tip.header, input.time)
    const machine = await this.#machineAt(this.tip.header.stateRoot)
    await machine.state.checkpoint()
    const run = new BlockRun({ machine, header, input, atomic: this.#options.atomic })
    await run.all()
    this.#retryAt = run.isTooCheap ? input.time + 1n : undefined
    if (run.isEmpty && this.next.isForced !== true) {
      await machine.state.revert()
      const { refused } = run
      return refused.length === 0 ? undefined : { blocks: [], taken: [], refused }
    }
    const built = await this.#seal(run)
    for (const name of Object.keys(this.next)) delete this.next[name as keyof NextBlock]
    return { blocks: [built], taken: run.taken, refused: run.refused }
  }

  readonly wakeAt = async (): Promise<bigint | undefined> => this.#retryAt

  readonly accepted = (blocks: readonly BuiltBlock<Executed>[]): void => {
    this.#builder?.machine.db.settle()
    for (const { block } of blocks) {
      this.archive.remember(block)
      this.#tip = block.block
      for (const listener of this.#listeners) listener(block)
    }
  }

  readonly reset = (): void => {
    this.#builder = undefined
    this.#archive?.clear()
    this.#engine?.clear()
  }

  /** The header of the block after `parent` at `time`, before anything was run. */
  draft(parent: EvmHeader, time: bigint): EvmHeader {
    const timestamp = this.next.timestamp ?? time
    const { baseFee, window } = nextFee(parent, timestamp)
    return {
      ...parent,
      parentHash: this.tip.hash,
      sha3Uncles: EMPTY_UNCLES,
      miner: this.next.miner ?? BLACK_HOLE,
      difficulty: 1n,
      number: parent.number + 1n,
      gasLimit: this.next.gasLimit ?? GAS_LIMIT,
      gasUsed: 0n,
      timestamp,
      extraData: window,
      mixHash: ZERO_WORD,
      nonce: '0x0000000000000000',
      extDataHash: extDataHash(new Uint8Array(0)),
      baseFeePerGas: this.next.baseFee ?? this.#options.fixedBaseFee ?? baseFee,
      extDataGasUsed: 0n,
      blockGasCost: 0n,
      blobGasUsed: 0n,
      excessBlobGas: 0n,
      parentBeaconBlockRoot: ZERO_WORD,
    }
  }

  /** An account in the last accepted state. */
  async account(address: Hex): Promise<AccountState> {
    const { state } = await this.engine.state(this.tip.header)
    const account = await state.getAccount(createAddressFromString(address))
    return accountState(account)
  }

  async #seal(run: BlockRun): Promise<BuiltBlock<Executed>> {
    const { machine, receipts, evmTxs, atomicTxs } = run
    const extData = this.#options.atomic?.encodeAll(atomicTxs) ?? new Uint8Array(0)
    const logs = receipts.flatMap((receipt) => receipt.logs)
    const txs = evmTxs.map(({ tx }) => tx)
    await run.burnBaseFee()
    const stateRoot = hexOf(await machine.state.getStateRoot())
    await machine.state.commit()
    const header: EvmHeader = {
      ...run.header,
      stateRoot,
      transactionsRoot: await listRoot(evmTxs.map(({ bytes }) => bytes)),
      receiptsRoot: await listRoot(receipts.map(consensusReceipt)),
      logsBloom: hexOf(bloomOf(logs)),
      gasUsed: run.gasUsed,
      extDataHash: extDataHash(extData),
      extDataGasUsed: run.atomicGas,
    }
    const { block, bytes } = assembleBlock({ header, txs, uncles: [], extData }, this.rules.layout)
    if (this.#builder !== undefined) this.#builder.root = stateRoot
    const executed = { block, receipts }
    const changes: readonly Change[] = [
      ...machine.db.written(),
      ...blockChanges(executed, bytes),
      ...run.atomicChanges(header.number),
    ]
    return { tip: tipOf(block), block: executed, bytes, changes }
  }

  async #machineAt(root: Hex): Promise<Machine> {
    if (this.#builder === undefined) {
      this.#builder = { machine: await this.engine.open(root, this.tip.header), root }
    }
    const builder = this.#builder
    if (builder.root !== root) {
      builder.machine.db.discard()
      await moveMachine(builder.machine, root)
      builder.root = root
    }
    return builder.machine
  }

  async #writeGenesis(store: Store): Promise<Hex> {
    const { genesis } = this.#options
    const { root, changes } = await genesisState(genesis, store)
    const header = genesisHeader(genesis, root, this.rules)
    const parts = {
      header,
      txs: [],
      uncles: [],
      extData: new Uint8Array(0),
      ...(header.withdrawalsRoot !== undefined && { withdrawals: [] }),
    }
    const { block, bytes } = assembleBlock(parts, this.rules.layout)
    await store.write([...changes, ...blockChanges({ block, receipts: [] }, bytes)])
    return block.hash
  }

  #atomic(): AtomicRules {
    const { atomic } = this.#options
    if (atomic === undefined) {
      throw new RefusedTx('noAtomic', 'transactionRefused', 'this chain has no atomic transactions')
    }
    return atomic
  }
}

interface RunInput {
  readonly machine: Machine
  readonly header: EvmHeader
  readonly input: BuildInput<CTx>
  readonly atomic: AtomicRules | undefined
}

/** Fills one block. */
class BlockRun {
  readonly machine: Machine
  readonly header: EvmHeader
  readonly evmTxs: EvmTx[] = []
  readonly atomicTxs: AtomicCTx[] = []
  readonly receipts: EvmReceipt[] = []
  readonly refused: Refused<CTx>[] = []
  readonly #input: BuildInput<CTx>
  readonly #atomic: AtomicRules | undefined
  readonly #atomicChanges: Change[] = []
  /** Senders whose next transaction this block cannot take. */
  readonly #waiting = new Set<Hex>()
  gasUsed = 0n
  atomicGas = 0n
  isTooCheap = false

  constructor({ machine, header, input, atomic }: RunInput) {
    this.machine = machine
    this.header = header
    this.#input = input
    this.#atomic = atomic
  }

  get isEmpty(): boolean {
    return this.evmTxs.length === 0 && this.atomicTxs.length === 0
  }

  get taken(): readonly CTx[] {
    return [...this.evmTxs, ...this.atomicTxs]
  }

  /** Runs the transactions of the EVM, then the atomic ones, which blocks apply last. */
  async all(): Promise<void> {
    const block = environmentOf(this.header, this.machine.common)
    const atomic: AtomicCTx[] = []
    for (const tx of this.#input.txs) {
      if (this.header.gasLimit - this.gasUsed < LEAST_GAS) break
      if (tx.kind === 'atomic') atomic.push(tx)
      else if (!this.#waiting.has(tx.from)) await this.#evm(tx, block)
    }
    for (const tx of atomic) await this.#takeAtomic(tx)
  }

  /** The whole base fee goes to the miner, whom nobody is. */
  async burnBaseFee(): Promise<void> {
    const { state } = this.machine
    const amount = (this.header.baseFeePerGas ?? 0n) * this.gasUsed
    if (amount === 0n) return
    const address = createAddressFromString(this.header.miner)
    const account = (await state.getAccount(address)) ?? createAccount({})
    account.balance += amount
    await state.putAccount(address, account)
  }

  atomicChanges(height: bigint): readonly Change[] {
    const accepted = this.atomicTxs.map((tx) => this.#atomic?.accepted(tx, height) ?? [])
    return [...this.#atomicChanges, ...accepted.flat()]
  }

  async #evm(tx: EvmTx, block: ReturnType<typeof environmentOf>): Promise<void> {
    const account = await this.account(tx.from)
    const isTooCheap = !isAffordable(tx.tx, this.header)
    this.isTooCheap ||= isTooCheap
    const isLate = tx.tx.gasLimit > this.header.gasLimit - this.gasUsed
    if (tx.tx.nonce > account.nonce || isTooCheap || isLate) {
      this.#waiting.add(tx.from)
      return
    }
    const error = brokenRule(tx, account) ?? (await this.#execute(tx, block))
    if (error === undefined) return
    this.refused.push({ tx, error })
    if (tx.tx.nonce >= account.nonce) this.#waiting.add(tx.from)
  }

  async #execute(
    tx: EvmTx,
    block: ReturnType<typeof environmentOf>,
  ): Promise<RefusedTx | undefined> {
    try {
      const receipt = await execute(this.machine, tx.tx, block, this.gasUsed)
      this.gasUsed += receipt.gasUsed
      this.receipts.push(receipt)
      this.evmTxs.push(tx)
      return undefined
    } catch (error) {
      // The machine took everything back: what it did not accept breaks a rule that was not checked before.
      const message = error instanceof Error ? error.message : String(error)
      return new RefusedTx('refused', 'invalidTransaction', message)
    }
  }

  async #takeAtomic(tx: AtomicCTx): Promise<void> {
    const { state, time } = this.#input
    if (this.#atomic === undefined) return
    const context = {
      state,
      time,
      baseFee: this.header.baseFeePerGas ?? 0n,
      account: (address: Hex) => this.account(address),
    }
    const gas = this.#atomic.gasOf(tx)
    if (this.atomicGas + gas > this.#atomic.gasLimit) return
    const error = await this.#atomic.brokenRule(tx, context)
    if (error !== undefined) {
      this.refused.push({ tx, error })
      return
    }
    await this.#atomic.apply(tx, this.machine)
    this.#atomicChanges.push(...(await this.#atomic.changes(tx, state)))
    this.atomicGas += gas
    this.atomicTxs.push(tx)
  }

  async account(address: Hex): Promise<AccountState> {
    return accountState(await this.machine.state.getAccount(createAddressFromString(address)))
  }
}

function accountState(account: Account | undefined): AccountState {
  return {
    nonce: account?.nonce ?? 0n,
    balance: account?.balance ?? 0n,
    isContract: account?.isContract() ?? false,
  }
}

function extDataHash(extData: Uint8Array): Hex {
  return hexOf(keccak_256(RLP.encode(extData)))
}

function tipOf({ hash, header }: EvmBlock): Tip {
  return { id: idOf(bytesOf(hash)), height: header.number, time: header.timestamp }
}

function opened<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The C-Chain is not open yet')
  return value
}

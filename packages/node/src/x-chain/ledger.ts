import { decode, encode, type ID } from '../codec/field.ts'
import { ZERO_ID } from '../codec/ids.ts'
import { StandardBlock, type Genesis } from '../codec/x-chain.ts'
import { hashID } from '../crypto/hashes.ts'
import { assetTx, genesisBlock } from '../genesis/x-chain.ts'
import type { Store } from '../store/store.ts'
import { Draft, type Movement } from './draft.ts'
import { History } from './history.ts'
import { Mempool, type Waiting } from './mempool.ts'
import { RefusedTx, type Refusal, type Verdict } from './refusals.ts'
import { checkSemantics, type View } from './rules/semantics.ts'
import { checkSyntax, type ChainRules } from './rules/syntax.ts'
import { ChainState, type Tip } from './state.ts'
import { parseTx, producedBy, type Tx } from './tx.ts'

/** How a chain of assets is run. */
export interface LedgerOptions {
  readonly rules: ChainRules
  readonly genesis: Genesis
  /** Time of the genesis block in Unix seconds. */
  readonly genesisTime: bigint
  /** Chains that assets can be exported to and imported from. */
  readonly peers: ReadonlySet<ID>
  readonly clock: () => Date
  /** Milliseconds from a transaction to its block; 0 accepts at once. */
  readonly blockTime: number
  /** Whether the transactions of each address are listed. */
  readonly indexed: boolean
  /** Is told of a block that could not be written. */
  readonly onFailure: (error: unknown) => void
}

/** What the chain knows of a transaction. */
export type TxStatus = 'Accepted' | 'Processing' | 'Rejected' | 'Unknown'

/** Bytes of transactions that one block takes. */
const BLOCK_BYTES = 128 * 1024

/** A chain of assets: transactions come in, are checked, and are accepted in blocks. */
export class Ledger {
  readonly state: ChainState
  readonly history: History
  readonly rules: ChainRules
  readonly #store: Store
  readonly #options: LedgerOptions
  readonly #mempool: Mempool
  #tip: Tip
  #building: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  private constructor(store: Store, state: ChainState, tip: Tip, options: LedgerOptions) {
    this.state = state
    this.history = new History(store, state)
    this.rules = options.rules
    this.#store = store
    this.#options = options
    this.#mempool = new Mempool(store, state)
    this.#tip = tip
  }

  /** Opens the chain in a store, beginning it where there is none. */
  static async open(store: Store, options: LedgerOptions): Promise<Ledger> {
    const state = new ChainState(store, options.rules.blockchainID)
    const tip = (await state.tip()) ?? (await begin(store, state, options))
    const ledger = new Ledger(store, state, tip, options)
    await ledger.#mempool.reopen(options.clock().getTime())
    if (ledger.#mempool.size > 0) ledger.#schedule()
    return ledger
  }

  /** The last accepted block. */
  get tip(): Tip {
    return this.#tip
  }

  /** How many transactions wait for a block, and since when (milliseconds since 1970). */
  get waiting(): { readonly count: number; readonly since: number | undefined } {
    return { count: this.#mempool.size, since: this.#mempool.oldest }
  }

  /**
   * Checks a signed transaction and hands it on: resolves with its ID once it is accepted, or, where blocks take
   * their time, once it is kept for the next one. Throws a RangeError for bytes that are no transaction, and a
   * {@link RefusedTx} for one that breaks a rule.
   */
  async issue(bytes: Uint8Array): Promise<ID> {
    const tx = this.#parse(bytes)
    const waiting = this.#mempool.get(tx.id)
    if (waiting !== undefined) return this.#joined(waiting)
    this.#mempool.admit(tx)
    if (this.#options.blockTime === 0) return this.#accept(tx)
    const verdict = await this.#check(tx, new Draft(this.state))
    if (verdict !== undefined) throw new RefusedTx(verdict)
    // Another one may have come during the check.
    if (this.#mempool.get(tx.id) === undefined) {
      this.#mempool.admit(tx)
      await this.#keep(tx)
    }
    return tx.id
  }

  /**
   * Takes a signed transaction without looking at the state, so that it may spend what those before it are going
   * to produce. Whether it is accepted shows later.
   */
  async assume(bytes: Uint8Array): Promise<ID> {
    const tx = this.#parse(bytes)
    if (this.#mempool.get(tx.id) !== undefined) return tx.id
    if ((await this.state.txBytes(tx.id)) !== undefined) return tx.id
    this.#mempool.admit(tx)
    await this.#keep(tx)
    if (this.#options.blockTime === 0) await this.#building
    return tx.id
  }

  async status(id: ID): Promise<TxStatus> {
    if (this.#mempool.get(id) !== undefined) return 'Processing'
    if ((await this.state.txBytes(id)) !== undefined) return 'Accepted'
    return this.#mempool.rejection(id) === undefined ? 'Unknown' : 'Rejected'
  }

  /** Why a transaction that was taken in is not going to be accepted. */
  rejection(id: ID): Refusal | undefined {
    return this.#mempool.rejection(id)
  }

  /** Finishes the block that is being written; what still waits is kept for the next start. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#building
  }

  #parse(bytes: Uint8Array): Tx {
    const tx = parseTx(bytes)
    const verdict = checkSyntax(tx, this.rules)
    if (verdict !== undefined) throw new RefusedTx(verdict)
    return tx
  }

  #check(tx: Tx, view: View): Promise<Verdict> {
    const { rules, peers } = this.#options
    const { blockchainID } = rules
    return checkSemantics(tx, { view, blockchainID, peers, now: this.#now() })
  }

  #now(): bigint {
    return BigInt(Math.floor(this.#options.clock().getTime() / 1000))
  }

  async #joined({ tx, fate }: Waiting): Promise<ID> {
    if (this.#options.blockTime === 0) await fate.promise
    return tx.id
  }

  async #accept(tx: Tx): Promise<ID> {
    const { fate } = this.#mempool.add(tx, this.#options.clock().getTime())
    this.#schedule()
    await fate.promise
    return tx.id
  }

  async #keep(tx: Tx): Promise<void> {
    await this.#mempool.keep(tx, this.#options.clock().getTime())
    this.#schedule()
  }

  #schedule(): void {
    if (this.#closed || this.#building !== undefined) return
    const { blockTime } = this.#options
    if (blockTime === 0) this.#build()
    else this.#timer ??= setTimeout(() => this.#build(), blockTime).unref()
  }

  #build(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#building = this.#buildBlock()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#building = undefined
        if (this.#mempool.size > 0) this.#schedule()
      })
  }

  /** Nothing of the block counts: whoever waits hears of the failure, and what was promised is tried again. */
  async #failed(error: unknown): Promise<void> {
    this.#options.onFailure(error)
    for (const { tx, key } of this.#mempool.all())
      if (key === undefined) this.#mempool.settle(tx.id, error)
    // Whether the failed write got through, only the store can tell.
    this.#tip = (await this.state.tip().catch(() => undefined)) ?? this.#tip
    await new Promise((resolve) => setTimeout(resolve, RETRY).unref())
  }

  async #buildBlock(): Promise<void> {
    // Those that come in the same turn of the loop go into the same block.
    await new Promise((resolve) => setImmediate(resolve))
    const draft = new Draft(this.state)
    const taken: Waiting[] = []
    const refused: (readonly [Waiting, Refusal])[] = []
    const movements: (readonly [ID, Movement])[] = []
    let size = 0
    await draft.expect(this.#mempool.first(BLOCK_BYTES))
    for (const waiting of this.#mempool.all()) {
      const { tx } = waiting
      if (size > 0 && size + tx.bytes.length > BLOCK_BYTES) break
      const verdict = await this.#check(tx, draft)
      if (verdict !== undefined) {
        refused.push([waiting, verdict])
        continue
      }
      movements.push([tx.id, await draft.take(tx)])
      taken.push(waiting)
      size += tx.bytes.length
    }
    await this.#write(draft, movements, [...taken, ...refused.map(([waiting]) => waiting)])
    for (const { tx } of taken) this.#mempool.settle(tx.id)
    for (const [{ tx }, refusal] of refused) this.#mempool.settle(tx.id, new RefusedTx(refusal))
  }

  /** One batch for everything that the block changes. */
  async #write(
    draft: Draft,
    movements: readonly (readonly [ID, Movement])[],
    ended: readonly Waiting[],
  ): Promise<void> {
    const forgotten = this.#mempool.forgotten(ended)
    if (draft.txs.length === 0) {
      if (forgotten.length > 0) await this.#store.write(forgotten)
      return
    }
    const block = this.#blockOf(draft)
    const bytes = encode(StandardBlock, block)
    const id = hashID(bytes)
    const indexed = this.#options.indexed ? await this.history.added(movements) : []
    await this.#store.write([
      ...draft.changes(),
      ...this.state.accepted(id, block, bytes),
      ...indexed,
      ...forgotten,
    ])
    this.#tip = { id, height: block.height, time: block.time }
  }

  #blockOf({ txs }: Draft): StandardBlock {
    const now = this.#now()
    const { id, height, time } = this.#tip
    return {
      kind: 'standardBlock',
      parentID: id,
      height: height + 1n,
      time: now > time ? now : time,
      merkleRoot: ZERO_ID,
      txs: txs.map(({ unsigned, credentials }) => ({ unsignedTx: unsigned, credentials })),
    }
  }
}

/** Milliseconds between a block that could not be written and the next try. */
const RETRY = 1000

/** Writes block 0 and the assets that the chain begins with, in one batch. */
async function begin(
  store: Store,
  state: ChainState,
  { genesis, genesisTime, rules }: LedgerOptions,
): Promise<Tip> {
  const bytes = genesisBlock(rules.blockchainID, genesisTime)
  const id = hashID(bytes)
  const block = decode(StandardBlock, bytes)
  const assets = genesis.assets.map((asset) => parseTx(assetTx(asset)))
  await store.write([
    ...assets.flatMap((tx) => [
      state.known(tx),
      ...producedBy(tx.id, tx.unsigned).flatMap((utxo) => state.utxos.added(utxo)),
    ]),
    ...state.accepted(id, block, bytes),
  ])
  return { id, height: block.height, time: block.time }
}

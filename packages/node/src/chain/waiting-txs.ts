import { concat, u64 } from '../codec/bytes.ts'
import type { ID } from '../codec/field.ts'
import { hashID } from '../crypto/hashes.ts'
import { put, remove, scan, type Change, type Store } from '../store/store.ts'
import type { Waiting } from './chain.ts'
import type { Clock } from './clock.ts'
import type { Pool } from './mempool.ts'
import { Outcome } from './outcome.ts'
import { RefusedTx } from './refused-tx.ts'
import type { ChainTx } from './vm.ts'

/** Where transactions wait. */
export interface WaitingOptions<Tx extends ChainTx> {
  readonly store: Store
  /** Key prefix below which acknowledged transactions are kept; nothing else may be there. */
  readonly prefix: Uint8Array
  readonly pool: Pool<Tx>
  readonly clock: Clock
}

/** A transaction that waits for its block. */
interface Entry<Tx> {
  readonly tx: Tx
  /** Milliseconds since 1970. */
  readonly since: number
  /** Where it is kept, if its sender was told that it would be. */
  readonly key: Uint8Array | undefined
  /** Keys of the transactions that it replaced: removed once it is kept itself, or accepted or refused. */
  readonly displaced: readonly Uint8Array[]
  /** Settles once it would still wait after a kill. */
  readonly kept: Outcome
  /** Settles once it was accepted or refused. */
  readonly accepted: Outcome
}

/** A transaction that was kept, and why it waits no longer. */
export interface Dropped {
  readonly id: ID
  readonly error: RefusedTx
}

/** Most transactions that are remembered as rejected. */
const REMEMBERED = 8192

/** The transactions of a chain that wait for a block: in memory, and in the store once they are acknowledged. */
export class WaitingTxs<Tx extends ChainTx> {
  readonly #options: WaitingOptions<Tx>
  readonly #entries = new Map<ID, Entry<Tx>>()
  readonly #rejected = new Map<ID, Error>()
  /** Keys that a failed write may have left behind: nobody was promised what is there. */
  #strays: readonly Uint8Array[] = []
  #next = 0n

  constructor(options: WaitingOptions<Tx>) {
    this.#options = options
  }

  /** How many wait, and since when. */
  get state(): Waiting {
    const [first] = this.#entries.values()
    return { count: this.#entries.size, since: first?.since }
  }

  get(id: ID): Entry<Tx> | undefined {
    return this.#entries.get(id)
  }

  /** Why a transaction that was acknowledged is not going to be accepted. */
  rejection(id: ID): Error | undefined {
    return this.#rejected.get(id)
  }

  /** Transactions that a block may take: a block must not forget one that is still being written. */
  *ready(): Generator<Tx, void> {
    for (const tx of this.#options.pool.all())
      if (this.#entries.get(tx.id)?.kept.isDone === true) yield tx
  }

  /** Adds a transaction that is forgotten when the process ends. Throws a {@link RefusedTx}, as the pool does. */
  add(tx: Tx): Entry<Tx> {
    const entry = this.#insert(tx, undefined)
    entry.kept.resolve()
    return entry
  }

  /** Adds a transaction and resolves once it is durable. Throws a {@link RefusedTx}, as the pool does. */
  async keep(tx: Tx): Promise<void> {
    const { store, prefix } = this.#options
    const key = concat(prefix, u64(this.#next++))
    const entry = this.#insert(tx, key)
    const strays = this.#strays
    try {
      await store.write([put(key, tx.bytes), ...[...entry.displaced, ...strays].map(remove)])
    } catch (error) {
      this.#strays = [...this.#strays, key, ...entry.displaced]
      this.settle(tx.id, error)
      throw error
    }
    this.#strays = this.#strays.filter((stray) => !strays.includes(stray))
    entry.kept.resolve()
  }

  /** Keeps only what the store has, and resolves with what cannot wait any more: the rules or the pool refuse it. */
  async reload(parse: (bytes: Uint8Array) => Tx): Promise<readonly Dropped[]> {
    const { store, prefix } = this.#options
    const dropped: Dropped[] = []
    const surplus: Change[] = []
    for await (const { key, value } of scan(store, prefix)) {
      this.#next = Buffer.from(key.subarray(-8)).readBigUInt64BE() + 1n
      // The ID of all but the EVM's; theirs is known once they are parsed.
      let id = hashID(value)
      try {
        const tx = parse(value)
        id = tx.id
        this.#insert(tx, key).kept.resolve()
      } catch (error) {
        if (!(error instanceof RefusedTx)) throw error
        dropped.push({ id, error })
        surplus.push(remove(key))
      }
    }
    if (surplus.length > 0) await store.write(surplus)
    this.#strays = []
    for (const { id, error } of dropped) this.#remember(id, error)
    return dropped
  }

  /** The changes that forget transactions in the store. */
  forgetting(txs: readonly ChainTx[]): readonly Change[] {
    return txs.flatMap(({ id }): readonly Change[] => {
      const { key, displaced = [] } = this.#entries.get(id) ?? {}
      return [...(key ? [key] : []), ...displaced].map(remove)
    })
  }

  /** The transaction waits no longer: it was accepted, or ends with an error. */
  settle(id: ID, error?: unknown): void {
    const entry = this.#entries.get(id)
    if (entry === undefined) return
    this.#entries.delete(id)
    this.#options.pool.remove(entry.tx)
    if (error === undefined) {
      entry.accepted.resolve()
      return
    }
    if (error instanceof RefusedTx && entry.key !== undefined) this.#remember(id, error)
    entry.kept.reject(error)
    entry.accepted.reject(error)
  }

  /** Ends every transaction that was promised to nobody. */
  failUnkept(error: unknown): void {
    for (const [id, { key }] of this.#entries) if (key === undefined) this.settle(id, error)
  }

  /** Ends every transaction, and forgets what was rejected. */
  clear(error: Error): void {
    for (const id of this.#entries.keys()) this.settle(id, error)
    this.#rejected.clear()
  }

  #insert(tx: Tx, key: Uint8Array | undefined): Entry<Tx> {
    const { pool, clock } = this.#options
    const replaced = pool.add(tx).flatMap(({ id }) => this.#entries.get(id) ?? [])
    const displaced = replaced.flatMap((old) => [...(old.key ? [old.key] : []), ...old.displaced])
    const [kept, accepted] = [new Outcome(), new Outcome()]
    const entry = { tx, since: clock.now(), key, displaced, kept, accepted }
    this.#entries.set(tx.id, entry)
    this.#rejected.delete(tx.id)
    for (const old of replaced)
      this.settle(
        old.tx.id,
        new RefusedTx('replaced', 'transactionConflict', 'replaced by another'),
      )
    return entry
  }

  #remember(id: ID, error: Error): void {
    const [first] = this.#rejected.keys()
    if (this.#rejected.size >= REMEMBERED && first !== undefined) this.#rejected.delete(first)
    this.#rejected.set(id, error)
  }
}

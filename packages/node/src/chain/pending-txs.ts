import { BoundedMap } from '../codec/bounded-map.ts'
import { concat, u64 } from '../codec/bytes.ts'
import type { ID } from '../codec/field.ts'
import { hashID } from '../crypto/hashes.ts'
import {
  hasPrefix,
  put,
  remove,
  scan,
  type Change,
  type Entry as StoredEntry,
  type Store,
} from '../store/store.ts'
import { isReplicaFault } from '../store/store-error.ts'
import type { PendingSummary } from './chain.ts'
import type { Clock } from './clock.ts'
import type { Pool } from './mempool.ts'
import { Deferred } from '../scheduling/deferred.ts'
import { poolRefusal, Refusal } from './refusal.ts'
import type { ChainTx, RefusedTx } from './vm.ts'

export interface PendingTxsOptions<Tx extends ChainTx> {
  readonly store: Store
  /** Key prefix reserved for acknowledged transactions. */
  readonly prefix: Uint8Array
  readonly pool: Pool<Tx>
  readonly clock: Clock
}

interface Entry<Tx> {
  readonly tx: Tx
  /** Number of transactions that arrived before this one. */
  readonly position: number
  /** Arrival time in milliseconds since 1970. */
  readonly since: number
  /** Key in the store; undefined for a transaction that is only in memory. */
  key: Uint8Array | undefined
  /**
   * The transactions that this transaction replaces. Those in the store are removed from it once this transaction is
   * stored or accepted, and are pending again if it fails before.
   */
  displaced: readonly Entry<Tx>[]
  /** Settles once the transaction is stored, accepted or refused. */
  readonly decided: Deferred
}

export interface Dropped {
  readonly id: ID
  readonly error: Refusal
}

/** Maximum number of remembered rejections. */
const REMEMBERED = 8192
/** Maximum number of rejections in the store, from which other processes learn them. */
const STORED = 256
/** Length of the number at the end of the key of a transaction. A key with a shorter end has a rejection. */
const NUMBER = 8
/** Maximum number of characters of a stored message. */
const MESSAGE = 500

/**
 * The pending transactions of a chain. All pending transactions are in memory; acknowledged
 * transactions are also in the store.
 */
export class PendingTxs<Tx extends ChainTx> {
  readonly #options: PendingTxsOptions<Tx>
  readonly #entries = new Map<ID, Entry<Tx>>()
  /** The entries without a key, whose callers wait for a block. */
  readonly #waiting = new Set<Entry<Tx>>()
  /** IDs of the stored transactions, by the number in their key. */
  readonly #ids = new Map<bigint, ID>()
  readonly #rejected = new BoundedMap<ID, Error>(REMEMBERED)
  /** Store keys of which a failed write may have left more or less in the store than is pending. */
  #uncertainKeys: readonly Uint8Array[] = []
  #next = 0n
  #arrived = 0

  constructor(options: PendingTxsOptions<Tx>) {
    this.#options = options
  }

  get state(): PendingSummary {
    const [first] = this.#entries.values()
    return { count: this.#entries.size, since: first?.since }
  }

  /** Whether callers wait for a block. */
  get hasWaiting(): boolean {
    return this.#waiting.size > 0
  }

  get(id: ID): Entry<Tx> | undefined {
    return this.#entries.get(id)
  }

  /** Returns the error that caused an acknowledged transaction to be dropped. */
  rejection(id: ID): Error | undefined {
    return this.#rejected.get(id)
  }

  /**
   * Returns the transactions that a block on the current state may include. Omits transactions that
   * arrive after the call, because they may depend on a newer state than the block. Also omits
   * transactions whose store write is in progress, because accepting a block removes its
   * transactions from the store.
   */
  ready(): Iterable<Tx> {
    return this.#readyBefore(this.#arrived)
  }

  *#readyBefore(end: number): Generator<Tx, void> {
    for (const tx of this.#options.pool.all()) {
      const entry = this.#entries.get(tx.id)
      if (entry !== undefined && entry.position < end && !isBeingStored(entry)) yield tx
    }
  }

  /** Adds a transaction in memory only. Throws the {@link Refusal} of the pool. */
  add(tx: Tx): Entry<Tx> {
    return this.#insert(tx, undefined)
  }

  /**
   * Adds a transaction and resolves once the transaction is durable. Throws the {@link Refusal}
   * of the pool.
   */
  async store(tx: Tx): Promise<void> {
    await this.#write([this.#insert(tx, this.#newKey())])
  }

  /** Stores the transactions that are only in memory. Resolves once they are durable. */
  async storeAll(): Promise<void> {
    const entries = [...this.#waiting]
    if (entries.length === 0) return
    // Set the keys first, so that a replacement that arrives during the write removes them.
    for (const entry of entries) this.#setKey(entry, this.#newKey())
    await this.#write(entries)
  }

  #newKey(): Uint8Array {
    return concat(this.#options.prefix, u64(this.#next++))
  }

  #setKey(entry: Entry<Tx>, key: Uint8Array): void {
    entry.key = key
    this.#waiting.delete(entry)
    this.#ids.set(numberIn(key), entry.tx.id)
  }

  #unsetKey(entry: Entry<Tx>): void {
    if (entry.key !== undefined) this.#ids.delete(numberIn(entry.key))
    entry.key = undefined
  }

  async #write(entries: readonly Entry<Tx>[]): Promise<void> {
    const strays = this.#uncertainKeys
    const puts = entries.flatMap(({ tx, key }) => (key ? [put(key, tx.bytes)] : []))
    const displaced = entries.flatMap(keysDisplacedBy)
    const repairs = strays.map((key) => this.#repairOf(key))
    try {
      await this.#options.store.write([...puts, ...displaced.map(remove), ...repairs])
    } catch (error) {
      const keys = puts.map(({ key }) => key)
      this.#uncertainKeys = [...this.#uncertainKeys, ...keys, ...displaced]
      for (const entry of entries) {
        this.#unsetKey(entry)
        entry.decided.reject(error)
        this.settle(entry.tx.id, error)
      }
      throw error
    }
    this.#uncertainKeys = this.#uncertainKeys.filter((stray) => !strays.includes(stray))
    for (const entry of entries) {
      entry.displaced = []
      entry.decided.resolve()
    }
  }

  /** Returns the change that makes the store agree with what is pending. */
  #repairOf(key: Uint8Array): Change {
    const id = this.#ids.get(numberIn(key))
    const entry = id && this.#entries.get(id)
    return entry === undefined ? remove(key) : put(key, entry.tx.bytes)
  }

  /**
   * Replaces all entries with the stored transactions, and rejects the promises of those before with a reason. Resolves
   * with the transactions that the rules or the pool refused.
   */
  async reload(parse: (bytes: Uint8Array) => Tx, reason: Error): Promise<readonly Dropped[]> {
    const { store, prefix } = this.#options
    // Read first, so that no transaction is unknown meanwhile.
    const stored: StoredEntry[] = []
    for await (const entry of scan(store, prefix)) stored.push(entry)
    this.#clear(reason)
    const dropped: Dropped[] = []
    const surplus: Uint8Array[] = []
    for (const entry of stored) {
      if (this.#isRejection(entry)) {
        this.#remember(entry)
        continue
      }
      const refused = this.#restore(entry, parse)
      if (refused === undefined) continue
      this.#rejected.set(refused.id, refused.error)
      dropped.push(refused)
      surplus.push(entry.key)
    }
    try {
      if (surplus.length > 0) await store.write(surplus.map(remove))
      this.#uncertainKeys = []
    } catch (error) {
      if (!isReplicaFault(error)) throw error
      // The writer removes them, or this process with its next transaction.
      this.#uncertainKeys = surplus
    }
    return dropped
  }

  /**
   * Returns the pending transactions that a batch of another process removes, each with the error that applies if no
   * block has it.
   */
  endedBy(batch: readonly Change[]): readonly Dropped[] {
    const { ofTxs, rejections } = this.#changesIn(batch)
    const reasons = new Map(rejections.map(({ value }) => rejectionIn(value)))
    const error = poolRefusal(ofTxs.some(({ kind }) => kind === 'put') ? 'replaced' : 'dropped')
    return ofTxs.flatMap(({ kind, key }) => {
      const id = kind === 'delete' ? this.#ids.get(numberIn(key)) : undefined
      return id === undefined ? [] : [{ id, error: reasons.get(id) ?? error }]
    })
  }

  /**
   * Adds the transactions that batches of another process stored and did not remove. Returns those that the rules or the
   * pool refused. Settle the transactions that the batches ended before.
   */
  mirror(changes: readonly Change[], parse: (bytes: Uint8Array) => Tx): readonly Dropped[] {
    const { ofTxs, rejections } = this.#changesIn(changes)
    for (const rejection of rejections) this.#remember(rejection)
    const last = new Map(ofTxs.map((change) => [numberIn(change.key), change]))
    // The transactions may have been read from the store already.
    const added = [...last].filter(([number]) => !this.#ids.has(number))
    return added.flatMap(([, change]) =>
      change.kind === 'put' ? (this.#restore(change, parse) ?? []) : [],
    )
  }

  #changesIn(changes: readonly Change[]): {
    readonly ofTxs: readonly Change[]
    readonly rejections: readonly StoredEntry[]
  } {
    const own = changes.filter(({ key }) => hasPrefix(key, this.#options.prefix))
    return {
      ofTxs: own.filter((change) => !this.#isRejection(change)),
      rejections: own.flatMap((change) =>
        change.kind === 'put' && this.#isRejection(change) ? [change] : [],
      ),
    }
  }

  /** Adds a stored transaction. Returns it with the error if the rules or the pool refuse it. */
  #restore({ key, value }: StoredEntry, parse: (bytes: Uint8Array) => Tx): Dropped | undefined {
    const number = numberIn(key)
    if (number >= this.#next) this.#next = number + 1n
    // This hash is the ID of every transaction except an EVM transaction, whose ID is known only
    // after parsing.
    let id = hashID(value)
    try {
      // Copies, because what was read shares the memory of its whole batch.
      const tx = parse(Uint8Array.from(value))
      id = tx.id
      this.#insert(tx, Uint8Array.from(key)).decided.resolve()
      return undefined
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { id, error }
    }
  }

  /** Returns the changes that remove transactions from the store, and store why some of them were refused. */
  removals(taken: readonly ChainTx[], refused: readonly RefusedTx<ChainTx>[]): readonly Change[] {
    const entriesOf = (txs: readonly ChainTx[]): readonly Entry<Tx>[] =>
      txs.flatMap(({ id }) => this.#entries.get(id) ?? [])
    const accepted = entriesOf(taken)
    const ended = [...accepted, ...entriesOf(refused.map(({ tx }) => tx))]
    const removed = [...ended.flatMap(keysOf), ...accepted.flatMap(keysDisplacedBy)].map(remove)
    return [...removed, ...refused.flatMap(({ tx, error }) => this.#rejectionOf(tx.id, error))]
  }

  /** Returns the change that stores why a transaction was refused; nothing if the transaction is not stored. */
  #rejectionOf(id: ID, { reason, message, rule }: Refusal): readonly Change[] {
    const { key } = this.#entries.get(id) ?? {}
    if (key === undefined) return []
    const place = Number(numberIn(key) % BigInt(STORED))
    const value = JSON.stringify({ id, reason, message: message.slice(0, MESSAGE), rule })
    return [put(concat(this.#options.prefix, Uint8Array.of(place)), Buffer.from(value))]
  }

  #isRejection({ key }: Pick<StoredEntry, 'key'>): boolean {
    return key.length < this.#options.prefix.length + NUMBER
  }

  #remember({ value }: StoredEntry): void {
    this.#rejected.set(...rejectionIn(value))
  }

  /** Removes a pending transaction that was accepted, or that failed with an error. */
  settle(id: ID, error?: unknown): void {
    const entry = this.#entries.get(id)
    if (entry === undefined) return
    this.#options.pool.remove(entry.tx)
    this.#leave(entry, error)
    if (error === undefined) {
      entry.decided.resolve()
      return
    }
    entry.decided.reject(error)
    if (entry.key === undefined) this.#restoreDisplaced(entry)
  }

  /** Removes an entry that the pool no longer has. */
  #leave(entry: Entry<Tx>, error: unknown): void {
    const { tx, key } = entry
    this.#entries.delete(tx.id)
    this.#waiting.delete(entry)
    if (key === undefined) return
    this.#ids.delete(numberIn(key))
    if (error instanceof Refusal) this.#rejected.set(tx.id, error)
  }

  /** Makes stored transactions pending again, whose replacement failed. */
  #restoreDisplaced({ displaced }: Entry<Tx>): void {
    for (const old of displaced) {
      const { key } = old
      if (key === undefined) {
        this.#restoreDisplaced(old)
        continue
      }
      try {
        this.#enter(old)
        this.#setKey(old, key)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        this.#uncertainKeys = [...this.#uncertainKeys, key]
      }
    }
  }

  /** Rejects the callers of all transactions that were not acknowledged. */
  rejectUnacknowledged(error: unknown): void {
    for (const { tx } of this.#waiting) this.settle(tx.id, error)
  }

  /** Rejects the promises of all pending transactions, and forgets which transactions were dropped. */
  #clear(error: Error): void {
    for (const [id, entry] of this.#entries) {
      entry.displaced = []
      this.settle(id, error)
    }
    this.#rejected.clear()
  }

  #insert(tx: Tx, key: Uint8Array | undefined): Entry<Tx> {
    const [position, since, decided] = [this.#arrived, this.#options.clock.now(), new Deferred()]
    const entry: Entry<Tx> = { tx, position, since, key: undefined, displaced: [], decided }
    this.#enter(entry)
    this.#arrived++
    if (key === undefined) this.#waiting.add(entry)
    else this.#setKey(entry, key)
    return entry
  }

  /** Adds an entry to the pool. Throws the {@link Refusal} of the pool. */
  #enter(entry: Entry<Tx>): void {
    const { tx } = entry
    entry.displaced = this.#options.pool.add(tx).flatMap(({ id }) => this.#entries.get(id) ?? [])
    this.#entries.set(tx.id, entry)
    this.#rejected.delete(tx.id)
    for (const old of entry.displaced) {
      const error = poolRefusal('replaced')
      this.#leave(old, error)
      // The write of the others decides.
      if (old.key === undefined) old.decided.reject(error)
    }
  }
}

function keysOf({ key }: Entry<ChainTx>): readonly Uint8Array[] {
  return key === undefined ? [] : [key]
}

/** Returns the store keys of the transactions that a transaction replaces. */
function keysDisplacedBy({ displaced }: Entry<ChainTx>): readonly Uint8Array[] {
  return displaced.flatMap((old) => [...keysOf(old), ...keysDisplacedBy(old)])
}

function isBeingStored({ key, decided }: Entry<ChainTx>): boolean {
  return key !== undefined && !decided.isDone
}

/** Returns the ID and the error of a stored rejection. */
function rejectionIn(value: Uint8Array): readonly [ID, Refusal] {
  // Written by `removals`, and protected by the seal of the store.
  const { id, reason, message, rule } = JSON.parse(Buffer.from(value).toString()) as Rejection
  return [id, new Refusal(reason, message, rule)]
}

interface Rejection extends Pick<Refusal, 'reason' | 'message' | 'rule'> {
  readonly id: ID
}

/** Returns the number at the end of a key. Transactions have rising numbers in the order of their arrival. */
function numberIn(key: Uint8Array): bigint {
  return Buffer.from(key.subarray(-NUMBER)).readBigUInt64BE()
}

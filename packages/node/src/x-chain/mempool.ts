import { utxoIDOf } from '../atomic/utxo-id.ts'
import type { ID } from '../codec/field.ts'
import { put, remove, scan, type Change, type Store } from '../store/store.ts'
import { RefusedTx, type Refusal } from './refusals.ts'
import { u64, type ChainState } from './state.ts'
import { parseTx, spentBy, type Tx } from './tx.ts'

/** Below the chain's prefix. */
const WAITING = Buffer.from('waiting/')

/** Most transactions that wait at a time, and most that are remembered as rejected. */
const CAPACITY = 8192

/** A transaction that waits for its block. */
export interface Waiting {
  readonly tx: Tx
  /** Milliseconds since 1970. */
  readonly since: number
  /** Where it is kept, if its sender was told that it would be. */
  readonly key: Uint8Array | undefined
  /** Settles with the fate of the transaction, for whoever waits for it. */
  readonly fate: PromiseWithResolvers
}

interface PromiseWithResolvers {
  readonly promise: Promise<void>
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/** Transactions that wait for a block, in the order in which they came, and what they are going to spend. */
export class Mempool {
  readonly #store: Store
  readonly #state: ChainState
  readonly #waiting = new Map<ID, Waiting>()
  readonly #claims = new Map<ID, ID>()
  readonly #rejected = new Map<ID, Refusal>()
  #next = 0n

  constructor(store: Store, state: ChainState) {
    this.#store = store
    this.#state = state
  }

  /** Takes back in what was waiting when the process ended. */
  async reopen(now: number): Promise<void> {
    for await (const { key, value } of scan(this.#store, this.#state.key(WAITING))) {
      this.#next = Buffer.from(key.subarray(-8)).readBigUInt64BE() + 1n
      this.#insert(parseTx(value), now, key)
    }
  }

  get size(): number {
    return this.#waiting.size
  }

  /** When the transaction came that waits longest. */
  get oldest(): number | undefined {
    const [first] = this.#waiting.values()
    return first?.since
  }

  get(id: ID): Waiting | undefined {
    return this.#waiting.get(id)
  }

  /** In order; what comes while the list is read is part of it. */
  all(): IterableIterator<Waiting> {
    return this.#waiting.values()
  }

  /** As many of the first as have so many bytes together. */
  first(bytes: number): readonly Tx[] {
    const txs: Tx[] = []
    let size = 0
    for (const { tx } of this.#waiting.values()) {
      if (size > bytes) break
      txs.push(tx)
      size += tx.bytes.length
    }
    return txs
  }

  rejection(id: ID): Refusal | undefined {
    return this.#rejected.get(id)
  }

  /** Throws where there is no room, or where another transaction is going to spend the same. */
  admit(tx: Tx): void {
    if (this.#waiting.size >= CAPACITY) throw new RefusedTx('mempoolFull')
    if (claimsOf(tx).some((id) => this.#claims.has(id))) throw new RefusedTx('conflict')
  }

  /** Lets a transaction wait as long as the process lives. */
  add(tx: Tx, now: number): Waiting {
    return this.#insert(tx, now, undefined)
  }

  /** Lets a transaction wait, and resolves once it would still do so after a kill. */
  async keep(tx: Tx, now: number): Promise<void> {
    const key = this.#state.key(WAITING, u64(this.#next++))
    this.#insert(tx, now, key)
    try {
      await this.#store.write([put(key, tx.bytes)])
    } catch (error) {
      this.settle(tx.id, error)
      throw error
    }
  }

  /** What the store forgets with the block that these transactions end in. */
  forgotten(ended: readonly Waiting[]): readonly Change[] {
    return ended.flatMap(({ key }) => (key === undefined ? [] : [remove(key)]))
  }

  /** The transaction waits no longer: it was accepted, or it is refused with an error. */
  settle(id: ID, error?: unknown): void {
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return
    this.#waiting.delete(id)
    for (const claim of claimsOf(waiting.tx))
      if (this.#claims.get(claim) === id) this.#claims.delete(claim)
    if (error === undefined) {
      waiting.fate.resolve()
      return
    }
    if (error instanceof RefusedTx && waiting.key !== undefined) this.#remember(id, error.refusal)
    waiting.fate.reject(error)
  }

  #insert(tx: Tx, since: number, key: Uint8Array | undefined): Waiting {
    const waiting = { tx, since, key, fate: withResolvers() }
    // Nobody has to wait for it.
    waiting.fate.promise.catch(() => {})
    this.#waiting.set(tx.id, waiting)
    this.#rejected.delete(tx.id)
    for (const claim of claimsOf(tx)) this.#claims.set(claim, tx.id)
    return waiting
  }

  #remember(id: ID, refusal: Refusal): void {
    const [first] = this.#rejected.keys()
    if (this.#rejected.size >= CAPACITY && first !== undefined) this.#rejected.delete(first)
    this.#rejected.set(id, refusal)
  }
}

function claimsOf({ unsigned }: Tx): readonly ID[] {
  const imported = unsigned.kind === 'importTx' ? unsigned.importedInputs : []
  return [...spentBy(unsigned), ...imported].map(utxoIDOf)
}

function withResolvers(): PromiseWithResolvers {
  let resolve = (): void => {}
  let reject: (reason: unknown) => void = () => {}
  const promise = new Promise<void>((done, failed) => {
    resolve = done
    reject = failed
  })
  return { promise, resolve, reject }
}

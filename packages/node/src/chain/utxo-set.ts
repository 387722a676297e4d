import { concat } from '../codec/bytes.ts'
import { decode, encode, type Field, type ID, type ShortID } from '../codec/field.ts'
import type { Utxo } from '../codec/structures.ts'
import { idOf } from '../codec/ids.ts'
import { put, remove, scanPages, type Change, type Reader } from '../store/store.ts'
import { utxoIDOf } from './utxo-id.ts'

export interface ListedUtxo {
  readonly id: ID
  /** Encoded as in the API: the codec version, then the output. */
  readonly bytes: Uint8Array
}

export interface UtxoKind<T> {
  readonly field: Field<Utxo<T>>
  readonly owners: (output: T) => readonly ShortID[]
}

/**
 * Key prefixes within the set. Each output is stored by ID, and again under each owner, so that a
 * page of an owner's outputs is one range of keys.
 */
const BY_ID = Buffer.from('u')
const BY_OWNER = Buffer.from('a')

/**
 * A set of unspent outputs in the store. Its methods return changes instead of writing, so that a block is written in
 * one batch.
 */
export class UtxoSet<T> {
  readonly #state: Reader
  readonly #prefix: Uint8Array
  readonly #kind: UtxoKind<T>

  constructor(state: Reader, prefix: Uint8Array, kind: UtxoKind<T>) {
    this.#state = state
    this.#prefix = prefix
    this.#kind = kind
  }

  async get(id: ID): Promise<Utxo<T> | undefined> {
    const bytes = await this.#state.get(this.#idKey(id))
    return bytes === undefined ? undefined : this.decode(bytes)
  }

  /** Returns the outputs that exist in the set, by ID. */
  async getMany(ids: readonly ID[]): Promise<ReadonlyMap<ID, Utxo<T>>> {
    const found = await this.#state.getMany(ids.map((id) => this.#idKey(id)))
    return new Map(
      ids.flatMap((id, at) => {
        const bytes = found[at]
        return bytes === undefined ? [] : [[id, this.decode(bytes)] as const]
      }),
    )
  }

  decode(bytes: Uint8Array): Utxo<T> {
    return decode(this.#kind.field, bytes)
  }

  added(utxo: Utxo<T>): readonly Change[] {
    const bytes = encode(this.#kind.field, utxo)
    return this.#keys(utxo).map((key) => put(key, bytes))
  }

  removed(utxo: Utxo<T>): readonly Change[] {
    return this.#keys(utxo).map(remove)
  }

  /** Returns the outputs of an owner in order of ID, starting after the ID `after`. */
  async page(owner: ShortID, limit: number, after?: ID): Promise<readonly ListedUtxo[]> {
    const prefix = this.#ownerPrefix(owner)
    const behind = after === undefined ? undefined : concat(prefix, Buffer.from(after, 'hex'))
    const entries = await this.#state.page(prefix, limit, behind)
    return entries.map(({ key, value }) => ({ id: idAtEnd(key), bytes: value }))
  }

  async *ofOwner(owner: ShortID): AsyncGenerator<Utxo<T>, void> {
    for await (const utxos of this.pagesOf(owner)) yield* utxos
  }

  /**
   * Yields all outputs of an owner in pages. Reading pages is faster than reading single outputs.
   */
  async *pagesOf(owner: ShortID): AsyncGenerator<readonly Utxo<T>[], void> {
    for await (const entries of scanPages(this.#state, this.#ownerPrefix(owner)))
      yield entries.map(({ value }) => this.decode(value))
  }

  #keys(utxo: Utxo<T>): readonly Uint8Array[] {
    const id = utxoIDOf(utxo)
    const owners = this.#kind.owners(utxo.output)
    const listed = owners.map((owner) => concat(this.#ownerPrefix(owner), Buffer.from(id, 'hex')))
    return [this.#idKey(id), ...listed]
  }

  #idKey(id: ID): Uint8Array {
    return concat(this.#prefix, BY_ID, Buffer.from(id, 'hex'))
  }

  #ownerPrefix(owner: ShortID): Uint8Array {
    return concat(this.#prefix, BY_OWNER, Buffer.from(owner, 'hex'))
  }
}

function idAtEnd(key: Uint8Array): ID {
  return idOf(key.subarray(-32))
}

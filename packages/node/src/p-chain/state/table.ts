import { concat } from '../../codec/bytes.ts'
import { decode, encode, type Field } from '../../codec/field.ts'
import { ZERO_ID } from '../../codec/ids.ts'
import { put, remove, scan, scanPages, type Change, type Reader } from '../../store/store.ts'

/** A key part: an identifier in hex, or an integer of eight bytes. */
export type KeyPart = string | bigint

const CHAIN = concat(Buffer.from('chain/'), Buffer.from(ZERO_ID, 'hex'))
const NO_LIMIT = Infinity

export function keyOf(table: string, ...parts: readonly KeyPart[]): Uint8Array {
  return concat(CHAIN, Buffer.from(table), ...parts.map(bytesOf))
}

function bytesOf(part: KeyPart): Uint8Array {
  if (typeof part === 'string') return Buffer.from(part, 'hex')
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(part)
  return bytes
}

/** A table of records. Keys are ordered by their parts. */
export class Table<T> {
  readonly #name: string
  readonly #field: Field<T>

  constructor(name: string, field: Field<T>) {
    this.#name = `${name}/`
    this.#field = field
  }

  async get(from: Reader, ...key: readonly KeyPart[]): Promise<T | undefined> {
    const bytes = await from.get(keyOf(this.#name, ...key))
    return bytes && this.#decode(bytes)
  }

  async getMany(
    from: Reader,
    keys: readonly (readonly KeyPart[])[],
  ): Promise<readonly (T | undefined)[]> {
    const found = await from.getMany(keys.map((key) => keyOf(this.#name, ...key)))
    return found.map((bytes) => bytes && this.#decode(bytes))
  }

  /** Returns the first records whose key starts with `prefix`, after the key `after`. */
  async page(
    from: Reader,
    limit: number,
    prefix: readonly KeyPart[],
    after?: readonly KeyPart[],
  ): Promise<readonly T[]> {
    const behind = after && keyOf(this.#name, ...after)
    const entries = await from.page(keyOf(this.#name, ...prefix), limit, behind)
    return entries.map(({ value }) => this.#decode(value))
  }

  /** Yields all records whose key starts with `prefix`, in key order. */
  async *scan(from: Reader, ...prefix: readonly KeyPart[]): AsyncGenerator<T, void> {
    for await (const { value } of scan(from, keyOf(this.#name, ...prefix)))
      yield this.#decode(value)
  }

  /**
   * Yields the records of {@link scan} in pages. Reading pages is faster than reading single
   * records.
   */
  async *scanPages(
    from: Reader,
    ...prefix: readonly KeyPart[]
  ): AsyncGenerator<readonly T[], void> {
    for await (const entries of scanPages(from, keyOf(this.#name, ...prefix)))
      yield entries.map(({ value }) => this.#decode(value))
  }

  put(value: T, ...key: readonly KeyPart[]): Change {
    return put(keyOf(this.#name, ...key), encode(this.#field, value))
  }

  remove(...key: readonly KeyPart[]): Change {
    return remove(keyOf(this.#name, ...key))
  }

  #decode(bytes: Uint8Array): T {
    return decode(this.#field, bytes, NO_LIMIT)
  }
}

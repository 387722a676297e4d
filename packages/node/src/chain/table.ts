import { ByteReader, concat, u64 } from '../codec/bytes.ts'
import { decode, encode, encodeBare, type Field, type ID } from '../codec/field.ts'
import { put, remove, scan, scanPages, type Change, type Reader } from '../store/store.ts'

/** A key part: an identifier in hex, with or without `0x`, or an integer of eight bytes. */
export type KeyPart = string | bigint

/** The encoding of the values of a table. */
export interface ValueFormat<T> {
  readonly encode: (value: T) => Uint8Array
  readonly decode: (bytes: Uint8Array) => T
}

/** Values that are encoded already. */
export const encoded: ValueFormat<Uint8Array> = {
  encode: (bytes) => bytes,
  decode: (bytes) => bytes,
}

/** Values after a codec version. */
export function versioned<T>(field: Field<T>): ValueFormat<T> {
  return {
    encode: (value) => encode(field, value),
    decode: (bytes) => decode(field, bytes, Infinity),
  }
}

/** Values without a codec version. */
export function bare<T>(field: Field<T>): ValueFormat<T> {
  return {
    encode: (value) => encodeBare(field, value),
    decode(bytes) {
      const from = new ByteReader(bytes)
      const value = field.read(from)
      from.end()
      return value
    },
  }
}

/** Returns the key prefix of a chain or, with a name that ends in `/`, of one of its tables. */
export function chainPrefix(chain: ID, name = ''): Uint8Array {
  return concat(Buffer.from('chain/'), Buffer.from(chain, 'hex'), Buffer.from(name))
}

function bytesOf(part: KeyPart): Uint8Array {
  if (typeof part === 'bigint') return u64(part)
  return Buffer.from(part.startsWith('0x') ? part.slice(2) : part, 'hex')
}

/** A table of records. Keys are ordered by their parts. */
export class Table<T> {
  /** Prefix of all keys. */
  readonly prefix: Uint8Array
  readonly #format: ValueFormat<T>

  constructor(prefix: Uint8Array, format: ValueFormat<T>) {
    this.prefix = prefix
    this.#format = format
  }

  async get(from: Reader, ...key: readonly KeyPart[]): Promise<T | undefined> {
    const bytes = await from.get(this.key(...key))
    return bytes && this.#format.decode(bytes)
  }

  async getMany(
    from: Reader,
    keys: readonly (readonly KeyPart[])[],
  ): Promise<readonly (T | undefined)[]> {
    const found = await from.getMany(keys.map((key) => this.key(...key)))
    return found.map((bytes) => bytes && this.#format.decode(bytes))
  }

  /** Returns the first records whose key starts with `prefix`, after the key `after`. */
  async page(
    from: Reader,
    limit: number,
    prefix: readonly KeyPart[],
    after?: readonly KeyPart[],
  ): Promise<readonly T[]> {
    const behind = after && this.key(...after)
    const entries = await from.page(this.key(...prefix), limit, behind)
    return entries.map(({ value }) => this.#format.decode(value))
  }

  /** Yields all records whose key starts with `prefix`, in key order. */
  async *scan(from: Reader, ...prefix: readonly KeyPart[]): AsyncGenerator<T, void> {
    for await (const { value } of scan(from, this.key(...prefix))) yield this.#format.decode(value)
  }

  /**
   * Yields the records of {@link scan} in pages. Reading pages is faster than reading single
   * records.
   */
  async *scanPages(
    from: Reader,
    ...prefix: readonly KeyPart[]
  ): AsyncGenerator<readonly T[], void> {
    for await (const entries of scanPages(from, this.key(...prefix)))
      yield entries.map(({ value }) => this.#format.decode(value))
  }

  put(value: T, ...key: readonly KeyPart[]): Change {
    return put(this.key(...key), this.#format.encode(value))
  }

  remove(...key: readonly KeyPart[]): Change {
    return remove(this.key(...key))
  }

  key(...parts: readonly KeyPart[]): Uint8Array {
    return concat(this.prefix, ...parts.map(bytesOf))
  }
}

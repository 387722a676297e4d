import { ByteReader, ByteWriter } from './bytes.ts'

/**
 * A field of a binary layout, with its reader and writer, so that one table of fields defines both decoding and
 * encoding.
 */
export interface Field<T> {
  read(from: ByteReader): T
  write(to: ByteWriter, value: T): void
  /**
   * Minimum encoded size in bytes. A list uses the minimum size of its items to limit their number
   * before any item is read.
   */
  readonly least: number
}

declare const brand: unique symbol
type Branded<Name extends string> = string & { readonly [brand]: Name }

/** 32 bytes as 64 lower-case hex digits. String order equals byte order. */
export type ID = Branded<'ID'>

/** 20 bytes as 40 lower-case hex digits: the hash of a public key. */
export type ShortID = Branded<'ShortID'>

/** The 20 bytes of a node ID as 40 lower-case hex digits: the hash of a certificate. */
export type NodeIDBytes = Branded<'NodeID'>

export const u8: Field<number> = {
  read: (from) => from.u8(),
  write: (to, value) => to.u8(value),
  least: 1,
}

export const u32: Field<number> = {
  read: (from) => from.u32(),
  write: (to, value) => to.u32(value),
  least: 4,
}

export const u64: Field<bigint> = {
  read: (from) => from.u64(),
  write: (to, value) => to.u64(value),
  least: 8,
}

/** The greatest value of `u64`. */
export const MAX_U64: bigint = 2n ** 64n - 1n

/** One byte, 0 or 1. */
export const bool: Field<boolean> = {
  read(from) {
    const value = from.u8()
    if (value > 1) throw new RangeError(`${value} is not a boolean`)
    return value === 1
  },
  write: (to, value) => to.u8(value ? 1 : 0),
  least: 1,
}

export const id: Field<ID> = fixedHex(32)
export const shortID: Field<ShortID> = fixedHex(20)
export const nodeIDBytes: Field<NodeIDBytes> = fixedHex(20)

/** Bytes with a u32 length prefix. */
export const bytes: Field<Uint8Array> = {
  read: (from) => from.sized(),
  write(to, value) {
    to.u32(value.length)
    to.fixed(value)
  },
  least: 4,
}

/**
 * A UTF-8 string with a u16 length prefix. Invalid UTF-8 is rejected, because decoding and encoding
 * it again would change the bytes.
 */
export const text: Field<string> = {
  read: (from) => utf8.decode(from.fixed(from.u16())),
  write(to, value) {
    const encoded = Buffer.from(value, 'utf8')
    if (encoded.length > 0xffff) throw new RangeError('string longer than 65535 bytes')
    to.u16(encoded.length)
    to.fixed(encoded)
  },
  least: 2,
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const utf8 = {
  decode(encoded: Uint8Array): string {
    try {
      return strict.decode(encoded)
    } catch (error) {
      throw new RangeError('string is not valid UTF-8', { cause: error })
    }
  },
}

/** A fixed number of bytes. */
export function fixed(length: number): Field<Uint8Array> {
  return {
    read: (from) => from.fixed(length),
    write(to, value) {
      if (value.length !== length)
        throw new RangeError(`expected ${length} bytes, got ${value.length}`)
      to.fixed(value)
    },
    least: length,
  }
}

function fixedHex<T extends string>(length: number): Field<T> {
  return {
    // Safe cast: the reader returns exactly `length` bytes as lower-case hex.
    read: (from) => from.hex(length) as T,
    write: (to, value) => to.hex(value, length),
    least: length,
  }
}

/** A list of at most `most` items with a u32 count prefix. The count is checked against the remaining bytes. */
export function list<T>(item: Field<T>, most = Infinity): Field<readonly T[]> {
  if (item.least === 0) throw new RangeError('list items must have a minimum size above 0')
  return {
    read(from) {
      const count = from.u32()
      if (count > most) throw new RangeError(`a list has ${count} items, at most ${most}`)
      if (count * item.least > from.remaining)
        throw new RangeError(
          `a list of ${count} items exceeds the remaining ${from.remaining} bytes`,
        )
      const items: T[] = []
      for (let index = 0; index < count; index++) items.push(item.read(from))
      return items
    },
    write(to, items) {
      to.u32(items.length)
      for (const value of items) item.write(to, value)
    },
    least: 4,
  }
}

/** The type of the values of a field. */
export type ValueOf<F> = F extends Field<infer T> ? T : never

/** A structure, encoded as the concatenation of its fields, which are in the order of their bytes. */
export function struct<T extends object>(fields: {
  readonly [Name in keyof T]: Field<T[Name]>
}): Field<Readonly<T>> {
  const entries = Object.entries<Field<unknown>>({ ...fields })
  return {
    read(from) {
      const value: Record<string, unknown> = {}
      for (const [name, field] of entries) value[name] = field.read(from)
      // Safe cast: each member was read by its own field.
      return value as T
    },
    write(to, value) {
      const members = value as Readonly<Record<string, unknown>>
      for (const [name, field] of entries) field.write(to, members[name])
    },
    least: entries.reduce((sum, [, field]) => sum + field.least, 0),
  }
}

/** A member of a union of structures that differ in `kind`. */
export type Kind<Name extends string, T = object> = { readonly kind: Name } & T

type Kinds<Bodies> = {
  readonly [Name in keyof Bodies & string]: Kind<Name, Bodies[Name]>
}[keyof Bodies & string]

/** A structure of one of several kinds. The encoding starts with the type ID of the kind as u32. */
export function variant<Bodies extends object>(kinds: {
  readonly [Name in keyof Bodies]: readonly [typeID: number, body: Field<Bodies[Name]>]
}): Field<Kinds<Bodies>> {
  const byName = new Map(Object.entries<readonly [number, Field<unknown>]>({ ...kinds }))
  const byTypeID = new Map([...byName].map(([kind, [typeID, body]]) => [typeID, { kind, body }]))
  return {
    read(from) {
      const typeID = from.u32()
      const found = byTypeID.get(typeID)
      if (found === undefined) throw new RangeError(`type ID ${typeID} is not allowed here`)
      // Safe cast: the table has the fields of each kind.
      return Object.assign({ kind: found.kind }, found.body.read(from)) as Kinds<Bodies>
    },
    write(to, value) {
      const found = byName.get(value.kind)
      if (found === undefined) throw new RangeError(`unknown kind ${value.kind}`)
      to.u32(found[0])
      found[1].write(to, value)
    },
    least: 4 + Math.min(...[...byName.values()].map(([, body]) => body.least)),
  }
}

const VERSION = 0
/** Default maximum size in bytes of a top-level value, including its codec version. */
const SIZE_LIMIT = 256 * 1024

/** Encodes a top-level value: the codec version, followed by the value. */
export function encode<T>(field: Field<T>, value: T): Uint8Array {
  const to = new ByteWriter()
  to.u16(VERSION)
  field.write(to, value)
  return to.finish()
}

/** Decodes exactly one top-level value. Throws a RangeError for anything else. */
export function decode<T>(field: Field<T>, encoded: Uint8Array, limit: number = SIZE_LIMIT): T {
  const from = readerOf(encoded, limit)
  const value = field.read(from)
  from.end()
  return value
}

/** Returns a reader positioned after the codec version of a top-level value. */
export function readerOf(encoded: Uint8Array, limit: number = SIZE_LIMIT): ByteReader {
  if (encoded.length > limit)
    throw new RangeError(`${encoded.length} bytes exceed the limit of ${limit}`)
  const from = new ByteReader(encoded)
  const version = from.u16()
  if (version !== VERSION) throw new RangeError(`unknown codec version ${version}`)
  return from
}

/** Encodes a nested value, without a codec version. */
export function encodeBare<T>(field: Field<T>, value: T): Uint8Array {
  const to = new ByteWriter()
  field.write(to, value)
  return to.finish()
}

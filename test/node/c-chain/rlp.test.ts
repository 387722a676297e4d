import { RLP, type NestedUint8Array } from '@ethereumjs/rlp'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { decodeForeign, decodeRlp, encodeRlp } from '../../../packages/node/src/c-chain/rlp.ts'
import { hexOf } from '../../../packages/node/src/c-chain/hex.ts'
import { running } from './running.ts'

// RLP of callers is read in linear time, with a bounded depth, after its size was checked.

type Item = Uint8Array | NestedUint8Array

/** Returns the result of a decoder without the kind of the byte arrays, or `undefined` for an error. */
function outcome(decode: (bytes: Uint8Array) => Item, bytes: Uint8Array): unknown {
  const plain = (item: Item): unknown =>
    item instanceof Uint8Array ? hexOf(item) : item.map((inner) => plain(inner))
  try {
    return plain(decode(bytes))
  } catch {
    return undefined
  }
}

const { item } = fc.letrec<{ item: Item; list: Item[] }>((tie) => ({
  item: fc.oneof({ depthSize: 'small' }, fc.uint8Array({ maxLength: 70 }), tie('list')),
  list: fc.array(tie('item'), { maxLength: 8 }),
}))

test('decodes like the library', () => {
  fc.assert(
    fc.property(item, (value) => {
      const bytes = RLP.encode(value)
      expect(outcome(decodeRlp, bytes)).toEqual(outcome(RLP.decode, bytes))
    }),
    { seed: 7, numRuns: 300 },
  )
})

test('refuses what the library refuses', () => {
  const changed = fc.tuple(item, fc.nat(), fc.integer({ min: 0, max: 255 }), fc.boolean())
  fc.assert(
    fc.property(changed, ([value, at, byte, isCut]) => {
      const bytes = RLP.encode(value)
      bytes[at % bytes.length] = byte
      const given = isCut ? bytes.subarray(0, bytes.length - 1) : bytes
      expect(outcome(decodeRlp, given)).toEqual(outcome(RLP.decode, given))
    }),
    { seed: 8, numRuns: 2000 },
  )
})

test('encodes like the library', () => {
  fc.assert(
    fc.property(item, (value) => {
      expect(hexOf(encodeRlp(value))).toBe(hexOf(RLP.encode(value)))
    }),
    { seed: 8, numRuns: 2000 },
  )
  for (const length of [0, 1, 55, 56, 255, 256, 65_535, 65_536, 16_777_216]) {
    const bytes = new Uint8Array(length).fill(1)
    for (const value of [bytes, [bytes, bytes]])
      expect(Buffer.compare(encodeRlp(value), RLP.encode(value))).toBe(0)
  }
})

test('returns views instead of copies', () => {
  const bytes = RLP.encode([new Uint8Array(100), [new Uint8Array(60)]])
  const decoded = decodeRlp(bytes)
  expect(decoded).toMatchObject([{ buffer: bytes.buffer }, [{ buffer: bytes.buffer }]])
})

/** Returns lists in lists around an item. */
function nested(levels: number, inner: Uint8Array): Uint8Array {
  const size = inner.length
  const heads: Buffer[] = [Buffer.from(inner)]
  let length = size
  for (let level = 0; level < levels; level++) {
    const digits = length.toString(16)
    const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
    const head = length < 56 ? Buffer.of(0xc0 + length) : Buffer.of(0xf7 + bytes.length, ...bytes)
    heads.push(head)
    length += head.length
  }
  return Buffer.concat(heads.reverse())
}

const flat = (count: number): Uint8Array => nested(1, Buffer.alloc(count, 1))

test.each([
  ['17 nested lists', nested(17, Buffer.of(1)), 'nested lists'],
  ['100,001 items', flat(100_001), 'items'],
])('refuses %s of a caller', (_, bytes, message) => {
  expect(() => decodeForeign(bytes)).toThrow(message)
})

test('accepts 16 nested lists and 99,999 items', () => {
  expect(decodeForeign(nested(16, Buffer.of(1)))).toBeInstanceOf(Array)
  expect(decodeForeign(flat(99_999))).toHaveLength(99_999)
})

test.each([
  ['deep and large', nested(3000, Buffer.alloc(1_000_000, 1)), 'oversized data'],
  ['deep and small', nested(3000, Buffer.alloc(60_000, 1)), 'nested lists'],
  ['flat and large', flat(2_000_000), 'oversized data'],
  ['blobs, flat', Buffer.concat([Buffer.of(3), flat(1_000_000)]), 'not supported'],
])('a transaction is refused: %s', async (_, bytes, message) => {
  const node = await running()
  onTestFinished(() => node.close())
  const { error } = await node.ask('eth_sendRawTransaction', [hexOf(bytes)])
  expect(error).toMatchObject({ message: expect.stringContaining(message) })
  expect(JSON.stringify(error).length).toBeLessThan(500)
})

test.each([
  ['deep', nested(3000, Buffer.alloc(60_000, 1)), 'nested lists'],
  ['flat', flat(400_000), 'items'],
])('a block is refused: %s', async (_, bytes, message) => {
  const node = await running()
  onTestFinished(() => node.close())
  const { error } = await node.ask('debug_traceBlock', [hexOf(bytes)])
  expect(error).toMatchObject({
    message: expect.stringMatching(new RegExp(`could not decode block: .*${message}`)),
  })
})

import { describe, expect, test } from 'vitest'
import {
  PRIMARY_NETWORK_ID,
  ZERO_ID,
  hexNodeID,
  nameID,
  nodeIDText,
  parseID,
} from '../../packages/node/src/codec/ids.ts'
import { cb58, checkedHex, fromCb58, fromCheckedHex } from '../../packages/node/src/codec/text.ts'

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))
const counting = bytes(
  Array.from({ length: 32 }, (_, at) => (at + 1).toString(16).padStart(2, '0')).join(''),
)

describe('cb58', () => {
  test.each([
    ['', '45PJLL'],
    ['00', '1c7hwa'],
    ['00010203040506070809ff', '1NVSVezva3bAtJesnUj'],
    [Buffer.from(counting).toString('hex'), 'SkB92YpWm4Q2ijQHH34cqbKkCZWszsiQgHVjtNeFF2HdvDQU'],
  ])('%s is %s', (hex, text) => {
    expect(cb58(bytes(hex))).toBe(text)
    expect(fromCb58(text)).toEqual(bytes(hex))
  })

  test.each(['', '1c7hwb', '0OIl', '1'])('%j is rejected', (text) => {
    expect(() => fromCb58(text)).toThrow()
  })
})

describe('hex with a checksum', () => {
  test.each([
    ['', '0x7852b855'],
    ['00', '0x0017afa01d'],
    ['00010203040506070809ff', '0x00010203040506070809ff4482539c'],
  ])('%s is %s', (hex, text) => {
    expect(checkedHex(bytes(hex))).toBe(text)
    expect(fromCheckedHex(text)).toEqual(bytes(hex))
  })

  test.each(['', '0x', '7852b855', '0x7852b856', '0x00', '0x785', '0xzz52b855'])(
    '%j is rejected',
    (text) => {
      expect(() => fromCheckedHex(text)).toThrow(RangeError)
    },
  )
})

test.each([
  [PRIMARY_NETWORK_ID, '11111111111111111111111111111111LpoYY'],
  [nodeIDText(hexNodeID(`18${'00'.repeat(19)}`)), 'NodeID-3BuDc2d1Efme5Apba6SJ8w3Tz7qeh6mHt'],
  [nameID('secp256k1fx'), 'spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ'],
  [nameID('nftfx'), 'qd2U4HDWUvMrVUeTcCHp6xH3Qpnn1XbU5MDdnBoiifFqvgXwT'],
  [nameID('platformvm'), 'rWhpuQPF1kb72esV2momhMuTYGkEb1oL29pt2EBXWmSy4kxnT'],
])('%s is the published identifier', (made, published) => {
  expect(made).toBe(published)
})

describe('an ID', () => {
  test('is parsed from its string form', () => {
    expect(parseID(PRIMARY_NETWORK_ID)).toBe(ZERO_ID)
    expect(parseID('SkB92YpWm4Q2ijQHH34cqbKkCZWszsiQgHVjtNeFF2HdvDQU')).toBe(
      Buffer.from(counting).toString('hex'),
    )
  })

  test.each(['', '1c7hwa', `${PRIMARY_NETWORK_ID}1`, 'NATIVE', '1'.repeat(100_000)])(
    'is undefined for the string %.50j',
    (text) => {
      expect(parseID(text)).toBeUndefined()
    },
  )
})

import { assert, property, string, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeText } from '../../generator/src/load/read/decode.ts'
import { load } from 'rpcloom/load'
import { temporaryFolder } from '../temporary-folder.ts'

const json = JSON.stringify({
  openrpc: '1.3.2',
  info: { title: 'Größe 日本 🎉', version: '1' },
  methods: [],
})
const yaml = 'openrpc: 1.3.2\ninfo: { title: Größe 日本 🎉, version: "1" }\nmethods: []\n'

const byteOrderMark = '\u{FEFF}'

function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le')
}

function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes).swap16()
}

describe.each([
  ['api.json', json],
  ['api.yaml', yaml],
])('%s', (file, text) => {
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(byteOrderMark + text)],
    ['UTF-16, little end first', utf16(text)],
    ['UTF-16, little end first, with a byte order mark', utf16(byteOrderMark + text)],
    ['UTF-16, big end first', swapped(utf16(text))],
    ['UTF-16, big end first, with a byte order mark', swapped(utf16(byteOrderMark + text))],
  ])('is read as %s', async (_, bytes) => {
    const root = temporaryFolder({ [file]: bytes })
    const { loaded, diagnostics } = await load({ root, inputs: [file] })
    expect(diagnostics).toEqual([])
    expect(loaded?.documents[0]?.json['info']).toMatchObject({ title: 'Größe 日本 🎉' })
  })

  test.each<readonly [string, Uint8Array, string]>([
    ['Latin-1', Buffer.from(text, 'latin1'), 'RL106'],
    ['UTF-32', Buffer.concat([...text].map((sign) => utf32(sign))), 'RL106'],
    ['half of a UTF-16 character', utf16(`${text}\u{D800}`), 'RL106'],
    ['an odd number of bytes', utf16(text).subarray(0, -1), 'RL106'],
  ])('as %s is rejected', async (_, bytes, code) => {
    const root = temporaryFolder({ [file]: bytes })
    const { diagnostics } = await load({ root, inputs: [file] })
    expect(diagnostics.map((found) => found.code)).toEqual([code])
  })
})

function utf32(sign: string): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(sign.codePointAt(0) ?? 0)
  return bytes
}

test.each<readonly [string, readonly (string | number)[], string]>([
  ['at the start', [0xff], '1:1'],
  ['on the first line', ['abc', 0xe9, 'd'], '1:4'],
  ['on another line', ['a\nbc\n日本', 0x80, '\n'], '3:3'],
  ['inside of a character', ['ab', 0xe6, 0x97, '"'], '1:3'],
  ['at the end of truncated text', ['ab\n', 0xf0, 0x9f, 0x8e], '2:1'],
  ['after a byte order mark', [0xef, 0xbb, 0xbf, 'ab', 0xfc, ' '], '1:3'],
  ['in an overlong encoding', ['ab', 0xc0, 0xaf], '1:3'],
])('bytes that are not UTF-8 %s are reported by line and column', (_, parts, want) => {
  const bytes = parts.map((part) =>
    typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part),
  )
  const decoded = decodeText(Buffer.concat(bytes))
  const { line, column } = (decoded.kind === 'encoding' ? decoded.at : undefined) ?? {}
  expect(`${line}:${column}`).toBe(want)
})

test('any bytes give text or an error with a position within them', () => {
  assert(
    property(uint8Array({ maxLength: 60 }), (bytes) => {
      const decoded = decodeText(bytes)
      if (decoded.kind === 'text') return
      expect(decoded.at?.line ?? 1).toBeLessThanOrEqual(bytes.length)
    }),
    { seed: 11, numRuns: 2000 },
  )
})

test('any text is unchanged as UTF-8', () => {
  assert(
    property(string({ unit: 'grapheme', minLength: 2 }), (text) => {
      const decoded = decodeText(Buffer.from(text))
      // A text with U+0000 in its first two characters is interpreted as UTF-16.
      if (text.slice(0, 2).includes('\0')) return
      expect(decoded).toEqual({ kind: 'text', text: text.replace(/^\u{FEFF}/u, '') })
    }),
    { seed: 12, numRuns: 500 },
  )
})

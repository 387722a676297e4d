import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { frame, FrameFault, FrameReader } from '../../packages/rpc/src/client/socket/frames.ts'

/** A frame as a server sends it: not masked. */
function sent(first: number, payload: Buffer, mask: number = 0): Buffer {
  const { length } = payload
  if (length < 126) return Buffer.concat([Buffer.from([first, mask | length]), payload])
  const head = Buffer.alloc(length < 65_536 ? 4 : 10)
  head[0] = first
  head[1] = mask | (length < 65_536 ? 126 : 127)
  if (length < 65_536) head.writeUInt16BE(length, 2)
  else head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, payload])
}

const text = (value: string, first: number = 0x81): Buffer => sent(first, Buffer.from(value))

function read(chunks: readonly Buffer[], maxBytes: number = 1e6): unknown[] {
  const seen: unknown[] = []
  const reader = new FrameReader(
    {
      text: (value) => seen.push(value),
      ping: (payload) => seen.push(['ping', payload.toString()]),
      pong: () => seen.push('pong'),
      close: (code, reason) => seen.push(['close', code, reason]),
    },
    maxBytes,
  )
  for (const chunk of chunks) reader.push(chunk)
  return seen
}

describe('frames', () => {
  it('are read in pieces of any size', () => {
    const messages = fc.array(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('x'.repeat(70_000))),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(
        messages,
        fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1 }),
        (values, sizes) => {
          const all = Buffer.concat(values.map((value) => text(value)))
          const chunks: Buffer[] = []
          for (let at = 0, turn = 0; at < all.length; turn++) {
            const size = sizes[turn % sizes.length] ?? 1
            chunks.push(all.subarray(at, at + size))
            at += size
          }
          expect(read(chunks)).toEqual(values)
        },
      ),
      { seed: 7, numRuns: 60 },
    )
  })

  it('come in fragments of any size, also of none', () => {
    const value = Array.from({ length: 5000 }, (_, index) => String(index % 10)).join('')
    const sizes = [0, 1, 1, 0, 3, 2, 1, 40, 7, 200]
    const chunks = [text('', 0x01)]
    for (let at = 0, turn = 0; at < value.length; turn++) {
      const size = sizes[turn % sizes.length] ?? 1
      chunks.push(text(value.slice(at, at + size), 0x00))
      at += size
    }
    expect(read([...chunks, text('', 0x80), text('', 0x01), text('', 0x80)])).toEqual([value, ''])
  })

  it('come in fragments, with control frames between', () => {
    const bytes = Buffer.from('aäb')
    const parts = [
      sent(0x01, bytes.subarray(0, 2)),
      sent(0x89, Buffer.from('?')),
      sent(0x80, bytes.subarray(2)),
    ]
    expect(read([...parts, sent(0x8a, Buffer.alloc(0)), text('')])).toEqual([
      ['ping', '?'],
      'aäb',
      'pong',
      '',
    ])
  })

  it.each<[string, Buffer, unknown]>([
    [
      'a code and a reason',
      Buffer.concat([Buffer.from([3, 232]), Buffer.from('bye')]),
      ['close', 1000, 'bye'],
    ],
    ['nothing', Buffer.alloc(0), ['close', 1005, '']],
  ])('close with %s', (_what, payload, want) => {
    expect(read([sent(0x88, payload)])).toEqual([want])
  })

  it.each<[string, Buffer[], number]>([
    ['reserved bits', [text('x', 0xc1)], 1002],
    ['a mask', [sent(0x81, Buffer.from('abcdx'), 0x80)], 1002],
    ['an unknown kind', [sent(0x83, Buffer.alloc(0))], 1002],
    ['a control frame in fragments', [sent(0x09, Buffer.alloc(0))], 1002],
    ['a control frame that is too long', [sent(0x89, Buffer.alloc(126))], 1002],
    ['a fragment of nothing', [sent(0x80, Buffer.from('x'))], 1002],
    ['a text inside a text', [sent(0x01, Buffer.from('x')), text('y')], 1002],
    ['a close frame that is cut off', [sent(0x88, Buffer.from([3]))], 1002],
    ['bytes', [sent(0x82, Buffer.from('x'))], 1003],
    ['what is no UTF-8', [sent(0x81, Buffer.from([0xff]))], 1007],
    ['a message that is too long', [text('x'.repeat(101))], 1009],
    [
      'fragments that are too long together',
      [sent(0x01, Buffer.alloc(60)), sent(0x80, Buffer.alloc(60))],
      1009,
    ],
    [
      'a length beyond all bounds',
      [Buffer.from([0x81, 127, 255, 255, 255, 255, 255, 255, 255, 255])],
      1009,
    ],
  ])('are refused for %s', (_what, chunks, closeCode) => {
    const reading = (): unknown => read(chunks, 100)
    expect(reading).toThrow(FrameFault)
    expect(reading).toThrow(expect.objectContaining({ closeCode }) as Error)
  })

  it.each([0, 1, 125, 126, 65_535, 65_536])('of %d bytes go out masked', (length) => {
    const payload = Buffer.alloc(length, 'ab')
    const out = frame(1, payload)
    const [, second = 0] = out
    const start = { 126: 4, 127: 10 }[second & 0x7f] ?? 2
    expect(second & 0x80).toBe(0x80)
    const mask = out.subarray(start, start + 4)
    const plain = out.subarray(start + 4).map((byte, index) => byte ^ (mask[index % 4] ?? 0))
    expect(Buffer.from(plain).equals(payload)).toBe(true)
  })
})

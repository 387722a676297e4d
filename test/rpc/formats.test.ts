import { describe, expect, it } from 'vitest'
import { formatTest } from '@rpcloom/schema/internal'
import { checkSchema } from '@rpcloom/schema'

describe('formats', () => {
  it.each<[string, readonly unknown[], readonly unknown[]]>([
    ['uint8', [0, 255, '255'], [256, '-1', '1.0', '0x1']],
    ['int8', [-128, 127], [-129, 128]],
    ['int16', [-32_768, 32_767], [-32_769, 32_768]],
    ['int32', [-(2 ** 31), 2 ** 31 - 1], [-(2 ** 31) - 1, 2 ** 31]],
    ['int64', ['-9223372036854775808'], ['9223372036854775808']],
    ['uint256', [(2n ** 256n - 1n).toString()], [(2n ** 256n).toString()]],
    ['decimal', ['99.1234', '-1'], ['1.', '1e3', '']],
    ['hex', ['0x', '0xAb'], ['0xa', 'ab']],
    ['hex-quantity', ['0x0', '0x1f'], ['0x', '0x01']],
    ['evm-address', ['0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'], ['0x8db9']],
    [
      'date-time',
      ['2024-02-29T12:00:00Z', '2023-01-01T00:00:00.123456789+02:00', '2016-12-31T23:59:60Z'],
      ['2023-02-29T12:00:00Z', '2024-01-01', '2024-01-01T24:00:00Z', '2024-01-01T12:59:60Z'],
    ],
    ['uri', ['https://example.com/a?b#c', 'urn:x:y'], ['/a', 'http://a b']],
    ['ipv4', ['127.0.0.1'], ['127.0.0', '256.0.0.1', '127.0.0.1.', '01.0.0.0']],
    [
      'ipv6',
      ['::1', '2001:db8::1', '1:2:3:4:5:6:7:8', '::ffff:1.2.3.4'],
      ['1:2', ':::', '1::2::3', '12345::'],
    ],
    ['uuid', ['123e4567-e89b-12d3-a456-426614174000'], ['123e4567']],
    ['hostname', ['a.b-c.d'], ['-a', 'a..b']],
    ['email', ['a@b.c'], ['a@', 'a b@c']],
    ['json-pointer', ['', '/a~1b'], ['a', '/~2']],
    ['regex', ['^a$'], ['(']],
  ])('%s', (format, good, bad) => {
    for (const value of good) expect([value, formatTest(format)?.(value)]).toEqual([value, true])
    for (const value of bad) expect([value, formatTest(format)?.(value)]).toEqual([value, false])
  })

  it('contain only tested formats', () => {
    expect(['toString', 'constructor', 'whatever'].map(formatTest)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(checkSchema({ format: 'toString' }, 'x')).toEqual([])
  })
})

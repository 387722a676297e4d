import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  errorData,
  formatCodec,
  numberFormatCodec,
  big,
  bigHex,
  bigNumber,
  literal,
  losslessJson,
  map,
  num,
  numeric,
  numNumber,
  pass,
  text,
  tuple,
  union,
  type Shape,
} from '@rpcloom/rpc/codegen'
import { decode } from '../../packages/rpc/dist/shape/decode.js'
import { encode } from '../../packages/rpc/dist/shape/encode.js'
import { ProtocolError } from '@rpcloom/rpc'

const { parse: parseLossless, stringify } = losslessJson
const MAX64 = 18446744073709551615n
const uint32 = numeric({
  as: 'number',
  encoding: 'string',
  min: 0,
  max: 2 ** 32 - 1,
  integer: true,
})
const height = numeric({ as: 'bigint', encoding: 'hex', max: MAX64 })
const smallHash = `0x${'1'.padStart(64, '0')}`

interface Node {
  readonly [property: string]: Shape
}
const list: Node = { value: big, next: () => list }

describe('decode', () => {
  it.each<[string, Shape | undefined, unknown, unknown]>([
    ['nothing to do', undefined, { a: '1' }, { a: '1' }],
    ['decimal string', big, '18446744073709551615', MAX64],
    ['a number', big, 5, 5n],
    ['a hex quantity', bigHex, '0xff', 255n],
    ['decimal string as a hex quantity', bigHex, '12', 12n],
    ['null', big, null, null],
    ['a decimal fraction', num, '99.1234', 99.1234],
    ['a number for a number', numNumber, 3, 3],
    ['unknown members stay', { a: big }, { a: '1', b: '2' }, { a: 1n, b: '2' }],
    ['absent members stay absent', { a: big }, {}, {}],
    ['no inherited member is read', { toString: big }, {}, {}],
    ['a list', [big], ['1', 2], [1n, 2n]],
    ['an invalid list', [big], { a: 1 }, { a: 1 }],
    ['recursion', list, { value: '1', next: { value: '2' } }, { value: 1n, next: { value: 2n } }],
    ['a tuple', tuple([undefined, big], num), ['1', '2', '3'], ['1', 2n, 3]],
    ['a map', map(big), { x: '1', y: '2' }, { x: 1n, y: 2n }],
    [
      'a map with declared members',
      map(big, { properties: { n: num, s: undefined }, patterns: [[/^h/u, bigHex]] }),
      { n: '1', s: '2', h1: '0x10', o: '4' },
      { n: 1, s: '2', h1: 16n, o: 4n },
    ],
    ['a literal before a number', union(literal('proposed'), big), 'proposed', 'proposed'],
    ['a number behind a literal', union(literal('proposed'), big), '7', 7n],
    ['string before number', union(text, big), '7', '7'],
    ['a number where a string came first', union(text, big), 7, 7n],
    [
      'a discriminated union',
      union({ encoding: literal('hex') }, { encoding: literal('json'), tx: { fee: big } }),
      { encoding: 'json', tx: { fee: '5' } },
      { encoding: 'json', tx: { fee: 5n } },
    ],
    [
      'the other member of it',
      union({ encoding: literal('hex') }, { encoding: literal('json'), tx: big }),
      { encoding: 'hex', tx: '5' },
      { encoding: 'hex', tx: '5' },
    ],
    [
      'an undiscriminated union',
      union({ weight: big, uptime: num }, { weight: big, balance: big }),
      { weight: '1', balance: '2' },
      { weight: 1n, balance: 2n },
    ],
    ['no member of a union', union(literal('a'), [big]), { x: 1 }, { x: 1 }],
    ['the rest of a union', union(big, pass), true, true],
    ['a height among hashes', union(height, text), '0x1', 1n],
    ['a height with the most digits', union(height, text), '0xffffffffffffffff', MAX64],
    [
      'a hash with one digit more',
      union(height, text),
      `0x0${'f'.repeat(16)}`,
      `0x0${'f'.repeat(16)}`,
    ],
    ['a hash that is a small number', union(height, text), smallHash, smallHash],
  ])('reads %s', (_case, shape, json, want) => {
    expect(decode(shape, structuredClone(json))).toEqual(want)
  })

  it.each<[string, Shape, unknown, string]>([
    ['a string that is not a number', big, 'proposed', 'is not an integer'],
    ['an empty string', big, '', 'is not an integer'],
    ['a fraction', big, 1.5, 'is not an integer'],
    ['an object', bigHex, {}, 'is not an integer'],
    ['true', bigNumber, true, 'is not an integer'],
    ['a string that only Number accepts', num, ' 1 ', 'is not a number'],
    ['Infinity as string', num, 'Infinity', 'is not a number'],
    ['a member', { a: [{ b: big }] }, { a: [{ b: '1' }, { b: 'x' }] }, '/a/1/b is'],
    ['an item of a tuple', { t: tuple([undefined, num]) }, { t: [1, 'x'] }, '/t/1 is'],
    ['an entry of a map', map(big), { x: '1', y: 'z' }, '/y is'],
  ])('rejects %s with the location', (_case, shape, json, where) => {
    const read = (): unknown => decode(shape, structuredClone(json))
    expect(read).toThrow(ProtocolError)
    expect(read).toThrow(where)
  })
})

describe('encode', () => {
  it.each<[string, Shape, unknown, string]>([
    ['bigint as string', big, MAX64, '"18446744073709551615"'],
    ['number as string', big, 12, '"12"'],
    ['string as string', big, '12', '"12"'],
    ['bigint as a number', bigNumber, MAX64, '18446744073709551615'],
    ['small bigint as a number', bigNumber, 12n, '12'],
    ['bigint as hex', bigHex, 255n, '"0xff"'],
    ['number as string if the schema requires it', num, 1.5, '"1.5"'],
    ['string as number', numNumber, '1.5', '1.5'],
    [
      'members in depth',
      { a: [{ b: bigNumber }] },
      { a: [{ b: MAX64 }], c: 1 },
      `{"a":[{"b":${MAX64}}],"c":1}`,
    ],
    ['a hash that is a small number', union(height, text), smallHash, `"${smallHash}"`],
    ['a literal in a union', union(literal('proposed'), big), 'proposed', '"proposed"'],
    ['null', big, null, 'null'],
    [
      'an object that matches no alternative, by its possible members',
      union({ kind: literal('a'), n: big }, { kind: literal('b'), m: num }, [text]),
      { kind: 'c', n: 5n, m: 6, x: true },
      '{"kind":"c","n":"5","m":"6","x":true}',
    ],
  ])('writes %s', (_case, shape, value, want) => {
    expect(stringify(encode(shape, value))).toBe(want)
  })

  it.each<[string, Shape, unknown, string]>([
    ['a fraction', big, 1.5, ''],
    ['a negative', big, -1n, ''],
    ['more than 256 bits', big, 1n << 256n, ''],
    ['no number', { a: big }, { a: 'x' }, '/a '],
    ['a boolean', { a: [{ b: bigHex }] }, { a: [{ b: 1n }, { b: true }] }, '/a/1/b '],
    ['NaN', num, Number.NaN, ''],
    ['beyond closer bounds', map(uint32), { x: 2 ** 32 }, '/x '],
    ['a fraction for an integer', uint32, 0.5, ''],
    ['no alternative', { h: union(literal('proposed'), big) }, { h: 'latest' }, '/h '],
    ['an unexpected object', union(literal('a'), big), {}, ''],
    [
      'a member of an object that fits no alternative',
      [union({ n: big }, text)],
      [{ n: -1 }],
      '/0/n ',
    ],
    ['nothing of lists and objects', union(union([big], { a: big }), map(big)), 1, ''],
  ])('rejects %s with the location', (_case, shape, value, path) => {
    expect(() => encode(shape, value)).toThrow(TypeError)
    expect(() => encode(shape, value)).toThrow(
      new RegExp(`^${path}must be (an?|proposed or an|a or an) \\w+`),
    )
  })

  it('leaves the caller’s value unchanged', () => {
    const value = Object.freeze({ a: Object.freeze([1n, 2n]) })
    expect(encode({ a: [big] }, value)).toEqual({ a: ['1', '2'] })
    expect(value).toEqual({ a: [1n, 2n] })
  })

  it('keeps `__proto__` as an own member', () => {
    const value: unknown = JSON.parse('{"__proto__": "1", "a": "2"}')
    const decoded = decode(map(big), value)
    expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype)
    expect(Object.keys(decoded as object)).toEqual(['__proto__', 'a'])
  })
})

describe('stringify', () => {
  it.each<[unknown, string]>([
    [
      { a: 1n, b: [undefined, 2n], c: undefined, d: new Date(0), 'e"': '"1"' },
      '{"a":1,"b":[null,2],"d":"1970-01-01T00:00:00.000Z","e\\"":"\\"1\\""}',
    ],
    [undefined, 'null'],
    [1n, '1'],
    // Strings that look like the internal placeholder for a bigint.
    [
      { n: -5n, a: '#5', '##6': '"#7"', b: ['##', '###8'] },
      '{"n":-5,"a":"#5","##6":"\\"#7\\"","b":["##","###8"]}',
    ],
    [{ toJSON: () => ({ big: 2n ** 64n }) }, '{"big":18446744073709551616}'],
  ])('%# writes bigints without quotes', (value, want) => {
    expect(stringify(value)).toBe(want)
  })

  it('rejects cycles with and without bigints', () => {
    const circle: Record<string, unknown> = { n: 1n }
    circle['self'] = circle
    expect(() => stringify(circle)).toThrow(TypeError)
    delete circle['n']
    expect(() => stringify(circle)).toThrow(TypeError)
  })
})

describe('parseLossless', () => {
  it.each<[string, unknown]>([
    ['18446744073709551615', 18446744073709551615n],
    ['-9223372036854775808', -9223372036854775808n],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', 9007199254740993n],
    ['1234567890123456', 1234567890123456],
    ['[12345678901234567890,12345678901234567890]', [12345678901234567890n, 12345678901234567890n]],
    ['1.12345678901234567890', 1.1234567890123457],
    ['12345678901234567890.5', Number('12345678901234567890.5')],
    ['12345678901234567890e2', Number('12345678901234567890e2')],
    ['1e-0000000000000000001', 0.1],
    ['1e+0000000000000000001', 10],
    ['"12345678901234567890"', '12345678901234567890'],
    ['"a\\"12345678901234567890"', 'a"12345678901234567890'],
    ['"a\\\\",', undefined],
    ['["\\\\",12345678901234567890,"\\\\\\""]', ['\\', 12345678901234567890n, '\\"']],
    [
      '{"12345678901234567890":12345678901234567890}',
      { '12345678901234567890': 12345678901234567890n },
    ],
    ['{12345678901234567890:1}', undefined],
    // Input that takes seconds if the algorithm is quadratic.
    [`{${'1'.repeat(200_000)} :1}`, undefined],
    ['[1e-12345678901234567890,-12345678901234567890]', [0, -12345678901234567890n]],
    ['{12345678901234567890 \n: 1}', undefined],
    ['012345678901234567890', undefined],
    ['--12345678901234567890', undefined],
    ['"12345678901234567890', undefined],
    ['', undefined],
  ])('reads %s', (json, want) => {
    if (want === undefined) expect(() => parseLossless(json)).toThrow(SyntaxError)
    else expect(parseLossless(json)).toEqual(want)
  })

  it('differs from JSON.parse only for large integers', () => {
    const leaf = fc.oneof(
      fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.string({
        unit: fc.constantFrom('"', '\\', '1', '12345678901234567890', ',', ':', 'é', '-', 'e'),
      }),
      fc.boolean(),
      fc.constant(null),
    )
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(
          fc.string({ unit: fc.constantFrom('a', '"', '\\', '1234567890123456789') }),
          tie('tree'),
          {
            maxKeys: 4,
            noNullPrototype: true,
          },
        ),
      ),
    }))
    fc.assert(
      fc.property(tree, fc.constantFrom(undefined, 1), (value, indent) => {
        const json = spaced(stringify(value), indent)
        expect(parseLossless(json)).toEqual(lossless(value))
      }),
      { seed: 20, numRuns: 500 },
    )
  })

  it('takes linear time', () => {
    const numbers = `[${Array.from({ length: 40_000 }, () => '12345678901234567890').join()}]`
    const strings = `["${'\\'.repeat(200_000)}",${numbers},"${'\\"12345678901234567890'.repeat(20_000)}"]`
    const parsed = parseLossless(strings) as unknown[]
    expect(parsed[0]).toHaveLength(100_000)
    expect(parsed[1]).toHaveLength(40_000)
  })
})

/** Returns JSON text with insignificant white space. */
function spaced(json: string, indent: number | undefined): string {
  return indent === undefined ? json : ` ${json}\n`
}

function lossless(value: unknown): unknown {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : value
  }
  if (typeof value === 'number') {
    // Doubles above 2^53 are written as integers.
    const json = JSON.stringify(value)
    return /^-?\d{16,}$/.test(json) && !Number.isSafeInteger(value)
      ? BigInt(json)
      : JSON.parse(json)
  }
  if (Array.isArray(value)) return value.map(lossless)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, lossless(inner)]))
}

describe('custom formats', () => {
  const formats = {
    even: {
      validate: () => true,
      codec: {
        decode(value: number | bigint): bigint {
          if (Number(value) % 2 !== 0) throw new RangeError('is odd')
          return BigInt(value) / 2n
        },
        encode(value: bigint): number {
          if (value < 0n) throw new RangeError('is no half')
          return Number(value * 2n)
        },
      },
    },
  }
  const even = numberFormatCodec(formats, 'even')
  const failed = { code: -1, data: { first: even, all: [even] } } as const

  it('chooses only alternatives that can decode the value', () => {
    const either = union(even, big)
    expect(decode(either, 8)).toBe(4n)
    expect(decode(either, 7)).toBe(7n)
  })

  it('refuses functions of formats that throw, or return another type', () => {
    const odd = (encoded: unknown): never =>
      ({
        odd: {
          validate(value: unknown) {
            if (value === 7 || value === '7') throw new Error('odd')
            return true
          },
          codec: { decode: (value: unknown) => value, encode: () => encoded },
        },
      }) as never
    for (const value of [undefined, null, NaN, Infinity, '1', {}, Promise.resolve(1)])
      expect(() => encode(numberFormatCodec(odd(value), 'odd'), 1)).toThrow(
        'must be a value of format odd',
      )
    for (const value of [undefined, null, 1, {}, Promise.resolve('1')])
      expect(() => encode(formatCodec(odd(value), 'odd'), {})).toThrow(
        'must be a value of format odd',
      )
    expect(() => decode(numberFormatCodec(odd(1), 'odd'), Infinity)).toThrow(ProtocolError)
    expect(decode(union(numberFormatCodec(odd('x'), 'odd'), big), 7)).toBe(7n)
    expect(decode(union(formatCodec(odd('1'), 'odd'), text), '7')).toBe('7')
  })

  it('keeps the data of an error that cannot be converted', () => {
    const data = errorData(failed)
    expect(data.decode(-1, { first: 4, all: [4, 6] }, undefined)).toEqual({
      first: 2n,
      all: [2n, 3n],
    })
    for (const raw of [
      { first: 3, all: [] },
      { first: 4, all: [4, 3] },
    ])
      expect(data.decode(-1, raw, undefined)).toEqual(raw)
    expect(data.encode(-1, { first: 2n, all: [2n] }, undefined)).toEqual({ first: 4, all: [4] })
    const invalid = { first: 2n, all: [2n, -1n] }
    expect(data.encode(-1, invalid, undefined)).toEqual(invalid)
  })
})

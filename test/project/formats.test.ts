import { createRandom } from '@rpcloom/mock'
import type { Format } from '@rpcloom/rpc/formats'
import { checkSchema } from '@rpcloom/schema'
import { describe, expect, test } from 'vitest'
import primitives from '../../openrpc/shared/primitives.json' with { type: 'json' }
import { formats } from '../../openrpc/formats.ts'
import { formats as oracle } from './openrpc/formats.ts'

const id = '2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed'
const shortId = '6Y3kysjF9jnHnYkdS9yGAuoHyae2eNmeV'
const address = 'X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u'

describe.each(Object.entries<Format>(formats))('%s', (name, { sample, validate }) => {
  test('samples have valid checksums', () => {
    const check = oracle[name]
    if (check === undefined) throw new Error(`the oracle does not know ${name}`)
    for (let seed = 0; seed < 40; seed++) {
      for (const example of [undefined, id, shortId, address, '0x00010203040506070809ff4482539c']) {
        const text = sample(createRandom(seed), example)
        expect([text, check(text)]).toEqual([text, true])
        expect([text, validate(text)]).toEqual([text, true])
      }
    }
  })
})

test('samples have the length, the chain and the network of the example', () => {
  const made = (name: keyof typeof formats, example: string): string =>
    formats[name].sample(createRandom(1), example)
  expect(Math.abs(made('cb58', id).length - id.length)).toBeLessThan(3)
  expect(Math.abs(made('cb58', shortId).length - shortId.length)).toBeLessThan(3)
  expect(made('bech32-address', 'P-fuji1qqqqqqqq')).toMatch(/^P-fuji1/)
  expect(made('bech32-address', 'fuji1qqqqqqqq')).toMatch(/^fuji1/)
  expect(made('checksummed-hex', '0x00010203040506070809ff4482539c')).toHaveLength(32)
})

test.each<[keyof typeof formats, readonly string[], readonly string[]]>([
  ['cb58', ['45PJLL', '11111111111111111111111111111111LpoYY'], ['', '0OIl0', 'abc']],
  ['node-id', ['NodeID-111111111111111111116DBWJs'], ['111111111111111111116DBWJs']],
  ['bech32-address', [address, address.slice(2)], ['X-local1', 'X-1b']],
  ['private-key', [`PrivateKey-${id}`], [id, 'PrivateKey-']],
  ['checksummed-hex', ['0x00ff', '0x'], ['00ff', '0x0']],
])('%s', (name, valid, invalid) => {
  expect(valid.filter((text) => !formats[name].validate(text))).toEqual([])
  expect(invalid.filter((text) => formats[name].validate(text))).toEqual([])
})

test('the pattern of addresses rejects what its format does not check', () => {
  const faults = (text: string): readonly string[] =>
    checkSchema(primitives.schemas.AddressOrShortId, text).map(({ keyword }) => keyword)
  expect([address, shortId].flatMap(faults)).toEqual([])
  expect(faults('X-local1')).toContain('pattern')
  expect(faults(id)).toContain('pattern')
})

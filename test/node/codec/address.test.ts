import { hexShortID } from '../../../packages/node/src/codec/ids.ts'
import { describe, expect, test } from 'vitest'
import {
  addressText,
  bareAddress,
  parseAddress,
  parseBareAddress,
} from '../../../packages/node/src/codec/address.ts'

const shortID = hexShortID('3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c')
const chainID = '2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed'
const space = {
  hrp: 'local',
  alias: 'X',
  isChain: (text: string) => text === 'X' || text === chainID,
}

test.each([
  ['local', 'local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u'],
  ['custom', 'custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p'],
  ['fuji', 'fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t'],
  ['avax', 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'],
])('with the prefix %s the funded address is %s', (hrp, text) => {
  expect(bareAddress(hrp, shortID)).toBe(text)
  expect(parseBareAddress(text)).toEqual({ hrp, shortID })
})

describe('an address of a chain', () => {
  test.each([
    'X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u',
    `${chainID}-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u`,
    '6Y3kysjF9jnHnYkdS9yGAuoHyae2eNmeV',
  ])('can be written %s', (text) => {
    expect(parseAddress(space, text)).toBe(shortID)
    expect(addressText(space, shortID)).toBe('X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u')
  })

  test.each([
    '',
    '-',
    'local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u',
    'P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u',
    'X-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t',
    'X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96v',
    'X-local1qqqqqqqqqq',
    '6Y3kysjF9jnHnYkdS9yGAuoHyae2eNmeW',
    chainID,
    'X-'.repeat(300),
  ])('cannot be written %j', (text) => {
    expect(parseAddress(space, text)).toBeUndefined()
  })
})

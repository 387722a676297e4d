import fc from 'fast-check'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { describe, expect, test } from 'vitest'
import { sha256, shortHash } from '../../../packages/node/src/crypto/hashes.ts'
import {
  addressOf,
  parsePrivateKey,
  privateKeyText,
  sign,
} from '../../../packages/node/src/crypto/keys.ts'
import {
  recoverNatively,
  recoverPortably,
  signerOf,
} from '../../../packages/node/src/crypto/recovery.ts'

const text = 'PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN'
const key = Buffer.from('56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027', 'hex')
const address = '3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c'
const hello = sha256(Buffer.from('hello'))
const published =
  '8a3e427cc4d9b8ebec2cf0bc8dbe80a484ba56bf4387d78d96b2272f3511dae53cf12fecbb1ab6be408595f7e70ddee3abc6dd8fffb1d41f9f1afe9010b7b81601'

test('the public key of local networks', () => {
  expect(parsePrivateKey(text)).toEqual(Uint8Array.from(key))
  expect(privateKeyText(key)).toBe(text)
  expect(addressOf(key)).toBe(address)
  expect(
    shortHash(
      Buffer.from('0327448e78ffa8cdb24cf19be0204ad954b1bdb4db8c51183534c1eecf2ebd094e', 'hex'),
    ),
  ).toBe(address)
})

test.each([
  '',
  'PrivateKey-',
  text.slice('PrivateKey-'.length),
  `${text}1`,
  'PrivateKey-6Y3kysjF9jnHnYkdS9yGAuoHyae2eNmeV',
  privateKeyText(new Uint8Array(32)),
])('%j is not a private key', (wrong) => {
  expect(parsePrivateKey(wrong)).toBeUndefined()
})

describe('a signature', () => {
  test('equals the published one', () => {
    expect(Buffer.from(sign(hello, key)).toString('hex')).toBe(published)
    expect(signerOf(hello, Buffer.from(published, 'hex'))).toBe(address)
  })

  test.each([
    ['over another hash', (bytes: Buffer) => bytes, sha256(Buffer.from('hallo'))],
    ['with another recovery number', (bytes: Buffer) => set(bytes, 64, 0), hello],
    ['with a changed byte', (bytes: Buffer) => set(bytes, 20, 1), hello],
  ])('%s was made with another key', (_, change, hash) => {
    const other = signerOf(hash, change(Buffer.from(published, 'hex')))
    expect(other).not.toBe(address)
  })

  test.each([
    ['too short', (bytes: Buffer) => bytes.subarray(1)],
    ['with an impossible recovery number', (bytes: Buffer) => set(bytes, 64, 4)],
    ['of zeros', () => Buffer.alloc(65)],
    ['beyond the order of the curve', () => Buffer.alloc(65, 0xff)],
    ['with its s in the upper half', (bytes: Buffer) => highS(bytes)],
  ])('%s is invalid', (_, change) => {
    expect(signerOf(hello, change(Buffer.from(published, 'hex')))).toBeUndefined()
  })
})

function set(bytes: Buffer, at: number, value: number): Buffer {
  bytes[at] = value
  return bytes
}

/** Returns the malleated signature: order minus s, and the other recovery number. */
function highS(bytes: Buffer): Buffer {
  const s = secp256k1.Point.Fn.ORDER - BigInt(`0x${bytes.subarray(32, 64).toString('hex')}`)
  bytes.set(Buffer.from(s.toString(16).padStart(64, '0'), 'hex'), 32)
  return set(bytes, 64, 1 - (bytes[64] ?? 0))
}

test('native and portable recovery give the same results', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.uint8Array({ minLength: 64, maxLength: 64 }),
      fc.boolean(),
      fc.nat(3),
      (hash, random, isSigned, recovery) => {
        const compact = isSigned ? sign(hash, key).subarray(0, 64) : random
        const portable = recoverPortably(hash, compact, recovery)
        expect(recoverNatively?.(hash, compact, recovery) ?? portable).toEqual(portable)
      },
    ),
    { seed: 20_261_121, numRuns: 100 },
  )
  // If the library is not built, there is nothing to compare.
  if (process.platform === 'linux' && process.arch === 'x64') expect(recoverNatively).toBeDefined()
})

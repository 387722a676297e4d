import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SignedAtomicTx } from '../../../packages/node/src/codec/c-chain.ts'
import { decode, encode, type Field } from '../../../packages/node/src/codec/field.ts'
import {
  L1Message,
  SignedWarpMessage,
  WarpPayload,
} from '../../../packages/node/src/codec/messages.ts'
import {
  PlatformBlock,
  PlatformGenesis,
  PlatformUtxo,
  SignedPlatformTx,
} from '../../../packages/node/src/codec/p-chain.ts'
import { fromCheckedHex } from '../../../packages/node/src/codec/text.ts'
import {
  Genesis,
  SignedTx,
  StandardBlock,
  XUtxo,
} from '../../../packages/node/src/codec/x-chain.ts'
import { block, signedTx } from './arbitraries.ts'
import { signed, structures } from './vectors.ts'

const seeded = { seed: 20_261_121, numRuns: 300 }

test('transactions are decoded as they were encoded', () => {
  fc.assert(
    fc.property(signedTx, (tx) => {
      expect(decode(SignedTx, encode(SignedTx, tx))).toEqual(tx)
    }),
    seeded,
  )
})

test('blocks are decoded as they were encoded', () => {
  fc.assert(
    fc.property(block, (made) => {
      expect(decode(StandardBlock, encode(StandardBlock, made))).toEqual(made)
    }),
    seeded,
  )
})

/** Each field with the bytes of a valid value. */
const fields: readonly (readonly [string, Field<unknown>, Uint8Array])[] = [
  ['X-Chain transactions', SignedTx, fromCheckedHex(signed.xExportToP.text)],
  ['X-Chain blocks', StandardBlock, Buffer.from('000000000014', 'hex')],
  ['X-Chain genesis', Genesis, Buffer.from('0000', 'hex')],
  ['P-Chain transactions', SignedPlatformTx, fromCheckedHex(signed.pCreateSubnet.text)],
  ['P-Chain blocks', PlatformBlock, Buffer.from(structures.banffProposalBlock.hex, 'hex')],
  ['P-Chain genesis', PlatformGenesis, Buffer.from('0000', 'hex')],
  ['C-Chain transactions', SignedAtomicTx, fromCheckedHex(signed.cImport.text)],
  ['messages about validators', L1Message, Buffer.from(structures.registerL1Validator.hex, 'hex')],
  ['messages between chains', SignedWarpMessage, Buffer.from('0000', 'hex')],
  ['X-Chain outputs', XUtxo, Buffer.from('0000', 'hex')],
  ['P-Chain outputs', PlatformUtxo, Buffer.from('0000', 'hex')],
  ['payloads of messages', WarpPayload, Buffer.from('0000', 'hex')],
]

describe('arbitrary bytes are rejected, or encoded again unchanged', () => {
  test.each(fields)('%s', (_, field, good) => {
    const damaged = fc
      .tuple(fc.nat(good.length), fc.nat(8), fc.uint8Array({ maxLength: 12 }))
      .map(([at, dropped, put]) =>
        Buffer.concat([good.subarray(0, at), put, good.subarray(at + dropped)]),
      )
    const random = fc
      .uint8Array({ maxLength: 300 })
      .map((tail) => Buffer.concat([good.subarray(0, 6), tail]))
    fc.assert(
      fc.property(fc.oneof(damaged, random), (bytes) => {
        const value = readable(field, bytes)
        if (value !== undefined) expect(encode(field, value.read)).toEqual(new Uint8Array(bytes))
      }),
      { ...seeded, numRuns: 1000 },
    )
  })
})

/** Returns the value if the bytes encode one. Errors other than RangeError are rethrown. */
function readable(field: Field<unknown>, bytes: Uint8Array): { read: unknown } | undefined {
  try {
    return { read: decode(field, bytes) }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

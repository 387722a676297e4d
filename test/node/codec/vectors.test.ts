import { describe, expect, test } from 'vitest'
import { SignedAtomicTx } from '../../../packages/node/src/codec/c-chain.ts'
import {
  decode,
  encode,
  encodeBare,
  readerOf,
  variant,
  type Field,
} from '../../../packages/node/src/codec/field.ts'
import { idText } from '../../../packages/node/src/codec/ids.ts'
import { ConversionData, L1Message } from '../../../packages/node/src/codec/messages.ts'
import {
  PlatformBlock,
  PlatformTx,
  SignedPlatformTx,
} from '../../../packages/node/src/codec/p-chain.ts'
import {
  spending,
  transferable,
  TransferInput,
  TransferOutput,
} from '../../../packages/node/src/codec/structures.ts'
import { checkedHex, fromCheckedHex } from '../../../packages/node/src/codec/text.ts'
import { SignedTx } from '../../../packages/node/src/codec/x-chain.ts'
import { hashID } from '../../../packages/node/src/crypto/hashes.ts'
import { signed, structures, type Signed, type Structure } from './vectors.ts'

const { transferableOutput, transferableInput } = structures

/** The codec of the published test has a single type, with ID 0. */
const outputAlone = transferable(variant({ output: [0, TransferOutput] }))
const inputAlone = spending(variant({ input: [0, TransferInput] }))

interface Row<T> {
  readonly vector: T
  readonly survives: (bytes: Uint8Array) => Uint8Array
}

function row<V, T>(vector: V, field: Field<T>): Row<V> {
  return { vector, survives: (bytes) => encode(field, decode(field, bytes)) }
}

describe('published structures', () => {
  test.each<Row<Structure>>([
    row(transferableOutput, outputAlone),
    row(transferableInput, inputAlone),
    row(structures.xBaseTx, SignedTx),
    row(structures.xCreateAssetTx, SignedTx),
    row(structures.xImportTx, SignedTx),
    row(structures.xExportTx, SignedTx),
    row(structures.addPermissionlessDelegatorTx, PlatformTx),
    row(structures.addPermissionlessValidatorTx, PlatformTx),
    row(structures.baseTx, PlatformTx),
    row(structures.baseTxWithLocks, PlatformTx),
    row(structures.convertSubnetToL1Tx, PlatformTx),
    row(structures.removeSubnetValidatorTx, PlatformTx),
    row(structures.transferSubnetOwnershipTx, PlatformTx),
    row(structures.transformSubnetTx, PlatformTx),
    row(structures.banffProposalBlock, PlatformBlock),
    row(structures.registerL1Validator, L1Message),
    row(structures.conversionData, ConversionData),
  ])('$vector.name', ({ vector, survives }) => {
    const bytes = Buffer.from(vector.hex, 'hex')
    expect(Buffer.from(survives(bytes)).toString('hex')).toBe(vector.hex)
    if (vector.hash !== undefined) expect(idText(hashID(bytes))).toBe(vector.hash)
  })

  test('an output equals the vector', () => {
    expect(decode(outputAlone, Buffer.from(transferableOutput.hex, 'hex'))).toEqual({
      assetID: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
      output: {
        kind: 'output',
        amount: 12_345n,
        locktime: 54_321n,
        threshold: 1,
        addresses: [
          '51025c61fbcfc078f69334f834be6dd26d55a955',
          'c3344128e060128ede3523a24a461c8943ab0859',
        ],
      },
    })
  })

  test('an input equals the vector', () => {
    expect(decode(inputAlone, Buffer.from(transferableInput.hex, 'hex'))).toEqual({
      txID: 'f1e1d1c1b1a191817161514131211101f0e0d0c0b0a090807060504030201000',
      outputIndex: 5,
      assetID: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
      input: { kind: 'input', amount: 123_456_789n, sigIndices: [3, 7] },
    })
  })
})

describe('published transactions of the local network', () => {
  test.each<Row<Signed>>([
    row(signed.xBase, SignedTx),
    row(signed.xExportToP, SignedTx),
    row(signed.xExportToC, SignedTx),
    row(signed.pImport, SignedPlatformTx),
    row(signed.pBase, SignedPlatformTx),
    row(signed.pCreateSubnet, SignedPlatformTx),
    row(signed.pExportToC, SignedPlatformTx),
    row(signed.cImport, SignedAtomicTx),
    row(signed.cExportToX, SignedAtomicTx),
  ])('$vector.name', ({ vector, survives }) => {
    const bytes = fromCheckedHex(vector.text)
    expect(checkedHex(survives(bytes))).toBe(vector.text)
    expect(idText(hashID(bytes))).toBe(vector.txID)
  })

  test.each([signed.xBase, signed.xExportToP, signed.xExportToC])(
    'the signed bytes of $name are a prefix of the transaction',
    ({ text, signedHash }) => {
      const bytes = fromCheckedHex(text)
      const { unsignedTx, credentials } = decode(SignedTx, bytes)
      expect(credentials).toHaveLength(1)
      const front = bytes.subarray(0, bytes.length - 4 - 4 - 4 - 65)
      expect(hashID(front)).toBe(signedHash)
      expect(readerOf(front).remaining).toBe(front.length - 2)
      expect(unsignedTx.kind).toBe(text.startsWith('0x000000000000') ? 'baseTx' : 'exportTx')
    },
  )
})

describe('bytes that are not a transaction', () => {
  const good = Buffer.from(structures.xBaseTx.hex, 'hex')
  const at = (offset: number, ...values: number[]): Uint8Array => {
    const bytes = Buffer.from(good)
    bytes.set(values, offset)
    return bytes
  }
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['another codec version', at(1, 1)],
    ['a type that is no transaction', at(5, 7)],
    ['an unregistered type', at(2, 255)],
    ['one byte too many', Buffer.concat([good, Buffer.alloc(1)])],
    ['one byte too few', good.subarray(0, -1)],
    ['a list of four thousand million outputs', at(42, 255, 255, 255, 255)],
    ['more than is read', Buffer.alloc(256 * 1024 + 1)],
  ])('%s', (_, bytes) => {
    expect(() => decode(SignedTx, bytes)).toThrow(RangeError)
  })

  test('are rejected, while valid transactions are accepted', () => {
    expect(encodeBare(SignedTx, decode(SignedTx, good))).toEqual(Uint8Array.from(good.subarray(2)))
  })
})

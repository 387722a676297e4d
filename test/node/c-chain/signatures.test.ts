import { bytesToBigInt, bytesToHex, ecrecover, hexToBytes } from '@ethereumjs/util'
import { sign } from 'viem/accounts'
import { expect, test } from 'vitest'
import { evmCrypto } from '../../../packages/node/src/c-chain/engine/signatures.ts'

const hash = new Uint8Array(32).fill(7)
const own = evmCrypto().ecrecover ?? ecrecover

// Of these keys, some sign with the recovery value 0, others with 1.
test.each([1, 2, 3, 4, 5, 6])(
  'the key of a signature is recovered in each form: %i',
  async (key) => {
    const privateKey = bytesToHex(new Uint8Array(32).fill(key))
    const signature = await sign({ hash: bytesToHex(hash), privateKey })
    const [r, s, recovery] = [
      hexToBytes(signature.r),
      hexToBytes(signature.s),
      BigInt(signature.yParity ?? 0),
    ]
    const want = ecrecover(hash, 27n + recovery, r, s)
    for (const [form, chainId] of [
      [27n + recovery, undefined],
      [35n + 2n * 43_112n + recovery, 43_112n],
      [recovery, undefined],
      [recovery, 43_112n],
    ] as const) {
      expect(bytesToBigInt(own(hash, form, r, s, chainId))).toBe(bytesToBigInt(want))
    }
    expect(() => own(hash, 29n, r, s)).toThrow('Invalid signature v value')
  },
)

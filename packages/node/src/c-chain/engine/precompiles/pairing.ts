import type { PrecompileFunc } from '@ethereumjs/evm'
import { bn254 } from '@noble/curves/bn254.js'
import { quantityOf } from '../../hex.ts'
import type { Watch } from '../watch.ts'
import { failed, returned } from './result.ts'

const PAIR = 192
const { Fp12 } = bn254.fields

/**
 * The precompile that checks whether the product of pairings on the curve bn254 is one (EIP-197). A
 * pair takes milliseconds, and a call can have more than a thousand pairs, so the watch lets other
 * tasks run in between.
 */
export function pairing(watch: Watch): PrecompileFunc {
  return async ({ data, gasLimit, common }) => {
    if (data.length % PAIR !== 0) return failed(gasLimit, 'INVALID_INPUT_LENGTH')
    const count = data.length / PAIR
    const gas =
      common.param('bn254PairingGas') + BigInt(count) * common.param('bn254PairingWordGas')
    if (gas > gasLimit) return failed(gasLimit)
    let product = Fp12.ONE
    for (let at = 0; at < data.length; at += PAIR) {
      const pair = pairAt(data.subarray(at, at + PAIR))
      if (pair === undefined) return failed(gasLimit, 'BN254_FP_NOT_IN_FIELD')
      // The final exponentiation is done once for all pairs.
      if (!pair.g1.is0() && !pair.g2.is0())
        product = Fp12.mul(product, bn254.pairingBatch([pair], false))
      const pause = watch.look()
      if (pause !== undefined) await pause
    }
    const result = new Uint8Array(32)
    result[31] = Fp12.eql(Fp12.finalExponentiate(product), Fp12.ONE) ? 1 : 0
    return returned(result, gas)
  }
}

interface Pair {
  readonly g1: InstanceType<typeof bn254.G1.Point>
  readonly g2: InstanceType<typeof bn254.G2.Point>
}

/**
 * Parses a pair of points. Returns undefined if a point is not on its curve or not in its group.
 */
function pairAt(bytes: Uint8Array): Pair | undefined {
  const [x = 0n, y = 0n, x1 = 0n, x0 = 0n, y1 = 0n, y0 = 0n] = [0, 32, 64, 96, 128, 160].map((at) =>
    quantityOf(bytes.subarray(at, at + 32)),
  )
  try {
    const g1 = x === 0n && y === 0n ? bn254.G1.Point.ZERO : bn254.G1.Point.fromAffine({ x, y })
    const isZero = [x1, x0, y1, y0].every((each) => each === 0n)
    const g2 = isZero
      ? bn254.G2.Point.ZERO
      : bn254.G2.Point.fromAffine({ x: { c0: x0, c1: x1 }, y: { c0: y0, c1: y1 } })
    if (!g1.is0()) g1.assertValidity()
    if (!g2.is0()) g2.assertValidity()
    return { g1, g2 }
  } catch (error) {
    // Drop the error, because the calling contract cannot see its message.
    if (error instanceof Error) return undefined
    throw error
  }
}

import { EVMError, NobleBLS, type EVM, type ExecResult, type PrecompileFunc } from '@ethereumjs/evm'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { quantityOf } from '../../hex.ts'
import type { Watch } from '../watch.ts'
import { failed, returned } from './result.ts'

const { Fp12 } = bls12_381.fields
const { Point: Point1 } = bls12_381.G1
const { Point: Point2 } = bls12_381.G2
const library = new NobleBLS()

const NOTHING = new Uint8Array(0)
/** Sizes in bytes of a coordinate, of a point of the first group, and of a pair of points. */
const COORDINATE = 64
const POINT_1 = 128
const PAIR = 384

/** The functions of EthereumJS for each group, and the size in bytes of a point with its scalar. */
const groups = {
  g1: {
    size: 160,
    multiply: (input: Uint8Array): Uint8Array => library.msmG1(input),
    add: (input: Uint8Array): Uint8Array => library.addG1(input),
  },
  g2: {
    size: 288,
    multiply: (input: Uint8Array): Uint8Array => library.msmG2(input),
    add: (input: Uint8Array): Uint8Array => library.addG2(input),
  },
}

/**
 * The precompile that adds multiples of points on BLS12-381 (EIP-2537). A call can have thousands
 * of points, so the watch lets other tasks run in between. `original` is the precompile of
 * EthereumJS, which checks the input and the gas.
 */
export function multiplication(
  watch: Watch,
  original: PrecompileFunc,
  group: keyof typeof groups,
): PrecompileFunc {
  const { size, multiply, add } = groups[group]
  return async (input) => {
    const checked = await withoutWork(original, input)
    if (checked.exceptionError !== undefined) return checked
    const { data, gasLimit } = input
    let sum: Uint8Array | undefined
    for (let at = 0; at < data.length; at += size) {
      const part = valid(() => multiply(data.subarray(at, at + size)))
      if (part === undefined) return failed(gasLimit, 'BLS_12_381_POINT_NOT_ON_CURVE')
      sum = sum === undefined ? part : add(Buffer.concat([sum, part]))
      const pause = watch.look()
      if (pause !== undefined) await pause
    }
    return returned(Uint8Array.from(sum ?? NOTHING), checked.executionGasUsed)
  }
}

/**
 * The precompile that checks whether the product of pairings on BLS12-381 is one (EIP-2537). The
 * watch lets other tasks run in between. `original` is the precompile of EthereumJS, which checks
 * the input and the gas.
 */
export function blsPairing(watch: Watch, original: PrecompileFunc): PrecompileFunc {
  return async (input) => {
    const checked = await withoutWork(original, input)
    if (checked.exceptionError !== undefined) return checked
    const { data, gasLimit } = input
    let product = Fp12.ONE
    for (let at = 0; at < data.length; at += PAIR) {
      const pair = valid(() => pairAt(data.subarray(at, at + PAIR)))
      if (pair === undefined) return failed(gasLimit, 'BLS_12_381_POINT_NOT_ON_CURVE')
      // The final exponentiation is done once for all pairs.
      if (!pair.g1.is0() && !pair.g2.is0())
        product = Fp12.mul(product, bls12_381.pairingBatch([pair], false))
      const pause = watch.look()
      if (pause !== undefined) await pause
    }
    const result = new Uint8Array(32)
    result[31] = Fp12.eql(Fp12.finalExponentiate(product), Fp12.ONE) ? 1 : 0
    return returned(result, checked.executionGasUsed)
  }
}

const idle = { msmG1: () => NOTHING, msmG2: () => NOTHING, pairingCheck: () => NOTHING }

/**
 * Runs the precompile of EthereumJS without the calculation, only to check the input and compute
 * the gas.
 */
async function withoutWork(
  original: PrecompileFunc,
  input: Parameters<PrecompileFunc>[0],
): Promise<ExecResult> {
  // Safe cast: the precompile reads only the member `_bls` of the EVM, which the type of the EVM
  // hides.
  return original({ ...input, _EVM: { _bls: idle } as unknown as EVM })
}

/**
 * Runs `work`, which parses points. Returns undefined if a point is not on its curve or not in its
 * group.
 */
function valid<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    // Drop the error, because the calling contract cannot see its message. An EVMError is not an
    // Error.
    if (error instanceof Error || error instanceof EVMError) return undefined
    throw error
  }
}

interface Pair {
  readonly g1: InstanceType<typeof Point1>
  readonly g2: InstanceType<typeof Point2>
}

function pairAt(bytes: Uint8Array): Pair {
  const [x = 0n, y = 0n, x0 = 0n, x1 = 0n, y0 = 0n, y1 = 0n] = Array.from({ length: 6 }, (_, at) =>
    quantityOf(bytes.subarray(at * COORDINATE, (at + 1) * COORDINATE)),
  )
  const isZero1 = bytes.subarray(0, POINT_1).every((byte) => byte === 0)
  const isZero2 = bytes.subarray(POINT_1).every((byte) => byte === 0)
  const g1 = isZero1 ? Point1.ZERO : Point1.fromAffine({ x, y })
  const g2 = isZero2
    ? Point2.ZERO
    : Point2.fromAffine({ x: { c0: x0, c1: x1 }, y: { c0: y0, c1: y1 } })
  if (!isZero1) g1.assertValidity()
  if (!isZero2) g2.assertValidity()
  return { g1, g2 }
}

import type { Common } from '@ethereumjs/common'
import type { PrecompileFunc } from '@ethereumjs/evm'
import { larger } from '../../bigint.ts'
import { quantityOf } from '../../hex.ts'
import { failed, padded, returned } from './result.ts'

const HEAD = 32n
/** Maximum length of a number in bytes (EIP-7823). */
const MAX_LENGTH = 1024n
/** Exponent bits per step. */
const WINDOW = 4

/** The lengths in bytes at the start of the input. */
interface Lengths {
  readonly base: bigint
  readonly exponent: bigint
  readonly modulus: bigint
}

/**
 * The precompile for modular exponentiation (EIP-198). The implementation of EthereumJS takes
 * quadratic time in the length of the exponent, and the gas of a block allows exponents of
 * megabytes. This implementation takes linear time.
 */
export const modexp: PrecompileFunc = ({ data, gasLimit, common }) => {
  const [base = 0n, exponent = 0n, modulus = 0n] = [0, 32, 64].map((at) =>
    quantityOf(padded(data, at, 32)),
  )
  const lengths = { base, exponent, modulus }
  const gas = gasOf(common, lengths, data)
  if (gas > gasLimit) return failed(gasLimit)
  if (common.isActivatedEIP(7823) && [base, exponent, modulus].some((each) => each > MAX_LENGTH))
    return failed(gasLimit)
  if (modulus === 0n) return returned(new Uint8Array(0), gas)
  return returned(power(data, lengths), gas)
}

function gasOf(common: Common, { base, exponent, modulus }: Lengths, data: Uint8Array): bigint {
  const longest = base > modulus ? base : modulus
  const words = (longest + 7n) / 8n
  const head = quantityOf(
    padded(data, 96 + Number(base), Number(exponent < HEAD ? exponent : HEAD)),
  ).toString(2).length
  const rest = exponent > HEAD ? exponent - HEAD : 0n
  const steps = (bits: bigint): bigint => larger(rest * bits + BigInt(head - 1), 1n)
  if (common.isActivatedEIP(7883))
    return larger(steps(16n) * (longest > 32n ? 2n * words * words : 16n), 500n)
  const divisor = common.param('modexpGquaddivisorGas')
  if (common.isActivatedEIP(2565)) return larger((steps(8n) * words * words) / divisor, 200n)
  return (steps(8n) * squareCost(longest)) / divisor
}

/**
 * Returns the complexity of multiplying two numbers of `length` bytes (EIP-198), from which the gas
 * is computed.
 */
function squareCost(length: bigint): bigint {
  if (length <= 64n) return length * length
  if (length <= 1024n) return (length * length) / 4n + 96n * length - 3072n
  return (length * length) / 16n + 480n * length - 199_680n
}

function power(data: Uint8Array, lengths: Lengths): Uint8Array {
  const start = 96 + Number(lengths.base)
  const end = start + Number(lengths.exponent)
  const modulus = Number(lengths.modulus)
  const by = quantityOf(padded(data, end, modulus))
  const result = new Uint8Array(modulus)
  if (by === 0n) return result
  const powers = powersOf(quantityOf(padded(data, 96, start - 96)) % by, by)
  let value = 1n % by
  for (let at = start; at < end; at++) {
    const byte = data[at] ?? 0
    for (const digit of [byte >> WINDOW, byte & 15]) {
      // Squaring 1 has no effect, so skip it. This skips the leading zeros of the exponent.
      if (value !== 1n) for (let bit = 0; bit < WINDOW; bit++) value = (value * value) % by
      if (digit > 0) value = (value * (powers[digit] ?? 0n)) % by
    }
  }
  result.set(Buffer.from(value.toString(16).padStart(2 * modulus, '0'), 'hex'))
  return result
}

function powersOf(base: bigint, by: bigint): readonly bigint[] {
  const powers = [1n % by]
  for (let at = 1; at < 1 << WINDOW; at++) powers.push(((powers[at - 1] ?? 0n) * base) % by)
  return powers
}

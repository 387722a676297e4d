import type { NumericType } from '../model/types.ts'
import {
  type Expression,
  literalOf,
  objectMember,
  identifierOf,
  objectOf,
  type ObjectMember,
  printExpression,
  pureCall,
  stringOf,
} from './expression.ts'

export interface CodecNames {
  readonly use: (name: string) => string
  /** Declares a codec in the module, unless it was already declared, and returns its name. */
  readonly share: (name: string, codec: Expression) => Expression
}

/** Names of the codecs that the runtime exports, by the options of an equal `numeric` codec. */
const predefined: Readonly<Record<string, string>> = {
  "{ as: 'bigint', encoding: 'string' }": 'big',
  "{ as: 'bigint', encoding: 'number' }": 'bigNumber',
  "{ as: 'bigint', encoding: 'hex' }": 'bigHex',
  "{ as: 'number', encoding: 'string' }": 'num',
  "{ as: 'number', encoding: 'number' }": 'numNumber',
  "{ as: 'bigint', encoding: 'string', max: 18446744073709551615n }": 'uint64',
  "{ as: 'bigint', encoding: 'number', max: 18446744073709551615n }": 'uint64Number',
  "{ as: 'bigint', encoding: 'hex', max: 18446744073709551615n }": 'uint64Hex',
  "{ as: 'number', encoding: 'string', min: 0, max: 4294967295, integer: true }": 'uint32',
  "{ as: 'number', encoding: 'number', min: 0, max: 4294967295, integer: true }": 'uint32Number',
}

const suffix = { string: '', number: 'Number', hex: 'Hex' } as const

/** Returns the codec of a number. */
export function codecOf(type: NumericType, names: CodecNames): Expression {
  const { as, encoding, integer } = type
  const options = objectOf([
    objectMember('as', stringOf(as)),
    objectMember('encoding', stringOf(encoding)),
    ...bounds(type),
    ...(as === 'number' && integer ? [objectMember('integer', literalOf('true'))] : []),
  ])
  const plain = predefined[printExpression(options)]
  if (plain !== undefined) return identifierOf(names.use(plain))
  const codec = pureCall(names.use('numeric'), [options])
  return names.share(`${boundsName(type)}${suffix[encoding]}`, codec)
}

/**
 * Minimum that is emitted for a bigint without a minimum: that of a signed 256-bit integer. If no minimum
 * were emitted, the runtime would use 0.
 */
const leastBigint = -(1n << 255n)

function bounds({ as, min, max }: NumericType): readonly ObjectMember[] {
  const literal = (bound: bigint): Expression =>
    literalOf(as === 'bigint' ? `${bound}n` : String(bound))
  const low = as === 'bigint' ? (min ?? leastBigint) : min
  const high = as === 'bigint' && max === (1n << 256n) - 1n ? undefined : max
  return [
    ...(low === undefined || (as === 'bigint' && low === 0n)
      ? []
      : [objectMember('min', literal(low))]),
    ...(high === undefined ? [] : [objectMember('max', literal(high))]),
  ]
}

/** Returns the name of a codec from its bounds: `uint64`, `int32`, `uint64From1`, `numberUpTo32`. */
function boundsName({ min, max, as }: NumericType): string {
  for (const bits of [8n, 16n, 32n, 64n, 128n, 256n]) {
    const isUnsigned = max === (1n << bits) - 1n && min !== undefined && min >= 0n
    if (isUnsigned) return min === 0n ? `uint${bits}` : `uint${bits}From${min}`
    if (min === -(1n << (bits - 1n)) && max === (1n << (bits - 1n)) - 1n) return `int${bits}`
  }
  if (min === undefined && max === undefined) return as === 'bigint' ? 'signed' : 'whole'
  const low = min === undefined || (min === 0n && max !== undefined) ? '' : `From${boundName(min)}`
  return `${as}${low}${max === undefined ? '' : `UpTo${boundName(max)}`}`
}

function boundName(bound: bigint): string {
  return bound < 0n ? `Minus${-bound}` : String(bound)
}

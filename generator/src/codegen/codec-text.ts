import type { NumericType } from '../model/types.ts'

export interface CodecNames {
  readonly use: (name: string) => string
  /** Declares a codec in the module, unless it was already declared, and returns its name. */
  readonly share: (name: string, text: string) => string
}

/** Names of the codecs that the runtime exports, by the options of an equal `numeric` codec. */
const predefined: Readonly<Record<string, string>> = {
  "as: 'bigint', encoding: 'string'": 'big',
  "as: 'bigint', encoding: 'number'": 'bigNumber',
  "as: 'bigint', encoding: 'hex'": 'bigHex',
  "as: 'number', encoding: 'string'": 'num',
  "as: 'number', encoding: 'number'": 'numNumber',
  "as: 'bigint', encoding: 'string', max: 18446744073709551615n": 'uint64',
  "as: 'bigint', encoding: 'number', max: 18446744073709551615n": 'uint64Number',
  "as: 'bigint', encoding: 'hex', max: 18446744073709551615n": 'uint64Hex',
  "as: 'number', encoding: 'string', min: 0, max: 4294967295, integer: true": 'uint32',
  "as: 'number', encoding: 'number', min: 0, max: 4294967295, integer: true": 'uint32Number',
}

const suffix = { string: '', number: 'Number', hex: 'Hex' } as const

export function codecText(type: NumericType, names: CodecNames): string {
  const { as, encoding, integer } = type
  const options = [
    `as: '${as}'`,
    `encoding: '${encoding}'`,
    ...boundsText(type),
    ...(as === 'number' && integer ? ['integer: true'] : []),
  ].join(', ')
  const plain = predefined[options]
  if (plain !== undefined) return names.use(plain)
  const text = `/* @__PURE__ */ ${names.use('numeric')}({ ${options} })`
  return names.share(`${boundsName(type)}${suffix[encoding]}`, text)
}

/**
 * Minimum that is emitted for a bigint without a minimum: that of a signed 256-bit integer. If no minimum
 * were emitted, the runtime would use 0.
 */
const leastBigint = -(1n << 255n)

function boundsText({ as, min, max }: NumericType): readonly string[] {
  const literal = (bound: bigint): string => (as === 'bigint' ? `${bound}n` : String(bound))
  const low = as === 'bigint' ? (min ?? leastBigint) : min
  const high = as === 'bigint' && max === (1n << 256n) - 1n ? undefined : max
  return [
    ...(low === undefined || (as === 'bigint' && low === 0n) ? [] : [`min: ${literal(low)}`]),
    ...(high === undefined ? [] : [`max: ${literal(high)}`]),
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

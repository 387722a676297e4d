import type { NumericType } from '../model/types.ts'

/** How the writer of a module gets at codecs. */
export interface CodecNames {
  /** A codec that the runtime has ready. */
  readonly use: (name: string) => string
  /** A codec of this module's own, declared once. */
  readonly share: (name: string, text: string) => string
}

/** Codecs of the runtime for numbers without closer bounds, by what they read and write. */
const ready: Readonly<Record<string, string>> = {
  'bigint string': 'big',
  'bigint number': 'bigNumber',
  'bigint hex': 'bigHex',
  'number string': 'num',
  'number number': 'numNumber',
}

const suffix = { string: '', number: 'Number', hex: 'Hex' } as const

/** Expression of the codec of a number. */
export function codecText(type: NumericType, names: CodecNames): string {
  const { as, wire, integer } = type
  const plain = ready[`${as} ${wire}`]
  const bounds = boundsText(type)
  if (plain !== undefined && bounds.length === 0) return names.use(plain)
  const options = [
    `as: '${as}'`,
    `wire: '${wire}'`,
    ...bounds,
    ...(integer && as === 'number' ? ['integer: true'] : []),
  ]
  const text = `/* @__PURE__ */ ${names.use('numeric')}({ ${options.join(', ')} })`
  return names.share(`${boundsName(type)}${suffix[wire]}`, text)
}

/** The runtime takes 0 to 2^256 - 1 for granted with a bigint, nothing with a number. */
function boundsText({ as, min, max, integer }: NumericType): readonly string[] {
  const literal = (bound: bigint): string => (as === 'bigint' ? `${bound}n` : String(bound))
  const low = as === 'bigint' && min === 0n ? undefined : min
  const high = as === 'bigint' && max === (1n << 256n) - 1n ? undefined : max
  const texts = [
    ...(low === undefined ? [] : [`min: ${literal(low)}`]),
    ...(high === undefined ? [] : [`max: ${literal(high)}`]),
  ]
  return texts.length === 0 && as === 'number' && integer ? ['min: -Infinity'] : texts
}

/** `uint64`, `int32`, or `bounded` where the bounds are no machine type's. */
function boundsName({ min, max, as }: NumericType): string {
  for (const bits of [8n, 16n, 32n, 64n, 128n, 256n]) {
    if (min === 0n && max === (1n << bits) - 1n) return `uint${bits}`
    if (min === -(1n << (bits - 1n)) && max === (1n << (bits - 1n)) - 1n) return `int${bits}`
  }
  return as === 'bigint' ? 'boundedBigint' : 'boundedNumber'
}

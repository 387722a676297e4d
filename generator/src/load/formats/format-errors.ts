import { createRandom, formatTest, type Random } from '@rpcloom/schema/internal'
import type { Formats } from '@rpcloom/rpc/formats'

/** An error in a custom format: RL013 for a malformed format, RL014 for a contradiction. */
export interface FormatFault {
  readonly code: 'RL013' | 'RL014'
  readonly message: string
}

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._/+-]*$/
const members = ['of', 'extensions', 'type', 'validate', 'codec', 'sample']

/**
 * Matches a template literal, the name of a global type, or `#` and the name of an exported type.
 */
const typePattern = /^(?:`[^`\\]*`|#?[A-Za-z_$][\w$]*|[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+)$/

/** Many different values, with which the validators of custom formats are tested. */
const probes = {
  string: ['', ' ', '0', 'x', '-', 'null', '\u0000', '\u{1f4a5}', '%', 'a'.repeat(5000)],
  number: [0, -0, 1, -1, 0.5, 1e-8, 5e-324, 1.7e308, -1.7e308, 2 ** 53, 2n ** 64n, -(2n ** 64n)],
}
const seeds = [1, 2, 3, 4, 5, 6, 7, 8]

/** Checks the `formats` export of a module. */
export function formatFaults(exported: unknown): readonly FormatFault[] {
  if (typeof exported !== 'object' || exported === null) {
    const message =
      'it exports no object `formats`. Write `export const formats = defineFormats({ ... })`.'
    return [{ code: 'RL013', message }]
  }
  return Object.entries(exported).flatMap(([name, format]: [string, unknown]): FormatFault[] => {
    const malformed = shapeFault(name, format)
    if (malformed !== undefined) {
      return [{ code: 'RL013', message: `the format ${JSON.stringify(name)} ${malformed}.` }]
    }
    // The structure of the format was checked before.
    const wrong = valueFault(format as Formats[string])
    if (wrong === undefined) return []
    return [{ code: 'RL014', message: `the format ${JSON.stringify(name)} ${wrong}.` }]
  })
}

function shapeFault(name: string, format: unknown): string | undefined {
  if (!namePattern.test(name))
    return 'has a name with characters other than letters, digits and ._/+-'
  if (formatTest(name) !== undefined) return 'is built in'
  if (typeof format !== 'object' || format === null) return 'is not an object'
  const unknown = Object.keys(format).find((member) => !members.includes(member))
  if (unknown !== undefined) return `has an unknown member ${JSON.stringify(unknown)}`
  const { of, extensions, type, validate, codec, sample } = format as { [name: string]: unknown }
  if (of !== undefined && of !== 'string' && of !== 'number') {
    return 'has an `of` that is neither "string" nor "number"'
  }
  if (extensions !== undefined && !areExtensions(extensions)) {
    return 'has `extensions` that are no object of names that start with x- and strings, numbers or booleans'
  }
  if (typeof validate !== 'function') return 'has no function `validate`'
  if (typeof sample !== 'function') return 'has no function `sample`'
  if (type !== undefined && !(typeof type === 'string' && typePattern.test(type))) {
    return 'has a `type` that is neither a template literal, nor the name of a global type, nor # and the name of an exported one'
  }
  if (codec === undefined) return undefined
  const { decode, encode } = Object(codec) as { [name: string]: unknown }
  if (typeof decode !== 'function' || typeof encode !== 'function') {
    return 'has a `codec` without the functions `decode` and `encode`'
  }
  return type === undefined ? 'has a `codec` and no `type` of the decoded values' : undefined
}

function areExtensions(value: unknown): boolean {
  const entries = Object.entries(Object(value) as object)
  return (
    typeof value === 'object' &&
    entries.length > 0 &&
    entries.every(
      ([name, member]) =>
        name.startsWith('x-') && ['string', 'number', 'boolean'].includes(typeof member),
    )
  )
}

/** Tests a format with its own samples and with many other values. */
function valueFault(format: Formats[string]): string | undefined {
  // Functions of a format are only called with values of the type that the format is for.
  const tested = format as TestedFormat
  const { of = 'string' } = format
  for (const probe of probes[of]) {
    const fault = verdictFault(tested, probe)
    if (fault !== undefined) return fault
  }
  for (const seed of seeds) {
    const fault = sampleFault(tested, of, seed)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** A format whose functions take what its samples are. */
interface TestedFormat {
  readonly validate: (value: unknown) => unknown
  readonly sample: (random: Random) => unknown
  readonly codec?: {
    readonly decode: (value: unknown) => unknown
    readonly encode: (value: unknown) => unknown
  }
}

function verdictFault({ validate }: TestedFormat, value: unknown): string | undefined {
  const verdict = attempt(() => validate(value))
  if (verdict.kind === 'thrown') {
    return `throws in \`validate\` instead of returning false for ${shown(value)}: ${verdict.reason}`
  }
  if (typeof verdict.value === 'boolean') return undefined
  return `returns ${shown(verdict.value)} from \`validate\` of ${shown(value)}, which is not a boolean`
}

function sampleFault(
  format: TestedFormat,
  of: 'string' | 'number',
  seed: number,
): string | undefined {
  const isSent = (value: unknown): boolean =>
    typeof value === of || (of === 'number' && typeof value === 'bigint')
  const made = attempt(() => format.sample(createRandom(seed)))
  if (made.kind === 'thrown') return `throws in \`sample\`: ${made.reason}`
  const sample = made.value
  if (!isSent(sample)) return `returns ${shown(sample)} from \`sample\`, which is not a ${of}`
  const fault = verdictFault(format, sample)
  if (fault !== undefined) return fault
  if (!format.validate(sample)) return `rejects its own sample ${shown(sample)} in \`validate\``
  const { codec } = format
  if (codec === undefined) return undefined
  const again = attempt(() => codec.encode(codec.decode(sample)))
  if (again.kind === 'thrown')
    return `cannot decode and encode its own sample ${shown(sample)}: ${again.reason}`
  if (!isSent(again.value))
    return `encodes its sample ${shown(sample)} as ${shown(again.value)}, which is not a ${of}`
  if (format.validate(again.value)) return undefined
  return `encodes its sample ${shown(sample)} as ${shown(again.value)}, which \`validate\` rejects`
}

type Attempt<Value> =
  | { readonly kind: 'returned'; readonly value: Value }
  | { readonly kind: 'thrown'; readonly reason: string }

function attempt<Value>(call: () => Value): Attempt<Value> {
  try {
    return { kind: 'returned', value: call() }
  } catch (error) {
    return { kind: 'thrown', reason: error instanceof Error ? error.message : String(error) }
  }
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

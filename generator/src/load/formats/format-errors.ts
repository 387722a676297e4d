import { createRandom, formatTest } from '@rpcloom/schema/internal'
import type { Format } from '@rpcloom/rpc/formats'

/** An error in a custom format: RL013 for a malformed format, RL014 for a contradiction. */
export interface FormatFault {
  readonly code: 'RL013' | 'RL014'
  readonly message: string
}

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._/+-]*$/
const members = ['type', 'validate', 'codec', 'sample']

/**
 * Matches a template literal, the name of a global type, or `#` and the name of an exported type.
 */
const typePattern = /^(?:`[^`\\]*`|#?[A-Za-z_$][\w$]*|[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+)$/

/** Many different strings, with which the validators of custom formats are tested. */
const probes = ['', ' ', '0', 'x', '-', 'null', '\u0000', '\u{1f4a5}', '%', 'a'.repeat(5000)]
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
    const wrong = valueFault(format as Format)
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
  const { type, validate, codec, sample } = format as { [name: string]: unknown }
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

/** Tests a format with its own samples and with many other strings. */
function valueFault(format: Format): string | undefined {
  for (const probe of probes) {
    const fault = verdictFault(format, probe)
    if (fault !== undefined) return fault
  }
  for (const seed of seeds) {
    const fault = sampleFault(format, seed)
    if (fault !== undefined) return fault
  }
  return undefined
}

function verdictFault({ validate }: Format, text: string): string | undefined {
  const verdict = attempt(() => validate(text))
  if (verdict.kind === 'thrown') {
    return `throws in \`validate\` instead of returning false for ${shown(text)}: ${verdict.reason}`
  }
  if (typeof verdict.value === 'boolean') return undefined
  return `returns ${shown(verdict.value)} from \`validate\` of ${shown(text)}, which is not a boolean`
}

function sampleFault(format: Format, seed: number): string | undefined {
  const made = attempt(() => format.sample(createRandom(seed)))
  if (made.kind === 'thrown') return `throws in \`sample\`: ${made.reason}`
  const text: unknown = made.value
  if (typeof text !== 'string')
    return `returns ${shown(text)} from \`sample\`, which is not a string`
  const fault = verdictFault(format, text)
  if (fault !== undefined) return fault
  if (!format.validate(text)) return `rejects its own sample ${shown(text)} in \`validate\``
  const { codec } = format
  if (codec === undefined) return undefined
  const again = attempt((): unknown => codec.encode(codec.decode(text)))
  if (again.kind === 'thrown')
    return `cannot decode and encode its own sample ${shown(text)}: ${again.reason}`
  if (typeof again.value !== 'string')
    return `encodes its sample ${shown(text)} as ${shown(again.value)}, which is not a string`
  if (format.validate(again.value)) return undefined
  return `encodes its sample ${shown(text)} as ${shown(again.value)}, which \`validate\` rejects`
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

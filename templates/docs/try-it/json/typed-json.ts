import { readJson } from '@rpcloom/conform'
import { lostDigits } from '@rpcloom/schema/internal'

/** JSON that a user has typed, or the reason why exactly this JSON cannot be sent. */
type TypedJson =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'faulty'; readonly message: string; readonly offset?: number }

const reasons = {
  empty: 'expected a value',
  syntax: 'unexpected character',
  truncated: 'unexpected end',
  trailing: 'unexpected text after the value',
  depth: 'nested too deeply',
} as const

export function readTypedJson(text: string): TypedJson {
  const read = readJson(text)
  if (read.kind === 'faulty') return faultAt(text, read.offset, reasons[read.reason])
  const [duplicate] = read.duplicates
  if (duplicate !== undefined) return { kind: 'faulty', message: `Duplicate member ${duplicate}` }
  const [lost] = lostDigits(text)
  if (lost === undefined) return { kind: 'value', value: read.value }
  const { offset, value } = lost
  return faultAt(
    text,
    offset,
    Number.isFinite(value) ? `this number would be sent as ${value}` : 'this number is too large',
  )
}

function faultAt(text: string, offset: number, reason: string): TypedJson {
  const before = text.slice(0, offset).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  return { kind: 'faulty', message: `Line ${before.length}, column ${column}: ${reason}`, offset }
}

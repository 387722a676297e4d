import type { ReadJson } from '@rpcloom/conform'

const reasons = {
  empty: 'expected a value',
  syntax: 'unexpected character',
  truncated: 'unexpected end',
  trailing: 'unexpected text after the value',
  depth: 'nested too deeply',
} as const

export function faultText(
  text: string,
  { reason, offset }: ReadJson & { readonly kind: 'faulty' },
): string {
  const before = text.slice(0, offset).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  return `Line ${before.length}, column ${column}: ${reasons[reason]}`
}

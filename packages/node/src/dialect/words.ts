import type { Dialect } from '@rpcloom/rpc/server'

type SchemaIssue = Parameters<Dialect['errors']['params']>[0][number]

const digits = '[02-9ac-hj-np-z]{38}'

/** What a string must be, by the pattern in the documents that it does not match. */
const words: ReadonlyMap<string, string> = new Map([
  [`^[0-9A-Za-z]+-[a-z0-9]+1${digits}$`, 'must be an address such as X-local1...'],
  [
    `^(?:[0-9A-Za-z]+-[a-z0-9]+1${digits}|[1-9A-HJ-NP-Za-km-z]{24,33})$`,
    'must be an address such as X-local1..., or its 20 bytes in cb58',
  ],
  [`^[a-z0-9]+1${digits}$`, 'must be an address without a chain prefix, such as local1...'],
  ['^0x[0-9a-fA-F]{40}$', 'must be an address: 0x and 40 hex digits'],
  ['^0x[0-9a-fA-F]{64}$', 'must be 32 bytes: 0x and 64 hex digits'],
  [
    '^0x(?:[0-9a-fA-F]{2})+$',
    'must be bytes in hex with a checksum: 0x and two hex digits for each byte',
  ],
  [
    '^0x(0|[1-9a-fA-F][0-9a-fA-F]{0,63})$',
    'must be a quantity such as 0x2a: 0x and at most 64 hex digits without leading zeros',
  ],
  [
    '^0x(0|[1-9a-fA-F][0-9a-fA-F]{0,15})$',
    'must be a quantity such as 0x2a: 0x and at most 16 hex digits without leading zeros',
  ],
])

/** Replaces the issues of a string that does not match a known pattern by one issue in words. */
export function inWords(issues: readonly SchemaIssue[]): readonly SchemaIssue[] {
  const known = new Map(
    issues.flatMap(({ pointer, expected }) => {
      const text = words.get(String(expected))
      return text === undefined ? [] : [[pointer, text] as const]
    }),
  )
  const told = new Set<string>()
  return issues.flatMap((issue) => {
    const message = known.get(issue.pointer)
    if (message === undefined) return [issue]
    if (told.has(issue.pointer)) return []
    told.add(issue.pointer)
    return [{ ...issue, message, expected: message.replace('must be ', '') }]
  })
}

// Values of keywords that draft 7 rejects although later drafts, or readers, accept them.
import { formatTest } from '../formats/formats.ts'
import { stringify } from '../json/stringify.ts'
import { isRecord } from '../json/values.ts'
import { patternKind } from '../patterns/pattern.ts'

export function filled(value: unknown): string | undefined {
  return Array.isArray(value) && value.length === 0 ? 'The list is empty.' : undefined
}

export function distinct(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined
  const seen = new Set<string>()
  for (const text of value.map((item: unknown) => stringify(item))) {
    if (seen.has(text)) return `${text.slice(0, 80)} is listed twice.`
    seen.add(text)
  }
  return undefined
}

export function uri(value: unknown): string | undefined {
  return notOf('uri', 'a URI with a scheme', value)
}

export function uriReference(value: unknown): string | undefined {
  return notOf('uri-reference', 'a URI reference', value)
}

function notOf(format: string, expected: string, value: unknown): string | undefined {
  return formatTest(format)?.(value) === false
    ? `${stringify(value).slice(0, 80)} is not ${expected}.`
    : undefined
}

export function withPatterns(value: unknown): string | undefined {
  const names = isRecord(value) ? Object.keys(value) : []
  const wrong = names.find((name) => patternKind(name) === 'none')
  return wrong === undefined ? undefined : `${stringify(wrong)} is not a regular expression.`
}

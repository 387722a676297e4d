import { isRecord, type Json, type JsonObject } from '../json-rpc.ts'
import { prunedComponents } from './discover-components.ts'

/** The methods of a document that are visible to a caller. */
export interface Visible {
  /** Whether the caller can call a method. */
  readonly offers: (wire: string) => boolean
  /** Methods that must not be mentioned. */
  readonly hidden: ReadonlySet<string>
}

/** Returns the result of `rpc.discover`: the document with the methods that the caller can use. */
export function visibleDocument(document: JsonObject, { offers, hidden }: Visible): JsonObject {
  const methods: readonly Json[] = Array.isArray(document['methods']) ? document['methods'] : []
  const visible = methods.filter((method) => {
    return isRecord(method) && (typeof method['name'] !== 'string' || offers(method['name']))
  })
  const offered = { ...document, methods: visible }
  if (hidden.size === 0) return offered
  return prunedComponents(withoutMentions(offered, mentionOf(hidden)) as JsonObject)
}

function mentionOf(names: ReadonlySet<string>): RegExp {
  const escaped = [...names].map((name) => name.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  return new RegExp(`(?<![\\w.])(?:${escaped.join('|')})(?!\\w)`)
}

const prose = new Set(['description', 'summary', 'when'])

/** Removes links and sentences that mention hidden methods. */
function withoutMentions(value: Json, mention: RegExp): Json | undefined {
  if (typeof value === 'string') return mention.test(value) ? undefined : value
  if (Array.isArray(value)) {
    return value.flatMap((item: Json) => withoutMentions(item, mention) ?? [])
  }
  if (!isRecord(value)) return value
  const kept: Record<string, Json> = {}
  for (const [name, member] of Object.entries(value)) {
    const text = typeof member === 'string' && prose.has(name)
    const left = text ? withoutSentences(member, mention) : withoutMentions(member, mention)
    if (left !== undefined) kept[name] = left
  }
  return kept
}

function withoutSentences(text: string, mention: RegExp): string {
  if (!mention.test(text)) return text
  const paragraphs = text.split('\n\n').map((paragraph) =>
    paragraph
      .split(/(?<=[.!?:])\s+/)
      .filter((sentence) => !mention.test(sentence))
      .join(' '),
  )
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')
}

import { isArray, isObject, listOf, stringOf } from '../../json/members.ts'
import { literalPattern } from '../../json/literal-pattern.ts'
import type { Group } from '../types.ts'
import type { Json, JsonObject } from '../../json/types.ts'
import { followed } from './followed.ts'
import { prunedComponents } from './pruned.ts'

/** Whether public servers offer only some of a group's methods. */
export function isPartlyPublic({ methods }: Group): boolean {
  return methods.some(isPublic) && !methods.every(isPublic)
}

function isPublic({ availability: { http, ws } }: Group['methods'][number]): boolean {
  return http === 'public' || ws === 'public'
}

/**
 * Returns the document that a public server offers. Methods that are not public are removed,
 * together with links to them and sentences that mention them.
 */
export function publicDocument({ bundle, methods }: Group): JsonObject {
  const hidden = new Set(methods.filter((method) => !isPublic(method)).map(({ name }) => name))
  const kept = listOf(bundle, 'methods').filter(
    (method) => !hidden.has(stringOf(followed(bundle, method), 'name') ?? ''),
  )
  const document = withoutMentions({ ...bundle, methods: kept }, mentionOf(hidden))
  return prunedComponents(document as JsonObject)
}

function mentionOf(names: ReadonlySet<string>): RegExp {
  return new RegExp(`(?<![\\w.])(?:${[...names].map(literalPattern).join('|')})(?!\\w)`)
}

const prose = new Set(['description', 'summary', 'when'])

function withoutMentions(value: Json, mention: RegExp): Json | undefined {
  if (typeof value === 'string') return mention.test(value) ? undefined : value
  if (isArray(value)) {
    return value.flatMap((item) => withoutMentions(item, mention) ?? [])
  }
  if (!isObject(value)) return value
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

import { gather } from '../../json/gather.ts'
import { endOfString } from '@rpcloom/rpc/internal'
import { jsonText, readJson } from '../../json/text.ts'

/** The position of an `id` in the text of a message. */
export interface IdSpan {
  readonly start: number
  readonly end: number
}

/**
 * Returns the positions of the ids of a message, or of the messages of a batch, so that an id can be replaced
 * without changing any other byte. The text must be valid JSON. A plain loop, because a regular expression overflows the
 * stack for strings of several megabytes.
 */
export function idSpans(text: string): readonly IdSpan[] {
  const spans: IdSpan[] = []
  const wanted = text.trimStart().startsWith('[') ? 2 : 1
  let depth = 0
  let start: number | undefined
  let name = ''
  // A string is the name of a member if it follows the start of an object or a comma.
  let isName = false
  const endValue = (end: number): void => {
    if (start === undefined || depth !== wanted) return
    spans.push(trimmed(text, { start, end }))
    start = undefined
  }
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"': {
        const end = endOfString(text, at)
        if (isName && depth === wanted) name = nameIn(text.slice(at, end + 1))
        isName = false
        at = end
        break
      }
      case ':':
        if (depth === wanted && name === 'id') start = at + 1
        break
      case ',':
        endValue(at)
        isName = true
        break
      case '{':
      case '[':
        depth++
        isName = text[at] === '{'
        break
      case '}':
      case ']':
        endValue(at)
        depth--
        break
      default:
    }
  }
  return spans
}

/**
 * Returns the text with each id replaced. An id for which there is no replacement is kept. An id may be written in several
 * ways. If an id has several replacements, they are used in their order, and the last is repeated.
 */
export function withIds(
  text: string,
  replacements: Iterable<readonly [id: string, other: string]>,
): string {
  // The lists are reversed, so that the next replacement is the last item.
  const known = gather(
    [...replacements].toReversed().map(([id, other]) => [writtenOnce(id), other] as const),
  )
  let copied = 0
  const parts = idSpans(text).map(({ start, end }) => {
    const id = text.slice(start, end)
    const others = known.get(writtenOnce(id)) ?? [id]
    const part =
      text.slice(copied, start) + ((others.length > 1 && others.pop()) || (others[0] ?? id))
    copied = end
    return part
  })
  return parts.join('') + text.slice(copied)
}

/** Returns the text of an id in the form that is the same for equal ids, such as `1.0` and `1`. */
function writtenOnce(id: string): string {
  return jsonText(readJson(id)) ?? id
}

/** Returns the texts of the ids of a message or batch. */
export function idsIn(text: string): readonly string[] {
  return idSpans(text).map(({ start, end }) => text.slice(start, end))
}

function nameIn(quoted: string): string {
  return JSON.parse(quoted) as string
}

function trimmed(text: string, { start, end }: IdSpan): IdSpan {
  const value = text.slice(start, end)
  return {
    start: start + value.length - value.trimStart().length,
    end: end - (value.length - value.trimEnd().length),
  }
}

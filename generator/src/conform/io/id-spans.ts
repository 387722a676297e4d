/** The position of an `id` in the text of a message. */
export interface IdSpan {
  readonly start: number
  readonly end: number
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

/**
 * Returns the positions of the ids of a message, or of the messages of a batch, so that an id can be replaced
 * without changing any other byte. The text must be valid JSON.
 */
export function idSpans(text: string): readonly IdSpan[] {
  const spans: IdSpan[] = []
  const wanted = text.trimStart().startsWith('[') ? 2 : 1
  let depth = 0
  let start: number | undefined
  let [last, name] = ['', '']
  for (const { 0: part, index } of text.matchAll(token)) {
    if (part === '}' || part === ']' || part === ',') {
      if (start !== undefined && depth === wanted) {
        spans.push(trimmed(text, { start, end: index }))
        start = undefined
      }
    }
    if (part === '{' || part === '[') depth++
    else if (part === '}' || part === ']') depth--
    else if (part === ':' && depth === wanted && name === 'id') start = index + 1
    // A string is the name of a member if it follows the start of an object or a comma.
    name = part.startsWith('"') && (last === '{' || last === ',') ? nameIn(part) : ''
    last = part
  }
  return spans
}

/** Returns the text with each id replaced. An id for which there is no replacement is kept. */
export function withIds(text: string, replacements: ReadonlyMap<string, string>): string {
  return idSpans(text).reduceRight((rest, { start, end }) => {
    const id = text.slice(start, end)
    return rest.slice(0, start) + (replacements.get(id) ?? id) + rest.slice(end)
  }, text)
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

import { endOfString } from './repeated-keys.ts'

/** JSON text after removal of the comments and trailing commas that many editors support. */
export interface Plain {
  /** The text has the same length as the original, so that values keep their offsets. */
  readonly text: string
  readonly offsets: readonly number[]
}

/** Replaces comments and trailing commas with spaces. */
export function withoutComments(text: string): Plain {
  const parts: string[] = []
  const offsets: number[] = []
  let from = 0
  // Offset of the last comma, if only white space and comments have followed the comma so far.
  // Otherwise undefined.
  let comma: number | undefined
  const blank = (start: number, end: number): void => {
    parts.push(text.slice(from, start), text.slice(start, end).replaceAll(/[^\r\n]/g, ' '))
    offsets.push(start)
    from = end
  }
  const commas: number[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '"') at = endOfString(text, at)
    else if (char === '/') {
      const end = endOfComment(text, at)
      if (end === undefined) break
      blank(at, end)
      at = end - 1
      continue
    } else if (char === ',') {
      comma = at
      continue
    } else if (comma !== undefined && (char === '}' || char === ']')) commas.push(comma)
    else if (/\s/.test(char)) continue
    comma = undefined
  }
  parts.push(text.slice(from))
  return {
    text: withoutCommas(parts.join(''), commas),
    offsets: [...offsets, ...commas].sort((a, b) => a - b),
  }
}

/**
 * Returns the offset after the comment that starts at `start`. Returns undefined if there is no
 * comment or if the comment is not closed.
 */
function endOfComment(text: string, start: number): number | undefined {
  if (text[start + 1] === '/') {
    const end = text.indexOf('\n', start)
    return end === -1 ? text.length : end
  }
  if (text[start + 1] !== '*') return undefined
  const end = text.indexOf('*/', start + 2)
  return end === -1 ? undefined : end + 2
}

function withoutCommas(text: string, commas: readonly number[]): string {
  const parts: string[] = []
  let from = 0
  for (const at of commas) {
    parts.push(text.slice(from, at), ' ')
    from = at + 1
  }
  return parts.join('') + text.slice(from)
}

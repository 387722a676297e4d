import { isRecord } from '../json-rpc.ts'
import { parseLossless } from '../shape/lossless.ts'

/** Whether JSON text is nested deeper than allowed. Text too short to be is not looked at. */
export function isTooDeep(text: string, limit: number): boolean {
  // Every level takes a bracket at both ends.
  if (text.length < limit * 2) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x22) at = endOfString(text, at)
    else if (char === 0x5b || char === 0x7b) {
      if (++depth > limit) return true
    } else if (char === 0x5d || char === 0x7d) depth--
  }
  return false
}

/** Index of the closing quote. */
function endOfString(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x5c) at++
    else if (char === 0x22) return at
  }
  return text.length
}

/** The first JSON value of a text, for endpoints that ignore what follows it; throws like `JSON.parse`. */
export function parseFirst(text: string): unknown {
  const start = text.search(/[^\s]/)
  const first = text[start]
  if (first !== '{' && first !== '[') return JSON.parse(text) as unknown
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at)
    else if (char === '{' || char === '[') depth++
    else if ((char === '}' || char === ']') && --depth === 0) {
      return JSON.parse(text.slice(start, at + 1)) as unknown
    }
  }
  return JSON.parse(text) as unknown
}

/** An id as JSON text. An integer that a double cannot hold is taken from the text of the request. */
export function idText(id: unknown, text: string, index: number | undefined): string {
  if (typeof id === 'string') return JSON.stringify(id)
  if (typeof id !== 'number') return JSON.stringify(id) ?? 'null'
  if (Number.isSafeInteger(id) || !Number.isInteger(id)) return `${id}`
  const exact = messageAt(parseLossless(text), index)
  const digits = isRecord(exact) ? exact['id'] : undefined
  return typeof digits === 'string' && /^-?\d+$/.test(digits) ? digits : JSON.stringify(id)
}

/** The message itself, or one entry of a batch. */
export function messageAt(parsed: unknown, index: number | undefined): unknown {
  return index === undefined ? parsed : (parsed as readonly unknown[])[index]
}

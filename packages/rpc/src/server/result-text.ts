import { isCodec } from '../shape/decode.ts'
import { encode } from '../shape/encode.ts'
import { stringify } from '../shape/stringify.ts'
import type { ObjectShape, Shape } from '../shape/types.ts'

/** Beyond these the platform's own writer is as quick. */
const MAX_MEMBERS = 8
const MAX_PLAIN = 100

/** JSON text of what a handler returned, encoded by its shape. */
export function resultText(shape: Shape | undefined, value: unknown): string {
  return flatText(shape, value) ?? stringify(encode(shape, value))
}

/**
 * Text of a small object of scalars, written in one pass without the copy that encoding makes: most
 * results are such objects. `undefined` for everything else, failures included, which the long way reports.
 */
function flatText(shape: Shape | undefined, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined
  if (shape && (typeof shape !== 'object' || Array.isArray(shape) || isCodec(shape)))
    return undefined
  const shapes = shape as ObjectShape | undefined
  const members = value as Readonly<Record<string, unknown>>
  let text = '{'
  let count = 0
  try {
    for (const name in members) {
      if (++count > MAX_MEMBERS || !isPlain(name)) return undefined
      let member = members[name]
      if (member === undefined) continue
      const inner = shapes?.[name]
      if (inner !== undefined && member !== null && Object.hasOwn(shapes ?? {}, name)) {
        if (!isCodec(inner)) return undefined
        member = inner.write(member)
      }
      const written = scalarText(member)
      if (written === undefined) return undefined
      text += text.length > 1 ? `,"${name}":${written}` : `"${name}":${written}`
    }
  } catch {
    return undefined
  }
  return `${text}}`
}

/** No bigint: a program may have taught `JSON.stringify` how to write those. */
function scalarText(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value.length <= MAX_PLAIN && isPlain(value) ? `"${value}"` : JSON.stringify(value)
    case 'number':
      return Number.isFinite(value) ? `${value}` : 'null'
    case 'boolean':
      return value ? 'true' : 'false'
    default:
      return value === null ? 'null' : undefined
  }
}

/** ASCII without anything that JSON escapes. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char < 0x20 || char > 0x7e || char === 0x22 || char === 0x5c) return false
  }
  return true
}

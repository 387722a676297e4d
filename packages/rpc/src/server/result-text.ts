import { isCodec } from '../shape/decode.ts'
import { encode } from '../shape/encode.ts'
import { stringify } from '../shape/stringify.ts'
import type { ObjectShape, Shape } from '../shape/types.ts'
import type { Entry } from './registry.ts'

/** Beyond these the platform's own writer is as quick. */
const MAX_MEMBERS = 8
const MAX_PLAIN = 100

/** The id of an answer, as a value and as JSON text. */
interface AnswerId {
  readonly id: unknown
  readonly shown: string
}

/** JSON text of what a handler returned. Answers of `missing` already stand as on the wire. */
export function resultText(entry: Entry, value: unknown): string {
  return shortText(entry, value) ?? stringify(encode(shapeOf(entry), value))
}

/** The whole answer; a long one in one go, since putting it into an envelope would copy it. */
export function answerText(entry: Entry, value: unknown, { id, shown }: AnswerId): string {
  const { conduct } = entry
  const short = shortText(entry, value)
  if (short !== undefined) return conduct.result(shown, short)
  const result = encode(shapeOf(entry), value)
  if (conduct.name === 'public' || !isStructure(result) || !isShort(id)) {
    return conduct.result(shown, stringify(result))
  }
  return stringify({ jsonrpc: '2.0', id, result })
}

function shapeOf({ method, owner }: Entry): Shape | undefined {
  return owner ? method.result : undefined
}

function shortText(entry: Entry, value: unknown): string | undefined {
  if (value === undefined) return entry.method.empty ? '{}' : 'null'
  return flatText(shapeOf(entry), value)
}

/** Whether JSON has something to say of a value: what `toJSON` gives may be nothing. */
function isStructure(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !('toJSON' in value)
}

/** Whether an id is its own JSON: a number may have lost digits. */
function isShort(id: unknown): boolean {
  return typeof id === 'string' || id === null || Number.isSafeInteger(id)
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

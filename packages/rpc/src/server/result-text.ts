import { encode } from '../shape/encode.ts'
import { stringify } from '../shape/stringify.ts'
import type { Shape } from '../shape/types.ts'
import type { Entry } from './registry.ts'
import { smallText } from './small-result.ts'

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

function shortText({ method, owner, small }: Entry, value: unknown): string | undefined {
  if (value === undefined) return method.empty ? '{}' : 'null'
  try {
    return owner ? small(value) : asOnTheWire(value)
  } catch {
    // The long way says what is wrong, and where.
    return undefined
  }
}

const asOnTheWire = smallText(undefined)

/** Whether JSON has something to say of a value: what `toJSON` gives may be nothing. */
function isStructure(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !('toJSON' in value)
}

/** Whether an id is its own JSON: a number may have lost digits, or its sign. */
function isShort(id: unknown): boolean {
  return (Number.isSafeInteger(id) && !Object.is(id, -0)) || typeof id === 'string' || id === null
}

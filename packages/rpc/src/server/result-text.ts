import { isRecord } from '../json-rpc.ts'
import { isArrayShape, isCodec } from '../shape/convert.ts'
import { encode } from '../shape/encode.ts'
import { stringify } from '@rpcloom/schema/json'
import type { Shape } from '../shape/types.ts'
import type { MethodEntry } from './entry.ts'

/** Number of scalars from which a result is treated as long. */
const LONG = 5000
/** Number of items that are serialized without a pause. */
const GROUP = 50
/** Maximum nesting of arrays and objects whose members and items are serialized separately. */
const DEPTH = 4
/** Maximum time in milliseconds that serializing blocks other requests without a pause. */
const SLICE_MS = 20

/** Serializes the result of a handler. Results of the fallback handler are already in JSON form. */
export function resultText({ method, owner }: MethodEntry, value: unknown): string {
  if (value === undefined) return method.returns === 'empty' ? '{}' : 'null'
  return stringify(owner ? encode(method.result, value) : value)
}

/** Like {@link resultText} for a long result, with pauses for other requests. */
export async function longResultText(entry: MethodEntry, value: unknown): Promise<string> {
  const { method, owner } = entry
  try {
    return await longText(owner && method.result, value)
  } catch {
    // Serializing the whole result throws the same error, but with the full path of the invalid value.
    return resultText(entry, value)
  }
}

/** Whether a result takes long to serialize. */
export function isLong(value: unknown, depth: number = DEPTH): boolean {
  try {
    return sizeOf(value, depth) >= LONG
  } catch {
    // A member throws when it is read. Serializing reports it.
    return false
  }
}

/**
 * Estimates the number of scalars in a value. Assumes that all items of an array have the size of its first
 * or last item, whichever is larger.
 */
function sizeOf(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null || depth === 0) return 1
  if (Array.isArray(value)) {
    const item = Math.max(sizeOf(value[0], depth - 1), sizeOf(value.at(-1), depth - 1), 1)
    return value.length * item
  }
  if (!isRecord(value) || ArrayBuffer.isView(value) || 'toJSON' in value) return 1
  let size = 0
  for (const key in value) size += sizeOf(value[key], depth - 1)
  return size
}

/** Encodes and serializes a long result with pauses for other requests. */
async function longText(shape: Shape | undefined, value: unknown): Promise<string> {
  const texts: string[] = []
  let until = performance.now() + SLICE_MS
  for (const text of textsOf(shape, value, DEPTH)) {
    texts.push(text)
    if (performance.now() < until) continue
    await new Promise((resolve) => setTimeout(resolve, 0))
    until = performance.now() + SLICE_MS
  }
  return texts.join('')
}

type Texts = Generator<string, void>

/** Yields the JSON of a value in chunks. */
function* textsOf(shape: Shape | undefined, value: unknown, depth: number): Texts {
  if (typeof shape === 'function') yield* textsOf(shape(), value, depth)
  else if (!isLong(value, depth)) yield stringify(encode(shape, value))
  else if (shape && isCodec(shape)) {
    const selected = shape.select?.(value)
    if (selected) yield* textsOf(selected, value, depth)
    else yield* textsOf(undefined, encode(shape, value), depth)
  } else if (Array.isArray(value)) yield* textsOfArray(shape, value, depth)
  else yield* textsOfObject(shape, value as object, depth)
}

function* textsOfArray(shape: Shape | undefined, items: readonly unknown[], depth: number): Texts {
  const inner = shape && isArrayShape(shape) ? shape[0] : undefined
  let separator = '['
  for (let at = 0; at < items.length; at += GROUP) {
    const group = items.slice(at, at + GROUP)
    if (!isLong(group, depth)) {
      yield separator + stringify(encode(inner && [inner], group)).slice(1, -1)
      separator = ','
      continue
    }
    for (const item of group) {
      yield separator
      yield* textsOf(inner, item, depth - 1)
      separator = ','
    }
  }
  yield ']'
}

function* textsOfObject(shape: Shape | undefined, value: object, depth: number): Texts {
  const shapes = new Map(shape && !isArrayShape(shape) ? Object.entries(shape) : [])
  let separator = '{'
  for (const [key, member] of Object.entries(value)) {
    const inner = shapes.get(key)
    if (isLong(member, depth - 1)) {
      yield `${separator}${JSON.stringify(key)}:`
      yield* textsOf(inner, member, depth - 1)
    } else {
      // The chunk is empty for a member that JSON omits.
      const text = stringify({ [key]: encode(inner, member) }).slice(1, -1)
      if (text === '') continue
      yield separator + text
    }
    separator = ','
  }
  yield '}'
}

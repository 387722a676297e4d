import type { Finding } from '../../diagnostics.ts'
import type { Json, JsonObject } from '../../model/types.ts'
import { child, isArray, isObject } from '../pointer.ts'

/** Pointers to a value: where the normalized document has it, and where the source file does. */
export interface At {
  readonly current: string
  readonly original: string
}

/** The file that is normalized, with the findings and moves so far. */
export interface NormalizeContext {
  readonly file: string
  /** The whole file, for references into it. */
  readonly root: Json
  /** Source text of the number at a pointer. */
  readonly digits: (pointer: string) => string | undefined
  readonly findings: Finding[]
  /** From current to original pointers, for values that moved. */
  readonly origins: Map<string, string>
  /** From original to current pointers. */
  readonly moves: Map<string, string>
}

/** Pointers to a child. */
export function inside(at: At, token: string | number): At {
  return { current: child(at.current, token), original: child(at.original, token) }
}

/** Records that a value moved. */
export function moved(context: NormalizeContext, original: string, current: string): At {
  context.moves.set(original, current)
  return copied(context, original, current)
}

/** Records that a value stands at a second place too. */
export function copied(context: NormalizeContext, original: string, current: string): At {
  context.origins.set(current, original)
  return { current, original }
}

type Code = 'RL111' | 'RL203' | 'RL204' | 'RL207'

/** Reports a value that was normalized. */
export function note(context: NormalizeContext, code: Code, at: At, detail: string | Detail): void {
  const place = { file: context.file, pointer: at.current }
  const { message, ...rest } = typeof detail === 'string' ? { message: detail } : detail
  context.findings.push({ code, message, place, severity: 'warning', ...rest })
}

/** A message, with help that replaces the help of its code. */
export interface Detail {
  readonly message: string
  readonly help?: string
}

/** An object with its members replaced: the same one where none was. Undefined takes a member out. */
export function mapMembers(
  json: JsonObject,
  map: (value: Json, key: string) => Json | undefined,
): JsonObject {
  let same = true
  const entries = Object.entries(json).flatMap(([key, value]): readonly [string, Json][] => {
    const next = map(value, key)
    same &&= next === value
    return next === undefined ? [] : [[key, next]]
  })
  // Object.fromEntries defines members, `__proto__` too.
  return same ? json : Object.fromEntries(entries)
}

/** A list with its items replaced: the same one where none was. */
export function mapItems(
  json: readonly Json[],
  map: (value: Json, index: number) => Json,
): readonly Json[] {
  const items = json.map(map)
  return items.every((item, index) => item === json[index]) ? json : items
}

/** A value with the part at some tokens replaced; every object that is not on the way there stays the same object. */
export function replaceAt(root: Json, tokens: readonly string[], value: Json): Json {
  const [token, ...rest] = tokens
  if (token === undefined) return value
  if (isArray(root)) {
    return root.map((item, index) =>
      String(index) === token ? replaceAt(item, rest, value) : item,
    )
  }
  if (!isObject(root)) return root
  return mapMembers(root, (inner, key) => (key === token ? replaceAt(inner, rest, value) : inner))
}

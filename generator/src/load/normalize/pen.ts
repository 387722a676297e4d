import type { Finding } from '../../diagnostics.ts'
import type { Json, JsonObject } from '../../model/types.ts'
import { child, isArray, isObject } from '../pointer.ts'

/** A place in a value as it is read now, and where its text stands. */
export interface At {
  readonly now: string
  readonly was: string
}

/** What mending a value leaves behind. */
export interface Pen {
  readonly file: string
  /** The whole file, for references into it. */
  readonly root: Json
  /** What the text has at a pointer, where that is the text of a number. */
  readonly digits: (pointer: string) => string | undefined
  readonly findings: Finding[]
  /** Where the text of a place stands, for places that the text does not have. */
  readonly origins: Map<string, string>
  /** Where a place of the text went to. */
  readonly moves: Map<string, string>
}

/** The same step down in both. */
export function inside(at: At, token: string | number): At {
  return { now: child(at.now, token), was: child(at.was, token) }
}

/** A part of a value that now stands elsewhere. */
export function moved(pen: Pen, was: string, now: string): At {
  pen.moves.set(was, now)
  return copied(pen, was, now)
}

/** A part that stands where it stood as well. */
export function copied(pen: Pen, was: string, now: string): At {
  pen.origins.set(now, was)
  return { now, was }
}

type Code = 'RL111' | 'RL203' | 'RL204' | 'RL207'

/** Says what was wrong at a place, and how it is read. */
export function note(pen: Pen, code: Code, at: At, said: string | Said): void {
  const place = { file: pen.file, pointer: at.now }
  const { message, ...rest } = typeof said === 'string' ? { message: said } : said
  pen.findings.push({ code, message, place, severity: 'warning', ...rest })
}

/** What is wrong, with what to do about this one rather than what the catalogue has for all of its code. */
export interface Said {
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

/** A value with the part at some tokens replaced; everything beside the way there stays the same object. */
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

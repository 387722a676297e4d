import type { Finding } from '../../diagnostics/diagnostics.ts'
import type { Json } from '../../json/types.ts'
import { mapItems, mapMembers } from '../../json/map.ts'
import { child, isArray, isObject } from '../../json/pointer.ts'

/** Pointers to a value in the normalized document and in the source file. */
export interface At {
  readonly current: string
  readonly original: string
}

/** The file that is being normalized, with the findings and moves so far. */
export interface NormalizeContext {
  readonly file: string
  /** The whole file, for references into it. */
  readonly root: Json
  /** Source text of the number at a pointer. */
  readonly digits: (pointer: string) => string | undefined
  readonly findings: Finding[]
  /** Maps current to original pointers of values that moved. */
  readonly origins: Map<string, string>
  /** Maps original to current pointers of values that moved. */
  readonly moves: Map<string, string>
}

export function inside(at: At, token: string | number): At {
  return { current: child(at.current, token), original: child(at.original, token) }
}

/** Records that a value moved from its original to its current pointer. */
export function moved(context: NormalizeContext, original: string, current: string): At {
  context.moves.set(original, current)
  return copied(context, original, current)
}

/** Records that a value also exists at a second place. */
export function copied(context: NormalizeContext, original: string, current: string): At {
  context.origins.set(current, original)
  return { current, original }
}

type Code = 'RL111' | 'RL203' | 'RL204' | 'RL207'

export function note(context: NormalizeContext, code: Code, at: At, detail: string | Detail): void {
  const place = { file: context.file, pointer: at.current }
  const { message, ...rest } = typeof detail === 'string' ? { message: detail } : detail
  context.findings.push({ code, message, place, severity: 'warning', ...rest })
}

/** A message, optionally with help that overrides that of its code. */
export interface Detail {
  readonly message: string
  readonly help?: string
}

/** Returns a value with a part replaced. Objects outside the path to that part keep their identity. */
export function replaceAt(root: Json, tokens: readonly string[], value: Json): Json {
  const [token, ...rest] = tokens
  if (token === undefined) return value
  if (isArray(root)) {
    return mapItems(root, (item, index) =>
      String(index) === token ? replaceAt(item, rest, value) : item,
    )
  }
  if (!isObject(root)) return root
  return mapMembers(root, (inner, key) => (key === token ? replaceAt(inner, rest, value) : inner))
}

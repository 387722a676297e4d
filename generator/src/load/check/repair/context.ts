import type { Finding } from '../../../diagnostics/diagnostics.ts'
import type { Json } from '../../../json/types.ts'
import { mapItems, mapMembers } from '../../../json/map.ts'
import { child, isArray, isObject } from '../../../json/pointer.ts'

/** Pointers to the same value in the repaired document and in the source file. */
export interface Location {
  readonly current: string
  readonly original: string
}

/** State of repairing a file, with the findings and moved values so far. */
export interface RepairContext {
  readonly file: string
  /** Root value of the file, for references into it. */
  readonly root: Json
  /** Returns the source text of the number at a pointer. */
  readonly digits: (pointer: string) => string | undefined
  readonly findings: Finding[]
  /** Maps the current pointer of each moved value to its original pointer. */
  readonly origins: Map<string, string>
  /** Maps the original pointer of each moved value to its current pointer. */
  readonly moves: Map<string, string>
}

/**
 * Pointers of the moved values of a file: from original to current, and from current to original.
 */
export interface Relocations {
  readonly origins: Map<string, string>
  readonly moves: Map<string, string>
}

export function inside(at: Location, token: string | number): Location {
  return { current: child(at.current, token), original: child(at.original, token) }
}

/** Records that a value moved from its original to its current pointer. */
export function moved(context: RepairContext, original: string, current: string): Location {
  context.moves.set(original, current)
  return copied(context, original, current)
}

/** Records that a value also exists at a second pointer. */
export function copied(context: RepairContext, original: string, current: string): Location {
  context.origins.set(current, original)
  return { current, original }
}

type Code = 'RL111' | 'RL203' | 'RL204' | 'RL207' | 'RL208'

export function warn(
  context: RepairContext,
  code: Code,
  at: Location,
  detail: string | Detail,
): void {
  const place = { file: context.file, pointer: at.current }
  const { message, ...rest } = typeof detail === 'string' ? { message: detail } : detail
  context.findings.push({ code, message, place, severity: 'warning', ...rest })
}

/** A message, optionally with help that overrides the help of its diagnostic code. */
export interface Detail {
  readonly message: string
  readonly help?: string
}

/**
 * Returns a copy of `root` with the value at a path replaced. Only objects on the path are copied.
 */
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

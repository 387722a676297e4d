/** Exit codes, which the help explains. Errors that a method lists have the codes from `listed`, in their order. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  timeout: 4,
  response: 5,
  unlisted: 6,
  listed: 16,
  interrupted: 130,
} as const

/** Returns the exit code of a listed error, from its position in the list of the method. Shells use the codes from 126. */
export function listedCode(index: number): number {
  return Math.min(exitCodes.listed + index, 125)
}

/** Invalid arguments, params or settings. The message says what to change. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError'
}

/** A query that matches nothing in a result. */
export class QueryError extends Error {
  override readonly name: string = 'QueryError'
}

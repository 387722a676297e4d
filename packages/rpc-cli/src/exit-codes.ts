/** Exit codes. Errors that a method lists have the codes from `listed`, in the order of the document. */
export const exitCodes = {
  ok: 0,
  /** A program error, or a query that matches nothing. */
  failed: 1,
  /** Invalid arguments, params or settings. Nothing was sent. */
  usage: 2,
  /** The server could not be reached. */
  unreachable: 3,
  /** No response within the time limit. */
  timeout: 4,
  /** A response that is not JSON-RPC, or not valid. */
  response: 5,
  /** An error response that the method does not list. */
  unlisted: 6,
  listed: 16,
} as const

/** Greatest exit code of a listed error: shells use the codes from 126. */
const MAX_EXIT_CODE = 125

/** Returns the exit code of a listed error, from its position in the list of the method. */
export function listedCode(index: number): number {
  return Math.min(exitCodes.listed + index, MAX_EXIT_CODE)
}

/** Invalid arguments, params or settings. The message says what to change. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError'
}

/** A query that matches nothing in a result. */
export class QueryError extends Error {
  override readonly name: string = 'QueryError'
}

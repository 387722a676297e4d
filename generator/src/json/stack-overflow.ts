/**
 * Whether an error is a stack overflow. Input within all size limits may still be nested too deeply
 * for a recursive function.
 */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack')
}

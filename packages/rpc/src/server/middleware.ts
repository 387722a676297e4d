import type { Middleware } from './types.ts'

/** Several as one, the first one outermost; `undefined` for none. */
export function composed(middleware: readonly Middleware[] = []): Middleware | undefined {
  return middleware.reduceRight<Middleware | undefined>(
    (inner, outer) => (inner ? (call, next) => outer(call, () => inner(call, next)) : outer),
    undefined,
  )
}

import type { Middleware } from './types.ts'

/** Combines all middleware into one function. The first middleware is outermost. */
export function composed(middleware: readonly Middleware[] = []): Middleware | undefined {
  return middleware.reduceRight<Middleware | undefined>(
    (inner, outer) => (inner ? (call, next) => outer(call, () => inner(call, next)) : outer),
    undefined,
  )
}

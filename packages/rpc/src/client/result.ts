import { decode } from '../shape/decode.ts'
import type { Shape } from '../shape/types.ts'

/** A result with parts that need work. */
/* @__NO_SIDE_EFFECTS__ */
export function decoded(shape: Shape): (wire: unknown) => unknown {
  return (wire) => decode(shape, wire)
}

/** A result that is exactly `{}`: the call returns nothing. */
export function nothing(): void {}

import type { ErrorDataCodec } from '../descriptor.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { matchesShape } from './matches.ts'
import type { Shape } from './types.ts'

/** An error in the document whose data needs conversion. */
export interface CodedError {
  readonly code: number
  /** Symbolic name of the error. If absent, the error is identified by its code alone. */
  readonly reason?: string
  readonly data: Shape
}

/**
 * Returns the codec for the data of a method's errors. Unlisted errors and invalid data are not converted,
 * because a failed conversion would hide the error itself.
 */
/* @__NO_SIDE_EFFECTS__ */
export function errorData(...errors: readonly CodedError[]): ErrorDataCodec {
  const shapeOf = (code: number, data: unknown, reason: string | undefined): Shape | undefined =>
    errors.find(
      (error) =>
        error.code === code &&
        (error.reason ?? reason) === (reason ?? error.reason) &&
        matchesShape(error.data, data),
    )?.data
  return {
    decode: (code, data, reason) => decode(shapeOf(code, data, reason), data),
    encode: (code, data, reason) => encode(shapeOf(code, data, reason), data),
  }
}

import type { ErrorDataCodec } from '../descriptor.ts'
import type { Convert } from './convert.ts'
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
  const converted =
    (convert: Convert): ErrorDataCodec['decode'] =>
    (code, data, reason) => {
      try {
        return convert(shapeOf(code, data, reason), data)
      } catch {
        return data
      }
    }
  return { decode: converted(decode), encode: converted(encode) }
}

// The function and types that modules with custom formats import.
import type { Formats } from './format.ts'

export { withFormats } from './custom.ts'
export { scaled } from './scaled.ts'
export type * from './format.ts'

/**
 * Declares custom formats with their types. The module that the option `formats` refers to must export the
 * result as `formats`.
 */
export function defineFormats<const Defined extends Formats>(formats: Defined): Defined {
  return formats
}

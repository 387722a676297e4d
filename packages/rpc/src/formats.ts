// What modules of custom formats import.
import type { Formats } from './format.ts'

export { withFormats } from './document-formats.ts'
export type * from './format.ts'

/** Types custom formats: the module that `formats` of the configuration names exports the result as `formats`. */
export function defineFormats<const Defined extends Formats>(formats: Defined): Defined {
  return formats
}

// Imports of modules with custom formats.
import type { Formats } from './format.ts'

export { withFormats } from './document-formats.ts'
export type * from './format.ts'

/**
 * Types custom formats. The module that `formats` of the configuration names must export the result as
 * `formats`.
 */
export function defineFormats<const Defined extends Formats>(formats: Defined): Defined {
  return formats
}

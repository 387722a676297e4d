// The functions and types that generated types packages import. No compatibility guarantees: this entry
// changes together with the generator.
export type * from './descriptor.ts'
export type { ListedErrors } from './error-tables.ts'
export { withFormats } from '@rpcloom/schema/formats'
export { patternTest } from '@rpcloom/schema/patterns'
export type { JsonObject } from './json-rpc.ts'
export type { ObjectShape, Shape } from './shape/types.ts'
export { losslessJson } from './shape/lossless.ts'
export { formatCodec, numberFormatCodec } from './shape/custom.ts'
export { errorData } from './shape/error-data.ts'
export { literal, map, merge, pass, text, tuple, union } from './shape/forms.ts'
export {
  big,
  bigHex,
  bigNumber,
  num,
  numNumber,
  numeric,
  uint32,
  uint32Number,
  uint64,
  uint64Hex,
  uint64Number,
} from './shape/numeric.ts'

export type * from './types.ts'
export type * from '../shape/types.ts'
export { decode, encode } from '../shape/convert.ts'
export { stringify } from '../shape/stringify.ts'
export { parseLossless } from '../shape/lossless.ts'
export {
  big,
  bigHex,
  bigNumber,
  num,
  numNumber,
  numeric,
  type NumericOptions,
} from '../shape/numeric.ts'
export { literal, map, merge, pass, text, tuple, union, type MapOptions } from '../shape/forms.ts'

// What generated servers import. It changes with the generator and promises nothing to anybody else.
export type { Shape } from '../shape/types.ts'
export { createDispatcher } from './dispatcher.ts'
export { errorFactory } from './error-factory.ts'
export { unfilledOf } from './not-implemented.ts'
export {
  big,
  bigHex,
  bigNumber,
  num,
  numNumber,
  numeric,
  toBigint,
  toNumber,
  type NumericOptions,
} from '../shape/numeric.ts'
export { literal, map, merge, pass, text, tuple, union, type MapOptions } from '../shape/forms.ts'
export {
  areUnique,
  deepEqual,
  format,
  isMultiple,
  isRecord,
  isWideInteger,
  lengthOf,
  patternTest,
} from '../schema/emitted.ts'

// What generated servers import. It changes with the generator and promises nothing to anybody else.
export { createDispatcher } from './dispatcher.ts'
export { errorFactories, type ErrorFactories } from './error-factory.ts'
export { withHandlers } from './subscriptions.ts'
export { unfilledOf } from './not-implemented.ts'
export {
  areUnique,
  custom,
  deepEqual,
  exactlyOne,
  format,
  hasLength,
  isMultiple,
  isRecord,
  isWideInteger,
  optional,
  paramsCheck,
  type ParamsCheck,
  patternTest,
  required,
} from '../schema/emitted.ts'

// The functions that generated servers import. No compatibility guarantees: this entry changes together with
// the generator.
export { createDispatcher } from './dispatcher.ts'
export { errorFactories, type ErrorFactories } from './error-factory.ts'
export { serverMethods } from './methods.ts'
export { withHandlers } from './subscriptions.ts'
export { unfilledOf } from './not-implemented.ts'

// What peers load to answer calls.
export { RpcDispatcher } from './dispatcher.ts'
export { unversionedDialect } from './dialect.ts'

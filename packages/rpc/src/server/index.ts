export type * from './types.ts'
export type * from '../shape/types.ts'
export { attachSocket, type SocketLike } from './attach.ts'
export { createDispatcher } from './dispatcher.ts'
export { errorFactory } from './error-factory.ts'
export { explain } from './explain.ts'
export { feed, LagError, type Feed } from './feed.ts'
export { fetchHandler, type FetchOptions } from './fetch.ts'
export type { HttpRules } from './http-rules.ts'
export {
  memoryLimiter,
  rateLimit,
  type Allowance,
  type RateLimiter,
  type RateLimitOptions,
} from './rate-limit.ts'
export { OptionError } from './option-error.ts'
export {
  errorText,
  InvalidMessage,
  specDialect,
  summaryOf,
  type Dialect,
  type DialectErrors,
  type DialectOf,
  type HttpDialect,
  type RequestedCall,
} from './dialect.ts'
export { Unauthorized } from './http-reply.ts'
export { callLog, logTo, type CallLogOptions, type StructuredLogger } from './watch/call-log.ts'
export { notImplemented, unfilledOf } from './not-implemented.ts'
export type { DocumentVersion } from '../client/document-version.ts'
export { RpcError, isRpcError, toRpcError } from '../errors.ts'
export { decode } from '../shape/decode.ts'
export { encode } from '../shape/encode.ts'
export { stringify } from '../shape/stringify.ts'
export { parseLossless } from '../shape/lossless.ts'
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

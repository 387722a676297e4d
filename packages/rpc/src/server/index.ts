export type * from './types.ts'
export type * from '../shape/types.ts'
export type { Channel, ChannelEvents } from '../channel/channel.ts'
export { createDispatcher } from './dispatcher.ts'
export { feed, type Feed } from './feed.ts'
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
  unversionedDialect,
  type Dialect,
  type DialectErrors,
  type HttpDialect,
  type RequestedCall,
} from './dialect.ts'
export { Unauthorized } from './http-reply.ts'
export { callLog, logTo, type CallLogOptions, type StructuredLogger } from './watch/call-log.ts'
export { notImplemented } from './not-implemented.ts'
export { OverflowError, RpcError, isRpcError } from '../errors.ts'
export { parseLossless } from '../shape/lossless.ts'

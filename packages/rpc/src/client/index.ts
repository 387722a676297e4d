export type * from './types.ts'
export type { Subscription } from './subscription.ts'
export { distinct } from './distinct.ts'
export type { Paged } from './paged.ts'
export type * from './query-types.ts'
export { onWarning, type WarningListener } from './credentials.ts'
export { at } from './at.ts'
export { withOptions } from './options.ts'
export type { PathValues } from '../path-template.ts'
export { transportOf, type ClientBase } from './client.ts'
export { retry, type RetryOptions } from './retry.ts'
export { coalesce } from './coalesce.ts'
export { withHeaders } from './with-headers.ts'
export { fallback } from './fallback.ts'
export {
  hooked,
  logged,
  minimumPosition,
  requestIds,
  type Exchange,
  type Hooks,
  type LogEntry,
  type LogLevel,
  type PositionHeaders,
} from './hooks.ts'
export { serverUrl, type DocumentedServer, type ServerVariable } from './server-url.ts'
export {
  compareDocuments,
  type DocumentComparison,
  type DocumentVersion,
} from './document-version.ts'
export { callMethod, withResponse, type RawCall, type WithResponse } from './raw-call.ts'
export { memory, type MemoryServer } from './memory.ts'

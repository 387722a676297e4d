export type * from './types.ts'
export type * from '../shape/types.ts'
export { method, plain, reading, request } from './method.ts'
export { notification } from './notification.ts'
export { inOrder, kindNamed, listed, named } from './params.ts'
export { decoded, nothing } from './result.ts'
export { route, type RouteQuery } from './route.ts'
export {
  subscribe,
  subscription,
  type KindSpec,
  type SubscribeSpec,
  type Subscription,
  type SubscriptionSpec,
} from './subscription.ts'
export { distinct } from './distinct.ts'
export { paged, type Paged, type PageSpec } from './paged.ts'
export { withReasons, type Reason, type ReasonTable } from './reasons.ts'
export { confidential, onWarning, type WarningListener } from './confidential.ts'
export { withEvents, withOptions, onChain } from './options.ts'
export {
  buildClient,
  buildGroup,
  transportOf,
  type ClientBase,
  type ClientTable,
} from './client.ts'
export { table, type TableHead, type TableRow } from './table.ts'
export { retry, type RetryOptions } from './retry.ts'
export { coalesce } from './coalesce.ts'
export { fallback, type FallbackOptions } from './fallback.ts'
export {
  hooked,
  logged,
  requestIds,
  type Exchange,
  type Hooks,
  type LogEntry,
  type LogLevel,
} from './hooks.ts'
export { serverUrl, type DocumentedServer, type ServerVariable } from './server-url.ts'
export { documented } from './documented.ts'
export { link, type LinkPart } from './link.ts'
export { aliased, type Aliases } from './aliases.ts'
export {
  compareDocuments,
  type DocumentComparison,
  type DocumentVersion,
} from './document-version.ts'
export { callMethod, withResponse, type RawCall, type WithResponse } from './escape.ts'
export { memory, type MemoryConnection, type MemoryPeer, type MemoryServer } from './memory.ts'
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

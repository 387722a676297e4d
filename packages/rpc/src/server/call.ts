import { RpcError, toRpcError } from '../errors.ts'
import { isRecord, type ErrorObject, type Json, type RequestId } from '../json-rpc.ts'
import type { SchemaIssue } from '../schema/types.ts'
import { decode } from '../shape/decode.ts'
import { CallContext } from './context.ts'
import type { Dialect } from './dialect.ts'
import { explainParams } from './explain.ts'
import {
  isValid,
  Malformed,
  nameParams,
  withoutNulls,
  withoutWrapping,
  type Named,
} from './params.ts'
import type { Entry } from './registry.ts'
import { resultText } from './result-text.ts'
import type { DispatcherOptions, Limits, Log, Middleware, Scope } from './types.ts'

/** What the calls of one dispatcher share. */
export interface CallSettings {
  readonly limits: Limits
  readonly log: Log
  readonly tolerant: boolean
  readonly missing: DispatcherOptions['missing']
  /** All middleware as one, the first outermost; absent where there is none. */
  readonly around: Middleware | undefined
  /** Calls whose handlers have not settled. */
  open: number
}

/** One call of a method that exists. */
export interface Call {
  readonly entry: Entry
  readonly params: unknown
  readonly id: RequestId | undefined
  readonly chain: string | undefined
  readonly scope: Scope
  readonly dialect: Dialect
}

/** How a call ended: the JSON text of its result, or an error. */
export type Outcome =
  | { readonly kind: 'result'; readonly text: string }
  | { readonly kind: 'error'; readonly error: ErrorObject }

/** Checks params and calls the handler. Returns a promise only where the handler, or a document, takes one. */
export function performCall(call: Call, settings: CallSettings): Outcome | Promise<Outcome> {
  const { concurrency, timeoutMs } = settings.limits
  try {
    if (settings.open >= concurrency) return failed(call.dialect.errors.handled(busy))
    const ctx = new CallContext(call, settings.log)
    const value = settings.around
      ? withMiddleware(settings.around, { call, ctx, settings })
      : perform({ call, ctx, settings })
    if (!isThenable(value)) return succeeded(value, call, settings)
    settings.open++
    return settle(timeoutMs ? inTime(value, ctx, timeoutMs) : value, call, settings)
  } catch (error) {
    return failed(errorOf(error, call, settings))
  }
}

const busy: ErrorObject = { code: -32005, message: 'Too many calls at once' }

/** The error of a response, or of a batch's responses together, beyond `limits.responseBytes`. */
export const tooLarge: ErrorObject = { code: -32003, message: 'response too large' }

function failed(error: ErrorObject): Outcome {
  return { kind: 'error', error }
}

function succeeded(value: unknown, call: Call, settings: CallSettings): Outcome {
  const text = resultText(call.entry, value)
  if (text.length > settings.limits.responseBytes)
    return failed(call.dialect.errors.handled(tooLarge))
  return { kind: 'result', text }
}

async function settle(
  promise: PromiseLike<unknown>,
  call: Call,
  settings: CallSettings,
): Promise<Outcome> {
  try {
    return succeeded(await promise, call, settings)
  } catch (error) {
    return failed(errorOf(error, call, settings))
  } finally {
    settings.open--
  }
}

interface Performance {
  readonly call: Call
  readonly ctx: CallContext
  readonly settings: CallSettings
}

/** What the handler returns for valid params; throws `InvalidParams` for others. */
function perform({ call, ctx, settings }: Performance): unknown {
  const { entry, params, dialect } = call
  const named = nameParams(call, settings.tolerant)
  if (named instanceof Malformed) throw new InvalidParams(dialect, [named.issue])
  if (isValid(entry, named)) return invoke(entry, named, { ctx, settings })
  // Positions in the middle can only be omitted as null.
  const fewer = settings.tolerant || Array.isArray(params) ? withoutNulls(entry, named) : undefined
  if (fewer && isValid(entry, fewer)) return invoke(entry, fewer, { ctx, settings })
  const bare = settings.tolerant ? withoutWrapping(entry, fewer ?? named) : undefined
  if (bare) return invoke(entry, bare, { ctx, settings })
  const issues = explainParams(entry, fewer ?? named)
  if (!(issues instanceof Promise)) throw new InvalidParams(dialect, issues)
  return issues.then((found) => {
    throw new InvalidParams(dialect, found)
  })
}

function withMiddleware(around: Middleware, performance: Performance): unknown {
  const { call, ctx } = performance
  const { group, method } = call.entry
  return around({ group, method, ctx, params: call.params }, () => perform(performance))
}

/** Refused params, to middleware an error like any other; the caller gets the dialect's error as it is. */
class InvalidParams extends RpcError {
  readonly reported: ErrorObject
  constructor(dialect: Dialect, issues: readonly SchemaIssue[]) {
    const reported = dialect.errors.params(issues)
    super(reported.code, reported.message, { data: reported.data })
    this.reported = reported
  }
}

function invoke(
  { owner, method, group }: Entry,
  named: Named,
  { ctx, settings }: Omit<Performance, 'call'>,
): unknown {
  // Called as a member, so that handlers keep their `this`.
  if (owner) return owner[method.member]?.(decode(method.params, named), ctx)
  return settings.missing?.({ group, method, params: named, ctx })
}

/** Whether a handler's result is still to come. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { readonly then?: unknown }).then === 'function'
  )
}

async function inTime(
  promise: PromiseLike<unknown>,
  ctx: CallContext,
  timeoutMs: number,
): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new RpcError(-32002, `No result within ${timeoutMs} ms`)
      ctx.abort(error)
      reject(error)
    }, timeoutMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

function errorOf(thrown: unknown, { entry, dialect }: Call, { log }: CallSettings): ErrorObject {
  const error = toRpcError(thrown)
  if (error instanceof InvalidParams) return error.reported
  if (error !== thrown) {
    const { key: group } = entry.group
    log('error', 'A handler failed', { group, method: entry.method.wire, error: thrown })
  }
  const { code, message } = error
  const data = dataOf(error)
  return dialect.errors.handled(
    data === undefined ? { code, message } : { code, message, data: data as Json },
  )
}

/** The data of a response; none where a getter of the handler's fails. */
function dataOf(error: RpcError): unknown {
  try {
    const { reason, data } = error
    return reason === undefined ? data : withReason(reason, data)
  } catch {
    return undefined
  }
}

/** The reason is sent in `data`, unless the document has something else than an object there. */
function withReason(reason: string, data: unknown): unknown {
  if (data === undefined || data === null) return { reason }
  return isRecord(data) ? { reason, ...data } : data
}

import { isLonger } from './byte-length.ts'
import { RpcError, toRpcError } from '../errors.ts'
import { isRecord, type ErrorObject, type Json } from '../json-rpc.ts'
import { decode } from '../shape/decode.ts'
import { CallContext } from './context.ts'
import { explainParams } from './explain.ts'
import {
  exactlyNamed,
  isValid,
  Malformed,
  withoutNulls,
  withoutWrapping,
  type Named,
} from './params.ts'
import type { Call, Entry } from './entry.ts'
import { isThenable } from '../thenable.ts'
import { isLong, longResultText, resultText } from './result-text.ts'
import type { DispatcherOptions, Limits, Log, Middleware } from './types.ts'

/** Settings and state that all calls of a dispatcher share. */
export interface CallSettings {
  readonly limits: Limits
  readonly log: Log
  readonly tolerant: boolean
  readonly fallbackHandler: DispatcherOptions['fallbackHandler']
  /** All middleware as one function. */
  readonly middleware: Middleware | undefined
  /** Number of calls whose handlers have not settled. */
  open: number
}

/** The JSON of a result, or an error. */
export type Outcome =
  | { readonly kind: 'result'; readonly text: string }
  | { readonly kind: 'error'; readonly error: ErrorObject }

/** Builds the response for JSON-RPC or for a GET route. */
export type Respond<Response> = (call: Call, outcome: Outcome) => Response

/**
 * Validates params and calls the handler. Returns a promise only if the handler or the loading of the
 * document is asynchronous.
 */
export function performCall<Response>(
  call: Call,
  settings: CallSettings,
  respond: Respond<Response>,
): Response | Promise<Response> {
  const ctx = new CallContext(call, settings.log)
  let value: unknown
  try {
    value = start(ctx, settings)
  } catch (error) {
    return end(ctx, respond, failed(error, call, settings))
  }
  return isThenable(value) || isLong(value)
    ? settle(value, ctx, settings, respond)
    : end(ctx, respond, settled(value, call, settings))
}

/**
 * Ends a call. The signal of a subscription's handler stays active, because events follow after the response.
 */
function end<Response>(ctx: CallContext, respond: Respond<Response>, outcome: Outcome): Response {
  const { call } = ctx
  if (call.entry.method.subscription === undefined) ctx.abort(ended)
  return respond(call, outcome)
}

/** Reason of the handler's signal once the result is serialized. */
const ended = new Error('The call has ended')

/** Returns the result of the handler, or a `RefusedCall` if the handler was not called. */
function start(ctx: CallContext, settings: CallSettings): unknown {
  const { middleware, limits } = settings
  const { dialect } = ctx.call
  if (settings.open >= limits.concurrency) return new RefusedCall(dialect.errors.handled(busy))
  const value = middleware
    ? withMiddleware(middleware, ctx, settings)
    : perform(ctx, settings, refusal)
  return limits.timeoutMs && isThenable(value) ? inTime(value, ctx, settings) : value
}

const busy: ErrorObject = { code: -32005, message: 'Too many concurrent calls' }

/**
 * Error for a response that exceeds `limits.responseBytes`, which also limits all responses to a batch
 * together.
 */
export const responseTooLarge: ErrorObject = { code: -32003, message: 'response too large' }

function refused(error: ErrorObject): Outcome {
  return { kind: 'error', error }
}

function failed(thrown: unknown, call: Call, settings: CallSettings): Outcome {
  return refused(errorOf(thrown, call, settings))
}

/** Serializes the result of the handler. */
function settled(value: unknown, call: Call, settings: CallSettings): Outcome {
  if (value instanceof RefusedCall) return refused(value.error)
  try {
    return bounded(resultText(call.entry, value), call, settings)
  } catch (error) {
    return failed(error, call, settings)
  }
}

/** Like `settled`, with pauses for other requests. */
async function longSettled(value: unknown, call: Call, settings: CallSettings): Promise<Outcome> {
  try {
    return bounded(await longResultText(call.entry, value), call, settings)
  } catch (error) {
    return failed(error, call, settings)
  }
}

function bounded(text: string, { dialect }: Call, { limits }: CallSettings): Outcome {
  return isLonger(text, limits.responseBytes)
    ? refused(dialect.errors.handled(responseTooLarge))
    : { kind: 'result', text }
}

function settle<Response>(
  pending: unknown,
  ctx: CallContext,
  settings: CallSettings,
  respond: Respond<Response>,
): Promise<Response> {
  const { call } = ctx
  settings.open++
  const finish = (outcome: Outcome): Response => {
    settings.open--
    return end(ctx, respond, outcome)
  }
  return Promise.resolve(pending).then(
    (value) =>
      isLong(value)
        ? longSettled(value, call, settings).then(finish)
        : finish(settled(value, call, settings)),
    (error: unknown) => finish(failed(error, call, settings)),
  )
}

type Refuse = (error: ErrorObject) => unknown

/** Calls the handler if the params are valid. Otherwise, reports every invalid param to `refuse`. */
function perform(ctx: CallContext, settings: CallSettings, refuse: Refuse): unknown {
  const { call } = ctx
  const { entry, params, dialect } = call
  const named = exactlyNamed(call, settings.tolerant)
  if (named instanceof Malformed) return refuse(dialect.errors.params([named.issue]))
  if (isValid(entry, named)) return invoke(ctx, settings, named)
  // By position, an optional param before others can only be omitted as `null`.
  const fewer = settings.tolerant || Array.isArray(params) ? withoutNulls(entry, named) : undefined
  if (fewer && isValid(entry, fewer)) return invoke(ctx, settings, fewer)
  const bare = settings.tolerant ? withoutWrapping(entry, fewer ?? named) : undefined
  if (bare) return invoke(ctx, settings, bare)
  const issues = explainParams(entry, fewer ?? named)
  if (!(issues instanceof Promise)) return refuse(dialect.errors.params(issues))
  return issues.then((found) => refuse(dialect.errors.params(found)))
}

/**
 * The error of a call whose handler was not called. Returned rather than thrown, since creating an error with
 * its stack costs more than the call itself.
 */
class RefusedCall {
  readonly error: ErrorObject
  constructor(error: ErrorObject) {
    this.error = error
  }
}

function refusal(error: ErrorObject): RefusedCall {
  return new RefusedCall(error)
}

function withMiddleware(middleware: Middleware, ctx: CallContext, settings: CallSettings): unknown {
  const { entry, params, exactParams } = ctx.call
  const { group, method } = entry
  return middleware({ group, method, ctx, params: exactParams ?? params }, () =>
    perform(ctx, settings, throwInvalid),
  )
}

/**
 * Error for invalid params. Middleware sees an ordinary error; the caller gets the error of the dialect
 * unchanged.
 */
class InvalidParams extends RpcError {
  readonly reported: ErrorObject
  constructor(reported: ErrorObject) {
    super(reported.code, reported.message, { data: reported.data })
    this.reported = reported
  }
}

function throwInvalid(error: ErrorObject): never {
  throw new InvalidParams(error)
}

function invoke(ctx: CallContext, { fallbackHandler }: CallSettings, named: Named): unknown {
  const { owner, method, group } = ctx.call.entry
  // Called as a method, so that handlers keep their `this`.
  if (owner) return owner[method.member]?.(decode(method.params, named), ctx)
  return fallbackHandler?.({ group, method, params: named, ctx })
}

async function inTime(
  promise: PromiseLike<unknown>,
  ctx: CallContext,
  settings: CallSettings,
): Promise<unknown> {
  const { timeoutMs } = settings.limits
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      countUntilSettled(promise, settings)
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

/** Counts a handler against `limits.concurrency` until it settles, although its call has timed out. */
function countUntilSettled(promise: PromiseLike<unknown>, settings: CallSettings): void {
  settings.open++
  const settled = () => void settings.open--
  promise.then(settled, settled)
}

function errorOf(thrown: unknown, { entry, dialect }: Call, { log }: CallSettings): ErrorObject {
  const error = toRpcError(thrown)
  if (error instanceof InvalidParams) return error.reported
  if (error !== thrown) {
    const { key: group } = entry.group
    log('error', 'A handler failed', { group, method: entry.method.name, error: thrown })
  }
  const { code, message } = error
  const data = dataOf(error, entry.method)
  return dialect.errors.handled(
    data === undefined ? { code, message } : { code, message, data: data as Json },
  )
}

/** Returns the encoded data of an error; undefined if a getter throws. */
function dataOf(error: RpcError, { errorData }: Entry['method']): unknown {
  try {
    const { code, reason } = error
    const data = errorData ? errorData.encode(code, error.data, reason) : error.data
    return reason === undefined ? data : withReason(reason, data)
  } catch {
    return undefined
  }
}

/** Adds the reason to the data of an error, unless the data is not an object. */
function withReason(reason: string, data: unknown): unknown {
  if (data === undefined || data === null) return { reason }
  return isRecord(data) ? { reason, ...data } : data
}

import { isLonger } from '../byte-length.ts'
import { ProtocolError, RpcError, toRpcError } from '../errors.ts'
import { isRecord, type ErrorObject, type Json } from '../json-rpc.ts'
import { decode } from '../shape/decode.ts'
import { CallContext, type ContextSettings } from './context.ts'
import { exactlyNamed, Malformed, withoutNulls, withoutWrapping, type Named } from './params.ts'
import type { Call, MethodEntry } from './entry.ts'
import { cancelled } from './running-calls.ts'
import { isThenable } from '../thenable.ts'
import { isLong, longResultText, resultText } from './result-text.ts'
import type { DispatcherOptions, Limits, Middleware } from './types.ts'

/** Settings and state that all calls of a dispatcher share. */
export interface CallSettings extends ContextSettings {
  readonly limits: Limits
  readonly tolerant: boolean
  readonly fallbackHandler: DispatcherOptions['fallbackHandler']
  /** All middleware as one function. */
  readonly middleware: Middleware | undefined
  /** Number of calls whose handlers have not settled yet. */
  open: number
}

/** The JSON of a result, or an error. */
export type Outcome =
  | { readonly kind: 'result'; readonly text: string }
  | { readonly kind: 'error'; readonly error: ErrorObject }

/** Builds the response for JSON-RPC or for a GET route. */
export type Respond<Response> = (call: Call, outcome: Outcome) => Response

/**
 * Validates params and calls the handler. Returns a promise only if the handler is asynchronous or the
 * document has yet to be loaded.
 */
export function runCall<Response>(
  call: Call,
  settings: CallSettings,
  respond: Respond<Response>,
): Response | Promise<Response> {
  const ctx = new CallContext(call, settings)
  const { running } = call
  if (running && call.idJson !== undefined && !running.add(call.idJson, ctx))
    return endCall(ctx, respond, outcomeOfThrown(cancelled(), ctx, settings))
  let value: unknown
  let isLater: boolean
  try {
    value = invokeWithinLimits(ctx, settings)
    isLater = isThenable(value) || isLong(value)
  } catch (error) {
    return endCall(ctx, respond, outcomeOfThrown(error, ctx, settings))
  }
  return isLater
    ? respondOnceSettled(value, ctx, settings, respond)
    : endCall(ctx, respond, outcomeOf(value, ctx, settings))
}

/** Returns the result of the handler, or a `RejectedCall` if the handler was not called. */
function invokeWithinLimits(ctx: CallContext, settings: CallSettings): unknown {
  const { middleware, limits } = settings
  const { dialect } = ctx.call
  // A connection whose handlers wait for it must leave room for others.
  const own = ctx.scope.subscriber?.handlers.open ?? 0
  const isFull = settings.open >= limits.concurrency || own >= limits.concurrency / 2
  const refusal = isFull ? busy : ctx.scope.refusal
  if (refusal) return new RejectedCall(dialect.errors.handled(refusal))
  const value = middleware
    ? withMiddleware(middleware, ctx, settings)
    : checkAndInvoke(ctx, settings, rejectedCall)
  return limits.timeoutMs && isThenable(value) ? withTimeout(value, ctx, settings) : value
}

/** The error of a call beyond a limit on calls at the same time. */
export const busy: ErrorObject = { code: -32005, message: 'Too many concurrent calls' }

function withMiddleware(middleware: Middleware, ctx: CallContext, settings: CallSettings): unknown {
  const { entry, params, exactParams } = ctx.call
  const { group, method, owner } = entry
  const isImplemented = owner !== undefined
  return middleware({ group, method, ctx, params: exactParams ?? params, isImplemented }, () =>
    checkAndInvoke(ctx, settings, throwInvalidParams),
  )
}

/**
 * Error for invalid params. Middleware receives it as an ordinary error. The caller receives the error of the
 * dialect.
 */
class InvalidParams extends RpcError {
  readonly reported: ErrorObject
  constructor(reported: ErrorObject) {
    super(reported.code, reported.message, { data: reported.data })
    this.reported = reported
  }
}

function throwInvalidParams(error: ErrorObject): never {
  throw new InvalidParams(error)
}

type Reject = (error: ErrorObject) => unknown

/** Calls the handler if the params are valid. Otherwise, passes `reject` an error that lists the invalid params. */
function checkAndInvoke(ctx: CallContext, settings: CallSettings, reject: Reject): unknown {
  const { call } = ctx
  const { entry, params, dialect } = call
  const named = exactlyNamed(call, settings.tolerant)
  if (named instanceof Malformed) return reject(dialect.errors.params([named.issue]))
  const check = entry.validator?.check()
  if (check === undefined) return invokeHandler(ctx, settings, named)
  if (check instanceof Promise) return check.then(() => checkAndInvoke(ctx, settings, reject))
  if (check.isValid(named)) return invokeHandler(ctx, settings, named)
  // In positional params, `null` is the only way to omit an optional param that is followed by others.
  const mayOmit = (settings.tolerant || Array.isArray(params)) && !entry.method.whole
  const fewer = mayOmit ? withoutNulls(check, named) : undefined
  if (fewer && check.isValid(fewer)) return invokeHandler(ctx, settings, fewer)
  const bare = settings.tolerant ? withoutWrapping(check, fewer ?? named) : undefined
  if (bare) return invokeHandler(ctx, settings, bare)
  return reject(dialect.errors.params(check.issues(fewer ?? named, 10)))
}

/**
 * The error of a call whose handler was not called. It is returned rather than thrown, since creating an
 * error with its stack costs more than the call itself.
 */
class RejectedCall {
  readonly error: ErrorObject
  constructor(error: ErrorObject) {
    this.error = error
  }
}

function rejectedCall(error: ErrorObject): RejectedCall {
  return new RejectedCall(error)
}

function invokeHandler(ctx: CallContext, settings: CallSettings, named: Named): unknown {
  const { subscriber } = ctx
  return subscriber
    ? subscriber.handle(() => handlerResult(ctx, settings, named))
    : handlerResult(ctx, settings, named)
}

function handlerResult(ctx: CallContext, { fallbackHandler }: CallSettings, named: Named): unknown {
  const { owner, method, group } = ctx.call.entry
  // Called as a member, so that the handler keeps its `this`.
  if (owner) return owner[method.member]?.(decodedParams(ctx.call, named), ctx)
  return fallbackHandler?.({ group, method, params: named, ctx })
}

/** Decodes params. A custom format may be unable to decode a value that it takes as valid. */
function decodedParams({ entry, dialect }: Call, named: Named): unknown {
  try {
    return decode(entry.method.params, named)
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    const [, pointer = '', message = ''] = /^(\/.*?)? ?(is not .*)$/s.exec(error.message) ?? []
    throw new InvalidParams(dialect.errors.params([{ pointer, keyword: 'format', message }]))
  }
}

async function withTimeout(
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

/** Counts a handler against `limits.concurrency` until it settles, even if its call has timed out. */
function countUntilSettled(promise: PromiseLike<unknown>, settings: CallSettings): void {
  settings.open++
  const release = () => void settings.open--
  promise.then(release, release)
}

/** Serializes the result of the handler. */
function outcomeOf(value: unknown, ctx: CallContext, settings: CallSettings): Outcome {
  if (value instanceof RejectedCall) return errorOutcome(value.error)
  try {
    return withinByteLimit(resultText(ctx.call.entry, value), ctx.call, settings)
  } catch (error) {
    return outcomeOfThrown(error, ctx, settings)
  }
}

/** Like `outcomeOf` for a long result, with pauses for other requests. */
async function longOutcomeOf(
  value: unknown,
  ctx: CallContext,
  settings: CallSettings,
): Promise<Outcome> {
  try {
    return withinByteLimit(await longResultText(ctx.call.entry, value), ctx.call, settings)
  } catch (error) {
    return outcomeOfThrown(error, ctx, settings)
  }
}

function withinByteLimit(text: string, { dialect }: Call, { limits }: CallSettings): Outcome {
  return isLonger(text, limits.responseBytes)
    ? errorOutcome(dialect.errors.handled(responseTooLarge))
    : { kind: 'result', text }
}

/**
 * Error for a response that exceeds `limits.responseBytes`, which also limits the total size of the responses
 * to a batch.
 */
export const responseTooLarge: ErrorObject = { code: -32003, message: 'response too large' }

function errorOutcome(error: ErrorObject): Outcome {
  return { kind: 'error', error }
}

function outcomeOfThrown(thrown: unknown, ctx: CallContext, settings: CallSettings): Outcome {
  return errorOutcome(errorOf(thrown, ctx, settings))
}

function errorOf(
  given: unknown,
  { call, reason }: CallContext,
  { log }: CallSettings,
): ErrorObject {
  const { entry, dialect } = call
  // A handler whose signal aborted may throw another error than the reason of the signal.
  const thrown = reason instanceof RpcError && !(given instanceof RpcError) ? reason : given
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
function dataOf(error: RpcError, { errorData }: MethodEntry['method']): unknown {
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

function respondOnceSettled<Response>(
  pending: unknown,
  ctx: CallContext,
  settings: CallSettings,
  respond: Respond<Response>,
): Promise<Response> {
  const own = ctx.scope.subscriber?.handlers ?? { open: 0 }
  settings.open++
  own.open++
  const finish = (outcome: Outcome): Response => {
    settings.open--
    own.open--
    return endCall(ctx, respond, outcome)
  }
  return Promise.resolve(pending).then(
    (value) =>
      isLong(value)
        ? longOutcomeOf(value, ctx, settings).then(finish)
        : finish(outcomeOf(value, ctx, settings)),
    (error: unknown) => finish(outcomeOfThrown(error, ctx, settings)),
  )
}

/**
 * Ends a call. The signal of a subscription's handler stays active, because the handler sends events after
 * the response.
 */
function endCall<Response>(
  ctx: CallContext,
  respond: Respond<Response>,
  outcome: Outcome,
): Response {
  const { call } = ctx
  if (call.idJson !== undefined) call.running?.delete(call.idJson, ctx)
  if (call.entry.method.subscription === undefined) ctx.abort(callEnded)
  return respond(call, outcome)
}

/** Reason with which the handler's signal aborts once the result is serialized. */
const callEnded = new Error('The call has ended')

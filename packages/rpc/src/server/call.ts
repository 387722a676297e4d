import { RpcError, toRpcError } from '../errors.ts'
import { isRecord, type ErrorObject, type Json, type RequestId } from '../json-rpc.ts'
import type { SchemaIssue } from '../schema/types.ts'
import { decode } from '../shape/decode.ts'
import { stringify } from '../shape/stringify.ts'
import { CallContext } from './context.ts'
import { ExactError } from './exact-error.ts'
import { whyUnfit } from './explain.ts'
import { fit, Malformed, nameParams, withoutNulls, withoutWrapping, type Named } from './params.ts'
import type { Entry } from './registry.ts'
import type {
  Conduct,
  DispatcherOptions,
  Limits,
  Log,
  Middleware,
  RestAnswer,
  Scope,
} from './types.ts'

/** What the calls of one dispatcher share. */
export interface CallSettings {
  readonly limits: Limits
  readonly log: Log
  readonly tolerant: boolean
  readonly missing: DispatcherOptions['missing']
  /** What stands around every call, the first one outermost; absent where nothing does. */
  readonly around: Middleware | undefined
  /** Calls whose handlers have not settled. */
  open: number
}

/** One call as it was asked for, and what its end is turned into. */
export interface CallRequest<Answer> {
  readonly entry: Entry
  readonly params: unknown
  readonly id: RequestId | undefined
  readonly chain: string | undefined
  readonly scope: Scope
  readonly conduct: Conduct
  /** Takes what the handler returned; throws where that cannot be written. */
  result(value: unknown): Answer
  error(error: ErrorObject): Answer
}

/** Checks params, calls the handler, answers with what it returns; no promise unless the handler gives one. */
export function performCall<Answer extends Written>(
  request: CallRequest<Answer>,
  settings: CallSettings,
): Answer | Promise<Answer> {
  const started = startCall(request, settings)
  return isThenable(started) ? settle(started, request, settings) : started
}

/** What a call can be turned into at once. */
type Written = string | undefined | RestAnswer

/**
 * The first half of a call: its answer, or what its handler promises. A promise counts as open until
 * `settle` or `settledWith` has seen to it.
 */
export function startCall<Answer extends Written>(
  request: CallRequest<Answer>,
  settings: CallSettings,
): Answer | PromiseLike<unknown> {
  const { conduct } = request
  const { concurrency, timeoutMs } = settings.limits
  try {
    if (settings.open >= concurrency) return request.error(conduct.errors.handled(busy))
    const ctx = new CallContext(request, settings.log)
    const value = settings.around
      ? surrounded(settings.around, { request, ctx, settings })
      : perform({ request, ctx, settings })
    if (value instanceof Refused) return request.error(value.error)
    if (!isThenable(value)) return request.result(value)
    settings.open++
    return timeoutMs ? inTime(value, ctx, timeoutMs) : value
  } catch (error) {
    return request.error(failure(error, request, settings))
  }
}

const busy: ErrorObject = { code: -32005, message: 'Too many calls at once' }

/** Params that the method does not take, and what the caller is told. */
class Refused {
  readonly error: ErrorObject
  constructor(conduct: Conduct, issues: readonly SchemaIssue[]) {
    this.error = conduct.errors.params(issues)
  }
}

interface Performance {
  readonly request: CallRequest<unknown>
  readonly ctx: CallContext
  readonly settings: CallSettings
}

/** What the handler gives for params that fit. */
function perform({ request, ctx, settings }: Performance): unknown {
  const { entry, params, conduct } = request
  const named = nameParams(entry, params, settings.tolerant)
  if (named instanceof Malformed) return new Refused(conduct, [named.issue])
  if (fit(entry, named)) return invoke(entry, named, ctx, settings)
  const mended = mendedParams(request, named, settings.tolerant)
  if (mended instanceof Refused) return mended
  if (mended instanceof Promise) return mended.then(reject)
  return invoke(entry, mended, ctx, settings)
}

function reject({ error }: Refused): never {
  throw new RefusedError(error)
}

/** The same with what stands around it, to which refused params are an error like any other. */
function surrounded(around: Middleware, performance: Performance): unknown {
  const { request, ctx } = performance
  const { group, method } = request.entry
  return around({ group, method, ctx, params: request.params }, () => {
    const value = perform(performance)
    return value instanceof Refused ? reject(value) : value
  })
}

/** Refused params on their way through what stands around a call; the caller is told the same. */
class RefusedError extends RpcError {
  readonly told: ErrorObject
  constructor(told: ErrorObject) {
    super(told.code, told.message, { data: told.data })
    this.told = told
  }
}

/** What was meant by params that do not fit as they are, or why they are refused. */
function mendedParams(
  { entry, params, conduct }: CallRequest<unknown>,
  named: Named,
  tolerant: boolean,
): Named | Refused | Promise<Refused> {
  // Positions in the middle can only be left out as null.
  const fewer = tolerant || Array.isArray(params) ? withoutNulls(entry, named) : undefined
  if (fewer && fit(entry, fewer)) return fewer
  const bare = tolerant ? withoutWrapping(entry, fewer ?? named) : undefined
  if (bare) return bare
  const issues = whyUnfit(entry, fewer ?? named)
  if (!(issues instanceof Promise)) return new Refused(conduct, issues)
  return issues.then((found) => new Refused(conduct, found))
}

function invoke(entry: Entry, named: Named, ctx: CallContext, { missing }: CallSettings): unknown {
  const { owner, method, group } = entry
  // Called as a member, so that handlers keep their `this`.
  if (owner) return owner[method.member]?.(decode(method.params, named), ctx)
  return missing?.({ group, method, params: named, ctx })
}

/** Whether a handler's answer is still to come. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { readonly then?: unknown }).then === 'function'
  )
}

/** The second half of a call: the answer with what its handler promised. Never rejects. */
export function settle<Answer>(
  promise: PromiseLike<unknown>,
  request: CallRequest<Answer>,
  settings: CallSettings,
): Promise<Answer> {
  return Promise.resolve(promise).then(
    (value) => settledWith(value, request, settings),
    (error: unknown) => failedWith(error, request, settings),
  )
}

/** The answer with what a handler's promise came to. */
export function settledWith<Answer>(
  value: unknown,
  request: CallRequest<Answer>,
  settings: CallSettings,
): Answer {
  settings.open--
  try {
    return request.result(value)
  } catch (error) {
    return request.error(failure(error, request, settings))
  }
}

/** The same for a promise that failed. */
export function failedWith<Answer>(
  error: unknown,
  request: CallRequest<Answer>,
  settings: CallSettings,
): Answer {
  settings.open--
  return request.error(failure(error, request, settings))
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

function failure(
  thrown: unknown,
  { entry, conduct }: CallRequest<unknown>,
  { log }: CallSettings,
): ErrorObject {
  const error = toRpcError(thrown)
  if (error instanceof RefusedError) return error.told
  if (error !== thrown) {
    const { key: group } = entry.group
    log('error', 'A handler failed', { group, method: entry.method.wire, error: thrown })
  }
  return conduct.errors.handled(errorObject(error))
}

/** As many digits as an integer may have that a double does not hold. */
const maybeWide = /\d{16}/

function errorObject(error: RpcError): ErrorObject {
  const { code, message } = error
  try {
    const { data, reason } = error
    const full = reason === undefined ? data : withReason(reason, data)
    if (full === undefined) return { code, message }
    const text = stringify(full)
    if (maybeWide.test(text)) return new ExactError({ code, message }, text)
    return { code, message, data: JSON.parse(text) as Json }
  } catch {
    // Data that JSON cannot hold must not turn the error into another one.
    return { code, message }
  }
}

/** The reason travels in `data`, unless the document has something else than an object there. */
function withReason(reason: string, data: unknown): unknown {
  if (data === undefined || data === null) return { reason }
  return isRecord(data) ? { reason, ...data } : data
}

import { RpcError, isRecord, isRpcError } from '@rpcloom/rpc'
import { deepEqual } from '@rpcloom/rpc/internal'
import type { Context } from '@rpcloom/rpc/server'
import type { Fault } from './faults.ts'
import { MockAssertionError } from './assertion.ts'
import type { Malformed, MethodMock, MockCall } from './types.ts'

/** A response configured by a test or scenario. */
export type Step = Answer & {
  /** Overrides the delay of the method. */
  readonly delayMs?: number
}

type Answer =
  /** A result as programs use it, which must be encoded. */
  | { readonly kind: 'value'; readonly value: unknown }
  /** A result in JSON form. */
  | { readonly kind: 'encoded'; readonly value: unknown }
  | { readonly kind: 'failure'; readonly error: RpcError }
  /** The error that the document lists for the method under a code or a reason. */
  | { readonly kind: 'listed'; readonly name: string | number; readonly data: unknown }
  | { readonly kind: 'handler'; readonly handle: (params: unknown, ctx: Context) => unknown }
  /** The mock's default response, with an injected fault. */
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'itself' }

/** Services of the mock that a script uses. */
export interface ScriptSource {
  readonly name: string
  readonly calls: () => readonly MockCall[]
  /** Creates the error with a name. Throws if the document has no such error. */
  readonly errorOf: (name: string, data: unknown) => RpcError
}

/** Delay of responses. */
export interface Delay {
  readonly milliseconds: number
  /** Maximum of the random time that is added. */
  readonly jitter: number
}

/** The configured responses of a method, in order. */
export class Script implements MethodMock<unknown, unknown, string, number> {
  readonly #source: ScriptSource
  #queue: Step[] = []
  #lasting: Step | undefined
  #delay: Delay | undefined

  constructor(source: ScriptSource) {
    this.#source = source
  }

  get calls(): readonly MockCall<unknown>[] {
    return this.#source.calls()
  }

  /** The configured delay; undefined if there is none. */
  get waits(): Delay | undefined {
    return this.#delay
  }

  /** Returns the configured response to the next call; `undefined` for the default response. */
  next(): Step | undefined {
    return this.#queue.shift() ?? this.#lasting
  }

  /** Configures a response to one call or, if it `lasts`, to all calls after the queued responses. */
  add(step: Step, lasts: boolean): this {
    if (lasts) this.#lasting = step
    else this.#queue.push(step)
    return this
  }

  returns(value: unknown): this {
    return this.add({ kind: 'value', value }, true)
  }

  once(value: unknown): this {
    return this.add({ kind: 'value', value }, false)
  }

  sequence(values: readonly unknown[]): this {
    values.forEach((value, index) =>
      this.add({ kind: 'value', value }, index === values.length - 1),
    )
    return this
  }

  responds(handle: (params: never, ctx: Context) => unknown): this {
    return this.add(handlerStep(handle), true)
  }

  respondsOnce(handle: (params: never, ctx: Context) => unknown): this {
    return this.add(handlerStep(handle), false)
  }

  fails(failure: string | number | RpcError, data?: unknown): this {
    return this.add(this.failure(failure, data), true)
  }

  failsOnce(failure: string | number | RpcError, data?: unknown): this {
    return this.add(this.failure(failure, data), false)
  }

  drop(): this {
    return this.add({ kind: 'fault', fault: { kind: 'drop' } }, true)
  }

  dropOnce(): this {
    return this.add({ kind: 'fault', fault: { kind: 'drop' } }, false)
  }

  malformed(how: Malformed): this {
    return this.add({ kind: 'fault', fault: faultOf(how) }, true)
  }

  malformedOnce(how: Malformed): this {
    return this.add({ kind: 'fault', fault: faultOf(how) }, false)
  }

  delay(milliseconds: number, jitter: number = 0): this {
    this.#delay = { milliseconds, jitter }
    return this
  }

  assertCalled(times?: number): this {
    const { length } = this.calls
    const isRight = times === undefined ? length > 0 : length === times
    if (isRight) return this
    const want = times === undefined ? 'at least once' : timesText(times)
    const message = `Expected ${this.#source.name} to be called ${want}, but it was called ${timesText(length)}`
    throw new MockAssertionError(message, { expected: times, actual: length })
  }

  assertCalledWith(params: unknown): this {
    const given = this.calls.map((call) => call.params)
    if (given.some((one) => isLike(one, params))) return this
    const message = `${this.#source.name} was called ${timesText(given.length)}, but never with these params`
    throw new MockAssertionError(message, { expected: params, actual: given.at(-1) })
  }

  reset(): this {
    this.#queue = []
    this.#lasting = undefined
    this.#delay = undefined
    return this
  }

  /** Returns the step for an error, which is identified by name or code, or given as an object. */
  failure(failure: string | number | RpcError, data: unknown): Step {
    if (typeof failure === 'number') return { kind: 'listed', name: failure, data }
    const error = isRpcError(failure) ? failure : this.#source.errorOf(failure, data)
    return { kind: 'failure', error }
  }
}

function handlerStep(handle: (params: never, ctx: Context) => unknown): Step {
  // The dispatcher validated the params against the document that declares these types.
  return { kind: 'handler', handle: handle as (params: unknown) => unknown }
}

function faultOf(how: Malformed): Fault {
  if (typeof how !== 'string') return how
  return how === 'html' ? { kind: 'html', status: 200 } : { kind: how }
}

function timesText(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

/** Whether params contain the expected members. Other members are ignored. */
function isLike(given: unknown, expected: unknown): boolean {
  if (!isRecord(given) || !isRecord(expected)) return deepEqual(given, expected)
  return Object.entries(expected).every(([name, value]) => deepEqual(given[name], value))
}

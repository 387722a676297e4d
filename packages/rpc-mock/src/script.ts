import { RpcError, isRecord, isRpcError } from '@rpcloom/rpc'
import { deepEqual } from '@rpcloom/schema/internal'
import type { Context } from '@rpcloom/rpc/server'
import { type Fault, faultOf } from './faults.ts'
import type { Malformed, MethodMock, MockCall } from './types.ts'

/**
 * Thrown if an expected call was not made, or if there were too many calls. Test runners show the difference.
 */
export class MockAssertionError extends Error {
  override readonly name: string = 'MockAssertionError'
  readonly expected: unknown
  readonly actual: unknown

  constructor(
    message: string,
    { expected, actual }: { readonly expected: unknown; readonly actual: unknown },
  ) {
    super(message)
    this.expected = expected
    this.actual = actual
  }
}

/** A response configured by a test or scenario. */
export type Step = ConfiguredResponse & {
  /** Delay of this response. Overrides the delay of the method. */
  readonly delayMs?: number
}

type ConfiguredResponse =
  /** A result as passed by a program. It must be encoded to JSON form. */
  | { readonly kind: 'value'; readonly value: unknown }
  /** A result in JSON form. */
  | { readonly kind: 'encoded'; readonly value: unknown }
  | { readonly kind: 'failure'; readonly error: RpcError }
  /** The error that the document lists for the method under a name or code. */
  | { readonly kind: 'listed'; readonly name: string | number; readonly data: unknown }
  | { readonly kind: 'handler'; readonly handle: (params: unknown, ctx: Context) => unknown }
  /** The mock's default response, with an injected fault. */
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'default' }

interface ScriptSource {
  readonly name: string
  readonly calls: () => readonly MockCall[]
  /** Creates the error with the given name. Throws if the document has no such error. */
  readonly errorOf: (name: string, data: unknown) => RpcError
}

export interface Delay {
  readonly milliseconds: number
  /** Maximum random time added to the delay, in milliseconds. */
  readonly jitter: number
}

/** The configured responses of a method, in order. */
export class Script implements MethodMock<unknown, unknown, string, number> {
  readonly #source: ScriptSource
  #queue: Step[] = []
  #permanent: Step | undefined
  #delay: Delay | undefined

  constructor(source: ScriptSource) {
    this.#source = source
  }

  get calls(): readonly MockCall<unknown>[] {
    return this.#source.calls()
  }

  get configuredDelay(): Delay | undefined {
    return this.#delay
  }

  /** Returns the configured response to the next call; `undefined` for the default response. */
  next(): Step | undefined {
    return this.#queue.shift() ?? this.#permanent
  }

  /** Configures the response to all calls after the queued responses. */
  always(step: Step): this {
    this.#permanent = step
    return this
  }

  queue(step: Step): this {
    this.#queue.push(step)
    return this
  }

  returns(value: unknown): this {
    return this.always({ kind: 'value', value })
  }

  once(value: unknown): this {
    return this.queue({ kind: 'value', value })
  }

  sequence(values: readonly unknown[]): this {
    for (const value of values.slice(0, -1)) this.once(value)
    return values.length > 0 ? this.returns(values.at(-1)) : this
  }

  responds(handle: (params: never, ctx: Context) => unknown): this {
    return this.always(handlerStep(handle))
  }

  respondsOnce(handle: (params: never, ctx: Context) => unknown): this {
    return this.queue(handlerStep(handle))
  }

  fails(failure: string | number | RpcError, data?: unknown): this {
    return this.always(this.#failure(failure, data))
  }

  failsOnce(failure: string | number | RpcError, data?: unknown): this {
    return this.queue(this.#failure(failure, data))
  }

  drop(): this {
    return this.always({ kind: 'fault', fault: { kind: 'drop' } })
  }

  dropOnce(): this {
    return this.queue({ kind: 'fault', fault: { kind: 'drop' } })
  }

  malformed(how: Malformed): this {
    return this.always({ kind: 'fault', fault: faultOf(how) })
  }

  malformedOnce(how: Malformed): this {
    return this.queue({ kind: 'fault', fault: faultOf(how) })
  }

  delay(milliseconds: number, jitter: number = 0): this {
    this.#delay = { milliseconds, jitter }
    return this
  }

  assertCalled(times?: number): this {
    const { length } = this.calls
    if (times === undefined ? length > 0 : length === times) return this
    const expected = times === undefined ? 'at least once' : timesText(times)
    const message = `Expected ${this.#source.name} to be called ${expected}, but it was called ${timesText(length)}`
    throw new MockAssertionError(message, { expected: times, actual: length })
  }

  assertCalledWith(params: unknown): this {
    const given = this.calls.map((call) => call.params)
    if (given.some((one) => containsMembers(one, params))) return this
    const message = `${this.#source.name} was called ${timesText(given.length)}, but never with these params`
    throw new MockAssertionError(message, { expected: params, actual: given.at(-1) })
  }

  reset(): this {
    this.#queue = []
    this.#permanent = undefined
    this.#delay = undefined
    return this
  }

  #failure(failure: string | number | RpcError, data: unknown): Step {
    if (typeof failure === 'number') return { kind: 'listed', name: failure, data }
    const error = isRpcError(failure) ? failure : this.#source.errorOf(failure, data)
    return { kind: 'failure', error }
  }
}

function handlerStep(handle: (params: never, ctx: Context) => unknown): Step {
  // The dispatcher validated the params against the document that declares these types.
  return { kind: 'handler', handle: handle as (params: unknown) => unknown }
}

function timesText(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

/** Whether params contain the expected members. Other members are ignored. */
function containsMembers(given: unknown, expected: unknown): boolean {
  if (!isRecord(given) || !isRecord(expected)) return deepEqual(given, expected)
  return Object.entries(expected).every(([name, value]) => deepEqual(given[name], value))
}

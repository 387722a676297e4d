import { RpcError, isRecord, isRpcError } from '@rpcloom/rpc'
import { deepEqual } from '@rpcloom/rpc/schema'
import type { Context } from '@rpcloom/rpc/server'
import type { Fault } from './faults.ts'
import { MockAssertionError } from './assertion.ts'
import type { Malformed, MethodMock, MockCall } from './types.ts'

/** One answer that a test or a scenario has laid down. */
export type Step = Answer & {
  /** In the place of what the method was told. */
  readonly delayMs?: number
}

type Answer =
  /** To be encoded. */
  | { readonly kind: 'value'; readonly value: unknown }
  /** As on the wire. */
  | { readonly kind: 'wire'; readonly value: unknown }
  | { readonly kind: 'failure'; readonly error: RpcError }
  /** The error that the document lists for the method under a code or a reason. */
  | { readonly kind: 'listed'; readonly name: string | number; readonly data: unknown }
  | { readonly kind: 'handler'; readonly handle: (params: unknown, ctx: Context) => unknown }
  /** The mock's own response, with an injected fault. */
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'itself' }

/** Where a script finds what it does not hold itself. */
export interface ScriptSource {
  readonly wire: string
  readonly calls: () => readonly MockCall[]
  /** Makes the error of that name; throws for a name that the document does not have. */
  readonly errorOf: (name: string, data: unknown) => RpcError
}

/** How long answers wait. */
export interface Delay {
  readonly milliseconds: number
  /** Up to so much is added. */
  readonly jitter: number
}

/** What one method was told to answer, and in which order. */
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

  /** Absent where the method was told none. */
  get waits(): Delay | undefined {
    return this.#delay
  }

  /** Takes the answer to the next call; `undefined` where the mock answers by itself. */
  next(): Step | undefined {
    return this.#queue.shift() ?? this.#lasting
  }

  /** Lays down an answer for one call, or for all that follow the queue. */
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

  answers(handle: (params: never, ctx: Context) => unknown): this {
    return this.add(handlerStep(handle), true)
  }

  answersOnce(handle: (params: never, ctx: Context) => unknown): this {
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
    const message = `${this.#source.wire} was to be called ${want}, and was called ${timesText(length)}`
    throw new MockAssertionError(message, { expected: times, actual: length })
  }

  assertCalledWith(params: unknown): this {
    const given = this.calls.map((call) => call.params)
    if (given.some((one) => isLike(one, params))) return this
    const message = `${this.#source.wire} was not called with these params in ${timesText(given.length)}`
    throw new MockAssertionError(message, { expected: params, actual: given.at(-1) })
  }

  reset(): this {
    this.#queue = []
    this.#lasting = undefined
    this.#delay = undefined
    return this
  }

  /** The step for an error: of the document by name or code, or any other. */
  failure(failure: string | number | RpcError, data: unknown): Step {
    if (typeof failure === 'number') return { kind: 'listed', name: failure, data }
    const error = isRpcError(failure) ? failure : this.#source.errorOf(failure, data)
    return { kind: 'failure', error }
  }
}

function handlerStep(handle: (params: never, ctx: Context) => unknown): Step {
  // The dispatcher has checked the params against the same document that types them here.
  return { kind: 'handler', handle: handle as (params: unknown) => unknown }
}

function faultOf(how: Malformed): Fault {
  if (typeof how !== 'string') return how
  return how === 'html' ? { kind: 'html', status: 200 } : { kind: how }
}

function timesText(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

/** Whether params have what is expected of them; further members do not matter. */
function isLike(given: unknown, expected: unknown): boolean {
  if (!isRecord(given) || !isRecord(expected)) return deepEqual(given, expected)
  return Object.entries(expected).every(([name, value]) => deepEqual(given[name], value))
}

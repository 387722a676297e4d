import { isRpcError, type RpcError } from '../errors.ts'
import type { Context } from '../server/types.ts'
import type { MethodMock, MockCall } from './types.ts'

/** One answer that a test has laid down. */
export type Step =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'failure'; readonly error: RpcError }
  | { readonly kind: 'handler'; readonly handle: (params: unknown, ctx: Context) => unknown }

/** Where a script finds what it does not hold itself. */
export interface ScriptSource {
  readonly calls: () => readonly MockCall[]
  /** Makes the error of that name; throws for a name that the document does not have. */
  readonly errorOf: (name: string, data: unknown) => RpcError
}

/** What one method was told to answer, and in which order. */
export class Script implements MethodMock<unknown, unknown, string> {
  readonly #source: ScriptSource
  #queue: Step[] = []
  #lasting: Step | undefined
  #delayMs = 0

  constructor(source: ScriptSource) {
    this.#source = source
  }

  get calls(): readonly MockCall<unknown>[] {
    return this.#source.calls()
  }

  get delayMs(): number {
    return this.#delayMs
  }

  /** Takes the answer to the next call; `undefined` where the mock answers by itself. */
  next(): Step | undefined {
    return this.#queue.shift() ?? this.#lasting
  }

  returns(value: unknown): this {
    return this.#lasts({ kind: 'value', value })
  }

  once(value: unknown): this {
    this.#queue.push({ kind: 'value', value })
    return this
  }

  sequence(values: readonly unknown[]): this {
    const steps = values.map((value): Step => ({ kind: 'value', value }))
    this.#queue.push(...steps.slice(0, -1))
    this.#lasting = steps.at(-1)
    return this
  }

  answers(handle: (params: never, ctx: Context) => unknown): this {
    // The dispatcher has checked the params against the same document that types them here.
    return this.#lasts({ kind: 'handler', handle: handle as (params: unknown) => unknown })
  }

  fails(failure: string | RpcError, data?: unknown): this {
    return this.#lasts(this.#failure(failure, data))
  }

  failsOnce(failure: string | RpcError, data?: unknown): this {
    this.#queue.push(this.#failure(failure, data))
    return this
  }

  delay(milliseconds: number): this {
    this.#delayMs = milliseconds
    return this
  }

  reset(): this {
    this.#queue = []
    this.#lasting = undefined
    this.#delayMs = 0
    return this
  }

  #lasts(step: Step): this {
    this.#lasting = step
    return this
  }

  #failure(failure: string | RpcError, data: unknown): Step {
    const error = isRpcError(failure) ? failure : this.#source.errorOf(failure, data)
    return { kind: 'failure', error }
  }
}

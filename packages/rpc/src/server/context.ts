import type { RequestId } from '../json-rpc.ts'
import type { Context, Log, Scope, ServerGroup, ServerMethod } from './types.ts'

const noHeaders: Context['headers'] = {}

/** What a call brings along; the signal is only made when a handler asks for it. */
export class CallContext implements Context {
  readonly group: string
  readonly method: string
  readonly id: RequestId | undefined
  readonly chain: string | undefined
  readonly log: Log
  readonly #scope: Scope
  #abort: AbortController | undefined
  #reason: unknown

  constructor(
    group: ServerGroup,
    method: ServerMethod,
    call: { readonly id: RequestId | undefined; readonly chain: string | undefined },
    around: { readonly scope: Scope; readonly log: Log },
  ) {
    this.group = group.key
    this.method = method.wire
    this.id = call.id
    this.chain = call.chain
    this.log = around.log
    this.#scope = around.scope
  }

  get transport(): 'http' | 'ws' | 'memory' {
    return this.#scope.transport ?? 'memory'
  }
  get headers(): Context['headers'] {
    return this.#scope.headers ?? noHeaders
  }
  get remote(): string | undefined {
    return this.#scope.remote
  }
  get auth(): unknown {
    return this.#scope.auth
  }

  get signal(): AbortSignal {
    if (this.#abort) return this.#abort.signal
    this.#abort = new AbortController()
    const { signal } = this.#scope
    const outer = typeof signal === 'function' ? signal() : signal
    if (this.#reason !== undefined) this.#abort.abort(this.#reason)
    else if (outer?.aborted) this.#abort.abort(outer.reason)
    else outer?.addEventListener('abort', () => this.abort(outer.reason), { once: true })
    return this.#abort.signal
  }

  /** Ends the call for its handler. */
  abort(reason: unknown): void {
    this.#reason = reason
    this.#abort?.abort(reason)
  }
}

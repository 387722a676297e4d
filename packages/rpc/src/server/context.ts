import { onAbort } from '../client/abort.ts'
import type { RequestId } from '../json-rpc.ts'
import { type PathValues, usualValues } from '../path-template.ts'
import type { Call } from './entry.ts'
import type { Context, Log, Scope, Subscriber, TransportName } from './types.ts'

const noHeaders: Context['headers'] = {}

/** What the contexts of all calls share. */
export interface ContextSettings {
  readonly log: Log
  /** Returns the methods of a caller that cannot be called. */
  readonly unreachable: () => unknown
}

/** The context of a call. Its signal is created on first access, since most handlers never use it. */
export class CallContext implements Context {
  readonly #call: Call
  readonly #settings: ContextSettings
  #abort: AbortController | undefined
  /** Removes the listener of the caller's signal. */
  #unlink: (() => void) | undefined
  #reason: unknown
  #user: unknown

  constructor(call: Call, settings: ContextSettings) {
    this.#call = call
    this.#settings = settings
  }

  /** The call itself, for internal use: its params have not been validated, so handlers must not read them. */
  get call(): Call {
    return this.#call
  }
  get log(): Log {
    return this.#settings.log
  }
  get group(): string {
    return this.#call.entry.group.key
  }
  get method(): string {
    return this.#call.entry.method.name
  }
  get id(): RequestId | undefined {
    return this.#call.id
  }
  get at(): PathValues {
    const { at, entry } = this.#call
    return at ?? usualValues(entry.group) ?? {}
  }
  get transport(): TransportName {
    return this.#call.scope.transport ?? 'memory'
  }
  get headers(): Context['headers'] {
    return this.#call.scope.headers ?? noHeaders
  }
  get remote(): string | undefined {
    return this.#call.scope.remote
  }
  get auth(): unknown {
    return this.#user ?? this.#call.scope.auth
  }

  /** The methods of the caller. Without a connection, each call rejects. */
  get client(): unknown {
    return this.#call.scope.caller?.client ?? this.#settings.unreachable()
  }

  /** Reports progress, unless the call has ended or was cancelled. */
  progress(value: unknown): void {
    if (this.#reason === undefined) this.#call.scope.caller?.progress(this.#call.params, value)
  }

  /** Sets the user that the credentials in the params identify. */
  identify(user: unknown): void {
    this.#user = user
  }

  /** The subscriptions of the connection; undefined if the message was not received over a connection. */
  get subscriber(): Subscriber | undefined {
    return this.#call.scope.subscriber
  }

  get scope(): Scope {
    return this.#call.scope
  }

  get signal(): AbortSignal {
    if (this.#abort) return this.#abort.signal
    this.#abort = new AbortController()
    const { signal } = this.#call
    const outer = typeof signal === 'function' ? signal() : signal
    if (this.#reason !== undefined) this.#abort.abort(this.#reason)
    else if (outer?.aborted) this.#abort.abort(outer.reason)
    else if (outer) this.#unlink = onAbort(outer, () => this.abort(outer.reason))
    return this.#abort.signal
  }

  /** Reason with which the signal aborted. */
  get reason(): unknown {
    return this.#reason
  }

  abort(reason: unknown): void {
    this.#reason ??= reason
    this.#unlink?.()
    this.#abort?.abort(reason)
  }
}

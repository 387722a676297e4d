import type { ErrorObject, RequestId } from '../json-rpc.ts'
import type { CallRequest } from './call.ts'
import type { Entry } from './registry.ts'
import { answerText } from './result-text.ts'
import type { Conduct, Scope } from './types.ts'

/** What a call needs beside the place of its answer. */
export interface Asked {
  readonly entry: Entry
  readonly params: unknown
  readonly id: RequestId | undefined
  readonly chain: string | undefined
  readonly scope: Scope
  readonly conduct: Conduct
}

/** A call whose answer is JSON-RPC text, or nothing where it has no id to answer to. */
export class RpcCall implements CallRequest<string | undefined> {
  readonly entry: Entry
  readonly params: unknown
  readonly id: RequestId | undefined
  readonly chain: string | undefined
  readonly scope: Scope
  readonly conduct: Conduct
  /** The id as JSON text, absent for a notification. */
  readonly #shown: string | undefined

  constructor(asked: Asked, shown: string | undefined) {
    this.entry = asked.entry
    this.params = asked.params
    this.id = asked.id
    this.chain = asked.chain
    this.scope = asked.scope
    this.conduct = asked.conduct
    this.#shown = shown
  }

  /** Written for a notification too: a result that cannot be is to be logged. */
  result(value: unknown): string | undefined {
    const { entry, id } = this
    const text = answerText(entry, value, { id, shown: this.#shown ?? 'null' })
    return this.#shown === undefined ? undefined : text
  }

  error(error: ErrorObject): string | undefined {
    return this.#shown === undefined ? undefined : this.entry.conduct.error(this.#shown, error)
  }
}

import { randomUUID } from 'node:crypto'
import { RpcError } from '@rpcloom/rpc'
import { Recent } from '@rpcloom/schema/internal'
import { isRecord, recordOf } from '@rpcloom/schema/json'
import type { ElicitParams } from './protocol.ts'
import type { Ask } from './questions.ts'

/** Time in milliseconds for which a call waits for an answer. */
const WAIT_MS = 600_000

/** A request that starts a call, or continues it with answers of the user. */
export interface CallRequest {
  /** Text that is the same in both. */
  readonly subject: string
  readonly params: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
}

interface Question {
  readonly name: string
  readonly params: ElicitParams
  readonly answer: (response: unknown) => void
}

/**
 * The calls of clients that cannot be asked during a call (2026-07-28). A question is the result of the request, and the
 * client repeats the request with the answer. The state of a question is random, and is valid once.
 */
export class OpenCalls<Request extends CallRequest> {
  readonly #waiting = new Recent<unknown, OpenCall<Request>>((call) => call.end())

  /** Starts or continues a call. Returns its result, or the question that it waits for. */
  async run(
    request: Request,
    start: (call: OpenCall<Request>) => Promise<object>,
  ): Promise<object> {
    const call = this.#continued(request) ?? new OpenCall(request, start)
    const question = await call.next()
    if (!question) return call.result
    const { name, params } = question
    return {
      resultType: 'input_required',
      inputRequests: { [name]: { method: 'elicitation/create', params } },
      requestState: this.#keep(call),
    }
  }

  #continued(request: Request): OpenCall<Request> | undefined {
    const { requestState: state } = request.params
    if (state === undefined) return undefined
    const call = this.#waiting.get(state)
    if (call?.request.subject !== request.subject)
      throw new RpcError(-32602, 'The request state is invalid or expired: call again without it')
    this.#waiting.delete(state)
    call.continue(request)
    return call
  }

  #keep(call: OpenCall<Request>): string {
    const state = randomUUID()
    this.#waiting.set(state, call)
    setTimeout(() => {
      if (this.#waiting.delete(state)) call.end()
    }, WAIT_MS).unref()
    return state
  }
}

/** A call between its questions. */
export class OpenCall<Request extends CallRequest> {
  readonly result: Promise<object>
  readonly #end = new AbortController()
  /** Aborts if a request is cancelled, or if no answer arrives. */
  readonly signal: AbortSignal = this.#end.signal
  readonly #questions: Question[] = []
  #asked = (): void => undefined
  /** The latest request. */
  request: Request

  constructor(request: Request, start: (call: OpenCall<Request>) => Promise<object>) {
    this.request = request
    this.result = start(this)
    // If there is no request, the next one gets the error.
    this.result.catch(() => undefined)
  }

  readonly ask: Ask = (name, params) =>
    new Promise((answer) => {
      this.#questions.push({ name, params, answer })
      this.#asked()
    })

  /** Passes the answer of a further request to the first question, if the request has one. */
  continue(request: Request): void {
    this.request = request
    const responses = recordOf(request.params['inputResponses'])
    const response = responses[this.#questions[0]?.name ?? '']
    if (isRecord(response)) this.#questions.shift()?.answer(response)
  }

  /** Waits for the result, or for a question, which is returned. */
  async next(): Promise<Question | undefined> {
    const { signal } = this.request
    const asked = new Promise<void>((resolve) => (this.#asked = resolve))
    if (this.#questions.length > 0) this.#asked()
    signal.addEventListener('abort', this.end)
    try {
      const done = this.result.then(() => undefined)
      return await Promise.race([done, asked.then(() => this.#questions[0])])
    } finally {
      signal.removeEventListener('abort', this.end)
    }
  }

  readonly end = (): void => this.#end.abort(new Error('The call was cancelled'))
}

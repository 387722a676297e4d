import type { Transport } from '../client/types.ts'
import type { RpcError } from '../errors.ts'
import type { RequestId } from '../json-rpc.ts'
import type { Listening, ListenOptions } from '../server/node.ts'
import type { Awaitable, Context, Dispatcher } from '../server/types.ts'

/** A call that reached a method of a mock: its params were found to fit the document. */
export interface MockCall<Params = Readonly<Record<string, unknown>>> {
  /** Name on the wire. */
  readonly method: string
  /** Key of the group. */
  readonly group: string
  /** By name and decoded, as a handler sees them. */
  readonly params: Params
  readonly chain: string | undefined
  readonly transport: Context['transport']
  /** Absent for a notification and a GET route. */
  readonly id: RequestId | undefined
}

/**
 * What a mock answers to one method. What is told here comes before the mock's handlers, examples and
 * samples, and holds until `reset`. A queued answer (`once`, `failsOnce`, `sequence`) is given before
 * a lasting one. Every member returns the same object, so that they can be chained.
 */
export interface MethodMock<Params, Result, Failure extends string = never> {
  /** Every call is answered with this value. */
  returns(value: Result): this
  /** One call is answered with this value. */
  once(value: Result): this
  /** One value per call; the last one stays. */
  sequence(values: readonly [Result, ...(readonly Result[])]): this
  /** Every call is answered by a function; a result that is a promise is awaited. */
  answers(handler: (params: Params, ctx: Context) => Awaitable<Result>): this
  /** Every call fails: with an error that the document lists for the method, or with any other. */
  fails(failure: Failure | RpcError, data?: unknown): this
  /** One call fails. */
  failsOnce(failure: Failure | RpcError, data?: unknown): this
  /** Every answer, from wherever it comes, waits this long first. */
  delay(milliseconds: number): this
  /** Back to what the mock answers by itself; calls stay in the log. */
  reset(): this
  /** The calls so far, oldest first. */
  readonly calls: readonly MockCall<Params>[]
}

/** A server as generated packages make it: a dispatcher that can listen. */
export interface MockServer extends Dispatcher {
  listen(options?: ListenOptions): Promise<Listening>
}

/** What every mock offers beside its groups. `Wire` are the names of its methods. */
export interface MockBase<Wire extends string = string> {
  /** For a client of the same process. */
  readonly transport: Transport
  /** The server behind it, for adapters. */
  readonly server: Dispatcher
  readonly handle: Dispatcher['handle']
  readonly fetch: Dispatcher['fetch']
  /** Serves HTTP; in Node only. */
  readonly listen: MockServer['listen']
  /** The calls of one method or of all, oldest first: the latest ten thousand are kept. */
  calls(method?: Wire): readonly MockCall[]
  /** Forgets all calls and everything that methods were told to answer. */
  reset(): void
}

import { EVMError, type EVM } from '@ethereumjs/evm'
import { turnIfDue } from '../../turn.ts'

/** Maximum number of characters of a trace, equal to the response limit of the server. */
const MAX_COLLECTED = 25_000_000
/** Number of jumps between two time checks. */
const INTERVAL = 256

/** The limit that stopped a run. */
export type Stopped = 'time' | 'trace time' | 'size'

/**
 * Stops runs on a machine that take too long or collect too much, and yields to other requests. It is called at jump
 * destinations and calls, which covers all loops and recursions, and from slow operations: opcodes over large memory,
 * and precompiled contracts.
 */
export class Watch {
  #until = Infinity
  #traceUntil = Infinity
  #count = 0
  #collected = 0
  #stopped: Stopped | undefined

  /** The limit that stopped the run; undefined if it was not stopped. */
  get stopped(): Stopped | undefined {
    return this.#stopped
  }

  /** Starts the time limit of a request. */
  begin(milliseconds: number): void {
    this.#until = performance.now() + milliseconds
    this.#traceUntil = Infinity
    this.#collected = 0
    this.#stopped = undefined
  }

  /** Starts the time limit of one trace, in addition to that of its request. `Infinity` ends it. */
  beginTrace(milliseconds: number): void {
    this.#traceUntil = performance.now() + milliseconds
  }

  /** Counts the collected characters of a tracer. Returns false if the limit is exceeded. */
  collect(characters: number): boolean {
    this.#collected += characters
    if (this.#collected > MAX_COLLECTED) this.#stopped ??= 'size'
    return this.#stopped === undefined
  }

  /** Throws an EVM exception if the run must stop; yields to other tasks if due. */
  readonly look = (): Promise<void> | undefined => {
    const now = performance.now()
    if (now > this.#until) this.#stopped ??= 'time'
    if (now > this.#traceUntil) this.#stopped ??= 'trace time'
    this.#check()
    return turnIfDue()
  }

  /** Calls `look` once per interval, for fast operations. */
  readonly tick = (): void | Promise<void> => {
    this.#check()
    return ++this.#count % INTERVAL === 0 ? this.look() : undefined
  }

  #check(): void {
    if (this.#stopped !== undefined) throw new EVMError(EVMError.errorMessages.OUT_OF_GAS)
  }
}

/** Makes the watch check each nested call. */
export function watchCalls(evm: EVM, watch: Watch): void {
  const runCall = evm.runCall.bind(evm)
  evm.runCall = async (options) => {
    // The exception needs an EVM frame, which the outermost call does not have.
    if (options.message !== undefined) await watch.look()
    return runCall(options)
  }
}

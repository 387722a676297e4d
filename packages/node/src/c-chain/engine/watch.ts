import { EVMError, type EVM } from '@ethereumjs/evm'
import { turnIfDue } from '../../turn.ts'

/** Maximum number of characters in a trace. Equals the maximum response size of the server. */
const MAX_COLLECTED = 25_000_000
/** Jumps between two time checks. */
const INTERVAL = 256

export type Stopped = 'time' | 'trace time' | 'size'

/**
 * Stops runs on a machine that take too long or collect too much, and lets other tasks run in
 * between. The time is checked at jump destinations and calls, which covers all loops and
 * recursions, and in slow operations: opcodes over large memory and precompiled contracts.
 */
export class Watch {
  #until = Infinity
  #traceUntil = Infinity
  #count = 0
  #collected = 0
  #stopped: Stopped | undefined

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

  /**
   * Starts the time limit of one trace, in addition to the time limit of the request. `Infinity`
   * removes the limit of the trace.
   */
  beginTrace(milliseconds: number): void {
    this.#traceUntil = performance.now() + milliseconds
  }

  /** Counts characters that a tracer collected. Returns false once there are too many. */
  collect(characters: number): boolean {
    this.#collected += characters
    if (this.#collected > MAX_COLLECTED) this.#stopped ??= 'size'
    return this.#stopped === undefined
  }

  /**
   * Checks the limits. Throws an EVM exception if the run must stop. Returns a promise if the run
   * should wait, so that other tasks can run now.
   */
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

/** Makes the watch check the time at each nested call. */
export function watchCalls(evm: EVM, watch: Watch): void {
  const runCall = evm.runCall.bind(evm)
  evm.runCall = async (options) => {
    // Do not check at the outermost call: it has no EVM frame yet, and without a frame the
    // exception cannot be thrown.
    if (options.message !== undefined) await watch.look()
    return runCall(options)
  }
}

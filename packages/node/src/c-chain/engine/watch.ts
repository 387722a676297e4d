import { EVMError, type EVM } from '@ethereumjs/evm'
import { turnIfDue } from '../../turn.ts'

/** Most characters that one request collects for a trace: as many as the server sends. */
const MAX_COLLECTED = 25_000_000
/** Jumps between two looks at the clock. */
const INTERVAL = 256

/** Why a run was stopped. */
export type Stopped = 'time' | 'trace time' | 'size'

/**
 * Stops what runs on a machine for too long or reports too much, and lets other requests have their turn. Every loop
 * goes through a jump destination and every recursion through a call. What is slow by itself looks as well: opcodes over
 * much memory, and precompiled contracts.
 */
export class Watch {
  #until = Infinity
  #traceUntil = Infinity
  #count = 0
  #collected = 0
  #stopped: Stopped | undefined

  /** Why the run was stopped; undefined if it was not. */
  get stopped(): Stopped | undefined {
    return this.#stopped
  }

  /** Begins the time of a request. */
  begin(milliseconds: number): void {
    this.#until = performance.now() + milliseconds
    this.#traceUntil = Infinity
    this.#collected = 0
    this.#stopped = undefined
  }

  /** Begins the time of one trace, within that of its request; infinite when it is over. */
  beginTrace(milliseconds: number): void {
    this.#traceUntil = performance.now() + milliseconds
  }

  /** Counts what a tracer has collected; false if there is no room for it. */
  collect(characters: number): boolean {
    this.#collected += characters
    if (this.#collected > MAX_COLLECTED) this.#stopped ??= 'size'
    return this.#stopped === undefined
  }

  /** Throws what ends a frame of the EVM once the run is to stop; waits where others have their turn. */
  readonly look = (): Promise<void> | undefined => {
    const now = performance.now()
    if (now > this.#until) this.#stopped ??= 'time'
    if (now > this.#traceUntil) this.#stopped ??= 'trace time'
    this.#check()
    return turnIfDue()
  }

  /** Looks now and then, for what takes no time itself. */
  readonly tick = (): void | Promise<void> => {
    this.#check()
    return ++this.#count % INTERVAL === 0 ? this.look() : undefined
  }

  #check(): void {
    if (this.#stopped !== undefined) throw new EVMError(EVMError.errorMessages.OUT_OF_GAS)
  }
}

/** Lets the watch look at each call from within another one. */
export function watchCalls(evm: EVM, watch: Watch): void {
  const runCall = evm.runCall.bind(evm)
  evm.runCall = async (options) => {
    // A call from outside has no frame that could end.
    if (options.message !== undefined) await watch.look()
    return runCall(options)
  }
}

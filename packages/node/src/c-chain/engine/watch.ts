import { EVMError, type EVM } from '@ethereumjs/evm'
import { turnIfDue } from '../../scheduling/turn.ts'
import { Frames } from './frames.ts'

/** Maximum number of characters in a trace. Equals the maximum response size of the server. */
const MAX_COLLECTED = 25_000_000
/** Opcodes between two time checks. */
const INTERVAL = 1000
/** Bytes of memory whose growth takes as long as one opcode. */
const BYTES_PER_OPCODE = 4096

export type Stopped = 'time' | 'trace time' | 'size' | 'memory' | 'caller left'

/** The limits of a request: its time, and the signal that aborts when its caller has left. */
export interface WatchLimits {
  readonly milliseconds: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Stops runs on a machine that take too long, hold too much memory or collect too much, and lets
 * other tasks run in between. {@link watchSteps} calls `step` before each opcode. Opcodes over
 * large memory and precompiled contracts call `look` themselves. Before `begin`, as in the
 * execution of blocks, there are no limits: blocks must have the same result on every node.
 */
export class Watch {
  readonly frames: Frames = new Frames()
  #until = Infinity
  #traceUntil = Infinity
  #signal: AbortSignal | undefined
  #count = 0
  #collected = 0
  #stopped: Stopped | undefined

  get stopped(): Stopped | undefined {
    return this.#stopped
  }

  /** Starts the limits of a request. */
  begin({ milliseconds, signal }: WatchLimits): void {
    this.#until = performance.now() + milliseconds
    this.#traceUntil = Infinity
    this.#signal = signal
    this.#collected = 0
    this.#stopped = undefined
    this.frames.begin()
  }

  /** Ends the limits of a request, and releases the memory that its runs retained. */
  end(): void {
    this.#until = Infinity
    this.#signal = undefined
    this.frames.end()
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
    if (this.#signal?.aborted === true) this.#stopped ??= 'caller left'
    this.#check()
    return turnIfDue()
  }

  /**
   * Checks the limits before an opcode. `memory` is the size of the memory of the frame, which is
   * copied if there are listeners: a request can nest hundreds of tracers.
   */
  step(opcode: number, memory: number, listeners: number): Promise<void> | undefined {
    const grown = this.frames.step(opcode, memory)
    this.#check()
    const copied = listeners > 0 ? memory : 0
    this.#count += 1 + listeners + (grown + copied) / BYTES_PER_OPCODE
    if (this.#count < INTERVAL) return undefined
    this.#count = 0
    return this.look()
  }

  #check(): void {
    if (this.frames.isExceeded) this.#stopped ??= 'memory'
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

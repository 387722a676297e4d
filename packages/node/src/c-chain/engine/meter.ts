import { EVMError } from '@ethereumjs/evm'
import { Frames } from './frames.ts'

/** Work of an opcode besides its gas. A unit of work takes about 25 ns. */
const STEP = 4
/** Work of each listener of an opcode, besides the copy of the memory. */
const LISTENER = 32
/** Bytes of memory whose copy takes one unit of work. */
const BYTES_PER_WORK = 64

export interface MeterLimits {
  /** Maximum work; see {@link Meter.spend}. */
  readonly work: number
  /** Maximum number of bytes that open frames may hold. */
  readonly memory: number
  /** Maximum number of characters that tracers may collect. */
  readonly characters: number
}

/** Limits of a request in the main thread, which it reaches in about 10 ms. */
export const inlineLimits: MeterLimits = {
  work: 400_000,
  memory: 4_000_000,
  characters: 500_000,
}

/** Limits of a transaction of a new block in the main thread, which it reaches in about 50 ms. */
export const blockTxLimits: MeterLimits = {
  work: 2_000_000,
  memory: 16_000_000,
  characters: Infinity,
}

/**
 * Limits of a request in a worker, whose time the main thread limits. The memory is far above the needs of contracts: a
 * recursion of 1,024 frames with a code of 24 kB and memory of 32 kB each takes 100 MB. The characters equal the maximum
 * response size of the server.
 */
export const workerLimits: MeterLimits = {
  work: Infinity,
  memory: 128_000_000,
  characters: 25_000_000,
}

export type Exceeded = keyof MeterLimits

/** Counts what the EVM runs of one request use, and stops the runs that exceed a limit. */
export class Meter {
  readonly frames: Frames = new Frames()
  readonly beginTrace: (milliseconds: number) => void
  /** Gas that the message that ran last did not need: with that much less, it would have had the same outcome. */
  spareGas = 0n
  readonly #limits: MeterLimits
  #work = 0
  #characters = 0
  #exceeded: Exceeded | undefined

  /** `beginTrace` is called with the time limit of each trace in milliseconds; `Infinity` at its end. */
  constructor(limits: MeterLimits, beginTrace: (milliseconds: number) => void = () => {}) {
    this.#limits = limits
    this.beginTrace = beginTrace
  }

  /** The limit that the request exceeded first. If there is one, the outcome of the runs is invalid. */
  get exceeded(): Exceeded | undefined {
    return this.#exceeded
  }

  get workLeft(): number {
    return this.#limits.work - this.#work
  }

  /** Counts work. Throws an EVM exception above a limit, which ends a run and reverts its changes. */
  spend(work: number): void {
    this.#work += work
    if (this.#work > this.#limits.work) this.#exceeded ??= 'work'
    if (this.#exceeded !== undefined) throw new EVMError(EVMError.errorMessages.OUT_OF_GAS)
  }

  /** Counts an opcode before it runs, when its gas is known. Each listener copies the memory of the frame. */
  step(opcode: number, gas: number, listeners: number): void {
    const { frames } = this
    if (frames.step(opcode) > this.#limits.memory) this.#exceeded ??= 'memory'
    const copies = listeners === 0 ? 0 : listeners * (LISTENER + frames.memory / BYTES_PER_WORK)
    this.spend(STEP + gas + copies)
  }

  /** Counts characters that a tracer collected. Returns false once there are too many. */
  collect(characters: number): boolean {
    this.#characters += characters
    if (this.#characters > this.#limits.characters) this.#exceeded ??= 'characters'
    return this.#exceeded === undefined
  }
}

/** Maximum length of code that runs: the analysis of its jumps takes 10 ms. */
export const MAX_CODE = 524_288

/** Bytes that the analysis of jumps takes per byte of code. */
const ANALYSIS = 32
/** Bytes of a frame with its stack and its first 8 KiB of memory. */
const FRAME = 64_000
/** Bytes that SSTORE, TSTORE and LOG retain until the request ends, even if their gas is low. */
const RETAINED = 512

/** The jumps of a code, as EthereumJS analyzes them. */
type Analysis = object

interface Code {
  users: number
  analysis?: Analysis
}

interface Frame {
  readonly code: Uint8Array
  memory: number
  /** Bytes that are released when the frame ends. */
  bytes: number
}

/**
 * Estimates how much memory the open frames of a request hold. Frames with the same code share the
 * analysis of its jumps.
 */
export class Frames {
  readonly #open: Frame[] = []
  readonly #codes = new Map<Uint8Array, Code>()
  #bytes = 0

  /** Opens a frame. Returns a function that closes the frame. */
  enter(code: Uint8Array, callData: number): () => void {
    const known = this.#codes.get(code)
    const bytes = FRAME + callData + (known === undefined ? ANALYSIS * code.length : 0)
    if (known === undefined) this.#codes.set(code, { users: 1 })
    else known.users++
    // Code that is too long counts as too much memory.
    const frame = { code, memory: 0, bytes: code.length > MAX_CODE ? 1e12 : bytes }
    this.#open.push(frame)
    this.#bytes += frame.bytes
    return () => this.#leave(frame)
  }

  /** Size in bytes of the memory of the innermost frame. */
  get memory(): number {
    return this.#open.at(-1)?.memory ?? 0
  }

  /** Sets the size of the memory of the innermost frame. */
  grow(memory: number): void {
    const frame = this.#open.at(-1)
    if (frame === undefined) return
    const grown = memory - frame.memory
    frame.memory = memory
    frame.bytes += grown
    this.#bytes += grown
  }

  /** Counts what an opcode retains. Returns the bytes that the request holds. */
  step(opcode: number): number {
    if (isRetaining(opcode)) this.#bytes += RETAINED
    return this.#bytes
  }

  /** Returns the analysis of a code, which frames with this code share. */
  analysis<T extends Analysis>(code: Uint8Array, analyze: () => T): T {
    const known = this.#codes.get(code)
    if (known === undefined) return analyze()
    // Safe cast: all analyses of a machine come from the same function.
    return (known.analysis ??= analyze()) as T
  }

  #leave({ code, bytes }: Frame): void {
    this.#open.pop()
    const known = this.#codes.get(code)
    if (known !== undefined && --known.users === 0) this.#codes.delete(code)
    this.#bytes -= bytes
  }
}

function isRetaining(opcode: number): boolean {
  return opcode === 0x55 || opcode === 0x5d || (opcode >= 0xa0 && opcode <= 0xa4)
}

/**
 * Maximum number of bytes that one request, and all requests together, may hold in open frames.
 * They are far above the needs of contracts: a recursion of 1,024 frames with a code of 24 kB and
 * memory of 32 kB each takes 100 MB.
 */
export const MAX_BYTES = 128_000_000
const MAX_TOTAL = 256_000_000
/** Maximum length of code that runs: the analysis of its jumps takes 10 ms. */
export const MAX_CODE = 524_288

/** Bytes that the analysis of jumps takes per byte of code. */
const ANALYSIS = 32
/** Bytes of a frame with its stack and its first 8 KiB of memory. */
const FRAME = 64_000
/** Bytes that SSTORE, TSTORE and LOG retain until the run ends, even if their gas is low. */
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

/** Bytes that the frames of all machines hold. */
let total = 0

/**
 * Estimates how much memory the open frames of a run hold, between `begin` and `end`. Frames with
 * the same code share the analysis of its jumps.
 */
export class Frames {
  readonly #open: Frame[] = []
  readonly #codes = new Map<Uint8Array, Code>()
  #bytes = 0
  #isLimited = false
  #isExceeded = false

  get isExceeded(): boolean {
    return this.#isExceeded
  }

  begin(): void {
    this.#isLimited = true
    this.#isExceeded = false
  }

  /** Releases what the runs retained. */
  end(): void {
    this.#hold(-this.#bytes)
    this.#isLimited = false
    this.#isExceeded = false
  }

  /** Opens a frame. Returns a function that closes the frame. */
  enter(code: Uint8Array, callData: number): () => void {
    const known = this.#codes.get(code)
    const bytes = FRAME + callData + (known === undefined ? ANALYSIS * code.length : 0)
    if (known === undefined) this.#codes.set(code, { users: 1 })
    else known.users++
    if (code.length > MAX_CODE) this.#exceed()
    const frame = { code, memory: 0, bytes }
    this.#open.push(frame)
    this.#hold(bytes)
    return () => this.#leave(frame)
  }

  /** Counts the memory before an opcode. Returns its size if it grew, because growing copies it. */
  step(opcode: number, memory: number): number {
    if (isRetaining(opcode)) this.#hold(RETAINED)
    const frame = this.#open.at(-1)
    if (frame === undefined || frame.memory === memory) return 0
    const grown = memory - frame.memory
    frame.memory = memory
    frame.bytes += grown
    this.#hold(grown)
    return memory
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
    this.#hold(-bytes)
  }

  #hold(bytes: number): void {
    if (!this.#isLimited) return
    this.#bytes += bytes
    total += bytes
    if (bytes > 0 && (this.#bytes > MAX_BYTES || total > MAX_TOTAL)) this.#exceed()
  }

  #exceed(): void {
    if (this.#isLimited) this.#isExceeded = true
  }
}

function isRetaining(opcode: number): boolean {
  return opcode === 0x55 || opcode === 0x5d || (opcode >= 0xa0 && opcode <= 0xa4)
}

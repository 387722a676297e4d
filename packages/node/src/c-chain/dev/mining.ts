import type { Chain } from '../../chain/chain.ts'
import { inOrder } from '../../scheduling/in-order.ts'
import { errors } from './errors.ts'

export type Producer = Pick<Chain, 'produce' | 'closing'>

export interface MiningOrder {
  readonly blocks: number
  /**
   * Prepares each block, whose index among those of the request is `at`, once the blocks before it are built, also those of
   * earlier requests. Called once if `blocks` is 0.
   */
  readonly prepare?: (stop: AbortSignal, at: number) => Promise<void>
}

const SECOND = 1000
/** Maximum delay of a timer. Longer ones would ring at once. */
const LONGEST_TIMER = 2 ** 31 - 1
/** Maximum time of a request in milliseconds, as for calls. */
const LONGEST_MS = 30_000

/**
 * Decides when blocks of the C-Chain are built: for each transaction, at an interval, or on
 * request.
 */
export class Mining {
  readonly #blockTime: number
  #timer: NodeJS.Timeout | undefined
  #interval: number | undefined
  readonly #inTurn = inOrder()
  #isMining = false
  /** Whether blocks at the interval replace those for transactions. */
  #isExclusive = false
  isAutomatic = true

  /**
   * `blockTime` is the number of milliseconds between a transaction and its block while mining is
   * automatic.
   */
  constructor(blockTime: number) {
    this.#blockTime = blockTime
  }

  /**
   * Returns the milliseconds between a transaction and its block; `Infinity` while mining is not
   * automatic.
   */
  readonly blockTime = (): number => (this.isAutomatic ? this.#blockTime : Infinity)

  /**
   * Builds blocks one after another, until the caller leaves or the chain is closed. Waits until the blocks of
   * earlier requests are built. Throws an API error if the blocks take too long; those that are built remain.
   */
  mine(producer: Producer, order: MiningOrder, signal: AbortSignal = never): Promise<void> {
    return this.#inTurn(async () => {
      this.#isMining = true
      try {
        await this.#build(producer, order, AbortSignal.any([signal, producer.closing]))
      } finally {
        this.#isMining = false
      }
    })
  }

  async #build(
    producer: Producer,
    { blocks, prepare }: MiningOrder,
    stop: AbortSignal,
  ): Promise<void> {
    if (blocks === 0 && !stop.aborted) await prepare?.(stop, 0)
    const until = performance.now() + LONGEST_MS
    for (let at = 0; at < blocks && !stop.aborted; at++) {
      if (performance.now() > until) {
        const text = `mining stopped after ${LONGEST_MS / SECOND} s, with ${at} of ${blocks} blocks`
        throw errors.miningTimedOut(undefined, text)
      }
      await prepare?.(stop, at)
      await producer.produce({ force: true, signal: stop })
    }
  }

  /** Seconds between two blocks; undefined if blocks are not built at an interval. */
  get interval(): number | undefined {
    return this.#interval
  }

  /** Builds blocks for transactions. They replace those of `mineOnlyAt`, but not those of `mineAt`. */
  mineAutomatically(): void {
    if (this.#isExclusive) this.mineOnlyAutomatically()
    else this.isAutomatic = true
  }

  /** Builds blocks for transactions, and none at an interval, as on a new chain. */
  mineOnlyAutomatically(): void {
    this.isAutomatic = true
    this.#stop()
  }

  #stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#interval = undefined
    this.#isExclusive = false
  }

  /** Builds a block at each interval (milliseconds), and none for transactions. The interval 0 stops both. */
  mineOnlyAt(producer: Producer, milliseconds: number): void {
    this.mineAt(producer, milliseconds)
    this.isAutomatic = false
    this.#isExclusive = true
  }

  /** Builds a block at each interval, given in milliseconds. The interval 0 stops the building of blocks. */
  mineAt(producer: Producer, milliseconds: number): void {
    this.#stop()
    if (milliseconds === 0) return
    this.#interval = milliseconds / SECOND
    this.#timer = setInterval(
      () => {
        if (producer.closing.aborted) clearInterval(this.#timer)
        if (this.#isMining) return
        // The chain reports a failed block, and the next interval tries again.
        this.mine(producer, { blocks: 1 }).catch(() => {})
      },
      Math.min(milliseconds, LONGEST_TIMER),
    ).unref()
  }
}

const never = new AbortController().signal

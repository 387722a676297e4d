/** The only source of time in the node. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /**
   * Calls `callback` once the clock has reached `time` (milliseconds since 1970). Returns a function that cancels the
   * alarm.
   */
  readonly at: (time: number, callback: () => void) => () => void
}

/** Returns the time in Unix seconds. */
export function secondsOf({ now }: Pick<Clock, 'now'>): bigint {
  return BigInt(Math.floor(now() / 1000))
}

/**
 * Maximum delay of a timer in milliseconds. When the timer fires, the clock is read again, because
 * the system clock may have changed.
 */
const LONGEST_WAIT = 60_000

interface Alarm {
  readonly time: number
  readonly callback: () => void
}

/**
 * An adjustable clock. Time passes at the rate of `source`, starting from the time that was set.
 * Alarms are called in chronological order, never before `now()` has reached the time of the alarm.
 */
export class MovableClock implements Clock {
  readonly #source: () => number
  readonly #runs: boolean
  #offset = 0
  #alarms: Alarm[] = []
  #timer: NodeJS.Timeout | undefined

  private constructor(source: () => number, runs: boolean) {
    this.#source = source
    this.#runs = runs
  }

  /** Returns a clock that follows the system clock. */
  static running(): MovableClock {
    return new MovableClock(Date.now, true)
  }

  /** Returns a clock that stands still until it is set or advanced. */
  static standing(start: number): MovableClock {
    return new MovableClock(() => start, false)
  }

  readonly now = (): number => this.#source() + this.#offset

  /** Milliseconds by which the clock is ahead of one that was never set. */
  get moved(): number {
    return this.#offset
  }

  readonly at = (time: number, callback: () => void): (() => void) => {
    const alarm = { time, callback }
    const behind = this.#alarms.findIndex((other) => other.time > time)
    this.#alarms.splice(behind < 0 ? this.#alarms.length : behind, 0, alarm)
    this.#arm()
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm)
    }
  }

  /** The time of the next alarm; undefined if there is none. */
  get next(): number | undefined {
    return this.#alarms[0]?.time
  }

  /**
   * Sets the time, and calls the alarms that become due, in order. Setting the time back calls no
   * alarm.
   */
  set(time: number): void {
    for (let due = this.#due(time); due !== undefined; due = this.#due(time)) {
      if (due.time > this.now()) this.#offset += due.time - this.now()
      due.callback()
    }
    this.#offset += time - this.now()
    this.#arm()
  }

  /** Sets the time if the new time is later than the current time; never sets the time back. */
  reach(time: number): void {
    this.set(Math.max(time, this.now()))
  }

  /** Advances the clock by a number of milliseconds. */
  advance(milliseconds: number): void {
    this.set(this.now() + milliseconds)
  }

  /** Removes and returns the next alarm if it is due at `time`. */
  #due(time: number): Alarm | undefined {
    const [first] = this.#alarms
    return first === undefined || first.time > time ? undefined : this.#alarms.shift()
  }

  /**
   * Starts the timer for the next alarm. While the clock stands still, only an overdue alarm gets a
   * timer, so that the alarm is called in a later turn of the event loop, as on a running clock.
   */
  #arm(): void {
    clearTimeout(this.#timer)
    const { next } = this
    if (next === undefined) return
    const wait = Math.max(0, next - this.now())
    if (wait > 0 && !this.#runs) return
    this.#timer = setTimeout(() => this.#ring(), Math.min(wait, LONGEST_WAIT)).unref()
  }

  #ring(): void {
    for (let due = this.#due(this.now()); due !== undefined; due = this.#due(this.now()))
      due.callback()
    this.#arm()
  }
}

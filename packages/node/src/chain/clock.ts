/** The only source of time in the node. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Calls back once the clock has reached `time` (milliseconds since 1970); returns a function that cancels. */
  readonly at: (time: number, callback: () => void) => () => void
}

/** Longest wait of a timer: afterwards the time is compared again, in case the system's clock was set. */
const LONGEST_WAIT = 60_000

interface Alarm {
  readonly time: number
  readonly callback: () => void
}

/**
 * A clock that can be moved: time passes as `source` says, from wherever the clock was set to. Alarms are called in
 * the order of their times, each at a moment when `now()` has reached its time.
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

  /** The system's clock. */
  static running(): MovableClock {
    return new MovableClock(Date.now, true)
  }

  /** A clock that stands still until it is moved. */
  static standing(start: number): MovableClock {
    return new MovableClock(() => start, false)
  }

  readonly now = (): number => this.#source() + this.#offset

  readonly at = (time: number, callback: () => void): (() => void) => {
    const alarm = { time, callback }
    const behind = this.#alarms.findIndex((other) => other.time > time)
    this.#alarms.splice(behind < 0 ? this.#alarms.length : behind, 0, alarm)
    this.#arm()
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm)
    }
  }

  /** When the next alarm is due. */
  get next(): number | undefined {
    return this.#alarms[0]?.time
  }

  /** Sets the time; alarms up to it are called on the way, in order. A step back calls none. */
  set(time: number): void {
    for (let due = this.#due(time); due !== undefined; due = this.#due(time)) {
      if (due.time > this.now()) this.#offset += due.time - this.now()
      due.callback()
    }
    this.#offset += time - this.now()
    this.#arm()
  }

  /** Lets so many milliseconds pass. */
  advance(milliseconds: number): void {
    this.set(this.now() + milliseconds)
  }

  /** Takes the next alarm out of the list if it is due at `time`. */
  #due(time: number): Alarm | undefined {
    const [first] = this.#alarms
    return first === undefined || first.time > time ? undefined : this.#alarms.shift()
  }

  /** On a standing clock, an alarm whose time has passed already is called in the next turn, as on a running one. */
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

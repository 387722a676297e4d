/** The only source of time in the node. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Calls back once the clock has reached `time` (milliseconds since 1970); returns a function that cancels. */
  readonly at: (time: number, callback: () => void) => () => void
}

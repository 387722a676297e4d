/** The longest that timers of any platform wait; a longer limit is none. */
const LONGEST_MS = 2 ** 31 - 1

/** Calls back after the time, unless that is 0 or longer than timers can wait; the answer goes to `clearTimeout`. */
export function timeLimit(
  timeoutMs: number | undefined,
  callback: () => void,
): ReturnType<typeof setTimeout> | undefined {
  return timeoutMs && timeoutMs <= LONGEST_MS ? setTimeout(callback, timeoutMs) : undefined
}

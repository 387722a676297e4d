/** Maximum delay of timers on all platforms; a longer limit counts as none. */
const LONGEST_MS = 2 ** 31 - 1

/**
 * Calls back after the time, unless it is 0 or longer than timers support. Pass the return value to
 * `clearTimeout`.
 */
export function timeLimit(
  timeoutMs: number | undefined,
  callback: () => void,
): ReturnType<typeof setTimeout> | undefined {
  return timeoutMs && timeoutMs <= LONGEST_MS ? setTimeout(callback, timeoutMs) : undefined
}

import { turnIfDue } from '../turn.ts'

/** Number of items that are converted without a check of the time. */
const GROUP = 64

/** Like `map` for many records, with pauses for other requests. `check` is called before each pause, and may throw. */
export async function inTurns<T, Result>(
  items: Iterable<T>,
  convert: (item: T, index: number) => Result | Promise<Result>,
  check: () => void,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) {
    const result = convert(item, results.length)
    results.push(result instanceof Promise ? await result : result)
    if (results.length % GROUP > 0) continue
    check()
    await turnIfDue()
  }
  return results
}

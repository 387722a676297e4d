/** There was no response in time. */
export class TimeLimitError extends Error {}

/** Rejects with a `TimeLimitError` if a response takes longer than the limit in milliseconds. */
export function limited<T>(response: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void =>
      reject(new TimeLimitError(`No response within ${Math.ceil(limitMs)} ms`))
    // If the process was busy, the response may be there already: it is read before an immediate.
    const timer = setTimeout(() => setImmediate(late), limitMs)
    response.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

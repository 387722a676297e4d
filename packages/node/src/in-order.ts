/** Returns a function that runs work once all work passed to it earlier has succeeded or failed. */
export function inOrder(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const current = last.then(work, work)
    last = current
    return current
  }
}

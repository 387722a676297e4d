/** Returns a function that runs work after all work that was passed to it earlier, whether or not that failed. */
export function inOrder(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const current = last.then(work, work)
    last = current
    return current
  }
}

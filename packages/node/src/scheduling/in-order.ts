/**
 * Returns a function that runs tasks one after another. A task starts once all tasks that were
 * passed earlier have succeeded or failed.
 */
export function inOrder(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const current = last.then(work, work)
    last = current
    return current
  }
}

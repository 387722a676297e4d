/**
 * Returns a function that runs tasks one after another. A task starts once all tasks that were
 * passed earlier have succeeded or failed.
 */
export function inOrder(): <T>(work: () => Promise<T>) => Promise<T> {
  const run = inOrderByKey<undefined>()
  return (work) => run(undefined, work)
}

/** Returns a function like that of {@link inOrder} that runs only tasks with the same key one after another. */
export function inOrderByKey<K>(): <T>(key: K, work: () => Promise<T>) => Promise<T> {
  const last = new Map<K, Promise<unknown>>()
  return (key, work) => {
    const current = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, current)
    const remove = (): void => {
      if (last.get(key) === current) last.delete(key)
    }
    current.then(remove, remove)
    return current
  }
}

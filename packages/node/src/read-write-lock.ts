/** A lock that reads share and a write holds alone: it waits for the reads in progress, and later reads wait for it. */
export interface ReadWriteLock {
  readonly read: <T>(work: () => T | Promise<T>) => Promise<T>
  /** Must not be called during another write. */
  readonly write: <T>(work: () => Promise<T>) => Promise<T>
}

/** Creates a lock that nothing holds. */
export function readWriteLock(): ReadWriteLock {
  const reads = new Set<Promise<unknown>>()
  let written: Promise<unknown> | undefined
  const read = async <T>(work: () => T | Promise<T>): Promise<T> => {
    if (written !== undefined) {
      await written
      return read(work)
    }
    const reading = (async () => work())()
    reads.add(reading)
    try {
      return await reading
    } finally {
      reads.delete(reading)
    }
  }
  return {
    read,
    async write(work) {
      const writing = Promise.allSettled(reads).then(work)
      written = Promise.allSettled([writing])
      try {
        return await writing
      } finally {
        written = undefined
      }
    },
  }
}

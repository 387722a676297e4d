/**
 * A lock that many reads share, or that a single write holds. A write waits for the reads in progress, and later reads
 * wait for the write.
 */
export interface ReadWriteLock {
  readonly read: <T>(work: () => T | Promise<T>) => Promise<T>
  /** Runs a write. Must not be called during another write. */
  readonly write: <T>(work: () => Promise<T>) => Promise<T>
}

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

interface Queued<T> {
  readonly item: T
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Runs one write at a time. Items that arrive in the same task, or during a write, form the next write. */
export class WriteQueue<T> {
  readonly #write: (items: readonly T[]) => Promise<void>
  #queue: Queued<T>[] = []
  #running: Promise<void> | undefined

  constructor(write: (items: readonly T[]) => Promise<void>) {
    this.#write = write
  }

  /** Resolves or rejects with the write that has the item. */
  readonly add = (item: T): Promise<void> =>
    new Promise((resolve, reject) => {
      this.#queue.push({ item, resolve, reject })
      this.#running ??= this.#run()
    })

  /** Resolves once no write is in progress. */
  readonly idle = async (): Promise<void> => this.#running

  /** Rejects the items whose write has not begun. */
  refuse(error: Error): void {
    for (const { reject } of this.#queue.splice(0)) reject(error)
  }

  async #run(): Promise<void> {
    // Wait, so that all items of the same task form one write.
    await Promise.resolve()
    while (this.#queue.length > 0) {
      const taken = this.#queue
      this.#queue = []
      try {
        await this.#write(taken.map(({ item }) => item))
        for (const { resolve } of taken) resolve()
      } catch (error) {
        for (const { reject } of taken) reject(error)
      }
    }
    this.#running = undefined
  }
}

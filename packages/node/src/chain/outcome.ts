/** A promise with methods to resolve and reject it. An unhandled rejection does not terminate the process. */
export class Outcome {
  readonly promise: Promise<void>
  #isDone = false
  #resolve: () => void = () => {}
  #reject: (error: unknown) => void = () => {}

  constructor() {
    this.promise = new Promise<void>((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    this.promise.catch(() => {})
  }

  /** Whether the promise was resolved. */
  get isDone(): boolean {
    return this.#isDone
  }

  resolve(): void {
    this.#isDone = true
    this.#resolve()
  }

  reject(error: unknown): void {
    this.#reject(error)
  }
}

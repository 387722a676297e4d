/** A promise with methods to settle it. A rejection is never reported as unhandled. */
export class Deferred {
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

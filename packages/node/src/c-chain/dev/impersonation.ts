import type { Hex } from '../hex.ts'

export class Impersonation {
  readonly #accounts = new Set<Hex>()
  isForAll = false

  has(address: Hex): boolean {
    return this.isForAll || this.#accounts.has(address)
  }

  list(): readonly Hex[] {
    return [...this.#accounts]
  }

  add(address: Hex): void {
    this.#accounts.add(address)
  }

  /** Stops impersonating all accounts. */
  reset(): void {
    this.#accounts.clear()
    this.isForAll = false
  }

  /** Stops impersonating an account. Returns false if the account was not impersonated. */
  remove(address: Hex): boolean {
    return this.#accounts.delete(address)
  }
}
